package dev.japply.cli.edit;

import dev.japply.cli.flags.LiveObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The words for objects whose annotation cannot be shown or edited.
final class EditProblems {
  private EditProblems() {}

  /// There is none.
  static Problem noAnnotation(LiveObject object) {
    return problem(
        object,
        "no last-applied-configuration annotation found on resource: " + object.requested().name(),
        "apply the object, or create the annotation with `japply set-last-applied"
            + " --create-annotation`");
  }

  /// `set` may not create one.
  static Problem mayNotCreate(LiveObject object) {
    return problem(
        object,
        "no last-applied-configuration annotation found on resource: " + object.requested().name(),
        "to create the annotation, run the command with --create-annotation");
  }

  /// It is empty, or holds no object.
  static Problem unreadable(LiveObject object) {
    String reason =
        object.lastApplied() instanceof Stored.Broken(String what) ? what : "it is empty";
    return problem(
        object,
        "invalid JSON document in the live annotation " + LastApplied.KEY + ": " + reason,
        "write a new one with `japply set-last-applied`");
  }

  /// It is not among those that are edited, for it has no annotation.
  static Problem notEdited(LiveObject object) {
    return noAnnotation(object).asWarning(WarningId.NOT_EDITED);
  }

  /// None of those that were chosen has one.
  static Problem nothingToEdit() {
    return Problem.error(
        Origin.NONE,
        "no last-applied-configuration annotation found on resources",
        "to create the annotation, use command `japply set-last-applied --create-annotation`");
  }

  /// None of the objects has a field that is to be given up.
  ///
  /// @param similar a field that one of them has
  static Problem nothingToRelease(String field, Optional<String> similar) {
    return Problem.error(
        Origin.NONE,
        "field \"" + field + "\": no object has it in its last-applied annotation",
        similar
            .map(EditProblems::question)
            .orElse("`japply view-last-applied` shows the annotation"));
  }

  private static String question(String name) {
    return "did you mean " + name + "?";
  }

  /// None of the objects has a field that is to be given up, and they were applied server-side.
  ///
  /// @param similar a field that one of them has
  static Problem nothingToRelease(String field, String manager, Optional<String> similar) {
    return Problem.error(
        Origin.NONE,
        "field \"" + field + "\": " + manager + " owns it in no object",
        similar
            .map(EditProblems::question)
            .orElse("`japply why TYPE NAME` shows the managers; name one by --field-manager"));
  }

  /// None of the objects has a field that is to be taken over.
  ///
  /// @param similar a field that one of them has
  static Problem nothingToAdopt(String field, Optional<String> similar) {
    return Problem.error(
        Origin.NONE,
        "field \"" + field + "\": no applied object has it live",
        similar
            .map(EditProblems::question)
            .orElse("`japply why TYPE NAME` shows the fields of a live object"));
  }

  /// A part of something that merges as one value cannot be given up.
  static Problem oneValue(LiveObject object, String whole) {
    return problem(
        object,
        whole + " merges as one value, so no part of it changes hands",
        "name all of it: " + whole);
  }

  /// Returns problems for objects whose annotations name the same object.
  static List<Problem> namesakes(List<EditedObject> originals) {
    var seen = new HashSet<ObjectKey>();
    return originals.stream()
        .filter(original -> !seen.add(original.key()))
        .map(original ->
            problem(
                original.live(),
                "its annotation names the same object as another one: " + original.key().subject(),
                "edit them one after the other"))
        .toList();
  }

  private static Problem problem(LiveObject object, String what, String hint) {
    return object.requested().error(what, hint);
  }
}
