package dev.japply.report;

import dev.japply.diff.Excerpts;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.UpdateConflict;
import dev.japply.kpt.UpdateConflict.Kind;
import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import java.util.List;

/// Messages about conflicts between upstream's changes and the user's.
public final class ConflictText {
  private static final int LONGEST = 80;

  private ConflictText() {}

  /// Returns a warning for each conflict. It cannot be silenced, as it is a result of the command.
  public static List<Problem> problems(
      List<UpdateConflict> conflicts, String directory, ConflictChoice choice) {
    return conflicts.stream().map(conflict -> problem(conflict, directory, choice)).toList();
  }

  private static Problem problem(UpdateConflict conflict, String directory, ConflictChoice choice) {
    return new Problem(
        Severity.WARNING,
        place(conflict, directory),
        conflict.subject(),
        what(conflict),
        hint(conflict, choice),
        null);
  }

  /// Returns the position of the conflict, relative to the working directory.
  public static Origin place(UpdateConflict conflict, String directory) {
    Origin place = conflict.place();
    String file = directory.equals(".") ? place.source() : directory + "/" + place.source();
    return new Origin(file, place.line(), 0);
  }

  private static String what(UpdateConflict conflict) {
    return switch (conflict.kind()) {
      case DELETED_HERE -> "deleted here, and changed upstream";
      case DELETED_UPSTREAM -> "changed here, and deleted upstream";
      case CHANGED -> changed(conflict);
    };
  }

  private static String changed(UpdateConflict conflict) {
    String both = "changed here and upstream";
    String field = conflict.field().isEmpty() ? both : conflict.field();
    String values = conflict.origin() + conflict.updated() + conflict.local();
    return field.equals(both) && values.isEmpty()
        ? both
        : "%s: was %s, upstream %s, here %s"
            .formatted(
                field,
                value(conflict.origin()),
                value(conflict.updated()),
                value(conflict.local()));
  }

  private static String value(String text) {
    String line = text.strip().replace("\n", "\\n");
    return line.isEmpty() ? "not there" : Excerpts.of(LONGEST, line);
  }

  private static String hint(UpdateConflict conflict, ConflictChoice choice) {
    return switch (choice) {
      case FAIL -> "nothing was written";
      case MARK ->
          conflict.kind() == Kind.DELETED_HERE
              ? result(conflict)
              : "both are in the file, unless it stayed as it was here";
      case UPSTREAM, LOCAL -> result(conflict);
    };
  }

  private static String result(UpdateConflict conflict) {
    if (conflict.kind() == Kind.DELETED_HERE) {
      return "stays deleted";
    }
    if (conflict.kind() == Kind.DELETED_UPSTREAM && conflict.result() == Resolution.UPSTREAM) {
      return "is deleted";
    }
    return conflict.result() == Resolution.UPSTREAM
        ? "is as upstream has it now"
        : "stays as it was here";
  }

  /// Returns the message that conflicts prevented all writes.
  public static String nothingWritten(int count) {
    return "%d %s; nothing was written: decide with --on-conflict=upstream, local or mark"
        .formatted(count, count == 1 ? "conflict" : "conflicts");
  }
}
