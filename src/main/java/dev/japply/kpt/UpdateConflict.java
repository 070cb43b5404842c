package dev.japply.kpt;

import dev.japply.problem.Origin;
import java.util.function.UnaryOperator;

/// Something that both upstream and the user changed.
///
/// @param place its position in the local file, or in upstream's if it was deleted here
/// @param subject the object, as `Deployment web`; empty for other files
/// @param field the field; empty for the whole object or file
/// @param origin the original value; this and the next two are empty if the value is missing
/// @param updated the value of upstream
/// @param result the side that won
public record UpdateConflict(
    Origin place,
    String subject,
    String field,
    String origin,
    String updated,
    String local,
    Result result) {

  /// A file that was edited after an update of it had begun.
  static UpdateConflict editedSince(String path) {
    return new UpdateConflict(Origin.of(path), "", "", "", "", "", Result.LOCAL);
  }

  /// The same with other texts for its values.
  UpdateConflict with(UnaryOperator<String> shown) {
    return new UpdateConflict(
        place,
        subject,
        field,
        shown.apply(origin),
        shown.apply(updated),
        shown.apply(local),
        result);
  }

  /// The same in a package inside of another.
  UpdateConflict below(String directory) {
    var below = new Origin(directory + "/" + place.source(), place.line(), 0);
    return new UpdateConflict(below, subject, field, origin, updated, local, result);
  }

  /// The side that won.
  public enum Result {
    /// It is as upstream has it.
    UPSTREAM,
    /// It is as it was here.
    LOCAL
  }
}
