package dev.japply.kpt;

import dev.japply.problem.Origin;
import java.util.function.UnaryOperator;

/// Something that both upstream and the user changed.
///
/// @param place its position in the local file, or in upstream's if it was deleted here
/// @param subject the object, as `Deployment web`; empty for other files
/// @param field the field; empty for the whole object or file
/// @param kind the changes of both sides
/// @param origin the original value; this and the next two are empty if the value is missing
/// @param updated the value of upstream
/// @param result the side that won
public record UpdateConflict(
    Origin place,
    String subject,
    String field,
    Kind kind,
    String origin,
    String updated,
    String local,
    Resolution result) {
  private static final String THERE = "there";
  private static final String CHANGED = "changed";

  /// A field or lines that both sides changed.
  UpdateConflict(
      Origin place,
      String subject,
      String field,
      String origin,
      String updated,
      String local,
      Resolution result) {
    this(place, subject, field, Kind.CHANGED, origin, updated, local, result);
  }

  /// An object, file or package that was deleted here and changed upstream. It stays deleted.
  ///
  /// @param place its position upstream
  static UpdateConflict deletedHere(Origin place, String subject) {
    return new UpdateConflict(
        place, subject, "", Kind.DELETED_HERE, THERE, CHANGED, "", Resolution.LOCAL);
  }

  /// An object, file or package that was changed here and deleted upstream.
  ///
  /// @param upstreamWins whether it is deleted
  static UpdateConflict deletedUpstream(Origin place, String subject, boolean upstreamWins) {
    Resolution result = upstreamWins ? Resolution.UPSTREAM : Resolution.LOCAL;
    return new UpdateConflict(
        place, subject, "", Kind.DELETED_UPSTREAM, THERE, "", CHANGED, result);
  }

  /// A file that was edited after an update of it had begun.
  static UpdateConflict editedSince(String path) {
    return new UpdateConflict(Origin.of(path), "", "", "", "", "", Resolution.LOCAL);
  }

  /// The same with other texts for the values of a field or lines.
  UpdateConflict with(UnaryOperator<String> shown) {
    if (kind != Kind.CHANGED) {
      return this;
    }
    return new UpdateConflict(
        place,
        subject,
        field,
        kind,
        shown.apply(origin),
        shown.apply(updated),
        shown.apply(local),
        result);
  }

  /// The same in a package inside of another.
  UpdateConflict below(String directory) {
    var below = new Origin(directory + "/" + place.source(), place.line(), 0);
    return new UpdateConflict(below, subject, field, kind, origin, updated, local, result);
  }

  /// The changes of both sides.
  public enum Kind {
    /// Both changed it.
    CHANGED,
    /// It was deleted here, and changed upstream.
    DELETED_HERE,
    /// It was changed here, and deleted upstream.
    DELETED_UPSTREAM
  }

  /// The side that won.
  public enum Resolution {
    /// It is as upstream has it.
    UPSTREAM,
    /// It is as it was here.
    LOCAL
  }
}
