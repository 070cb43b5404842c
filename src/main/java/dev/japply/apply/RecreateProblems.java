package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Problems that keep an object from being replaced, and results of a replacement.
///
/// @param by the reason for the deletion
record RecreateProblems(KubeObject desired, String by) {
  /// The hint that the old object is there again.
  String restored() {
    return "the object that " + by + " deleted was restored";
  }

  static List<Problem> with(String more, List<Problem> problems) {
    return problems.stream().map(problem -> problem.withHint(more)).toList();
  }

  Problem noCopy(Path directory, IOException e) {
    return desired.error(
        by
            + " deletes an object only if a copy of it can be kept, but "
            + directory
            + " cannot be written to ("
            + (e instanceof FileSystemException ? e.getClass().getSimpleName() : e.getMessage())
            + ")",
        "set TMPDIR to another directory");
  }

  /// Another client has written to the object after it was checked.
  Problem changed() {
    return desired.warning(
        WarningId.NOT_TAKEN_BACK,
        "was changed by another client right now, so " + by + " did not delete it",
        again());
  }

  String again() {
    return by.equals(RecreateOptions.UNDO) ? "undo again" : "apply again";
  }

  /// The run was ended.
  Problem cutOff(BackupFile copy) {
    return desired.error(
        "deleted by " + by + " and not recreated, because the run was interrupted",
        again() + "; " + copy.hint());
  }

  /// Reports that another client has created an object of that name after the DELETE.
  Problem created(BackupFile copy) {
    return desired.error(
        "deleted by " + by + ", and another client has created it before it was restored",
        again() + "; " + copy.hint());
  }

  /// Reports that another client has created an object of that name before the old one was
  /// restored.
  String succeeded(BackupFile copy) {
    return "the object that "
        + by
        + " deleted was not restored, because another object now has its name; "
        + copy.hint();
  }

  /// Reports that the state after the DELETE could not be read, for `why`.
  Problem unseen(Problem why, BackupFile copy) {
    return desired.error(
        "unknown: deleted by " + by + ", and its current state could not be read: " + why.what(),
        again() + "; " + copy.hint());
  }

  /// The new object failed for `why`, and the old one was refused, too.
  List<Problem> lost(List<Problem> why, List<Problem> further, BackupFile copy) {
    var all = new ArrayList<>(why);
    String what =
        "is deleted: after "
            + by
            + " could not recreate it, an error occurred attempting to restore the original"
            + " object: "
            + further.getFirst().what();
    all.add(desired.error(what, copy.hint()));
    return all;
  }
}
