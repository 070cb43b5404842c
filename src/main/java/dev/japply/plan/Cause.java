package dev.japply.plan;

import java.util.Set;

/// The reason why a field changes or stays.
///
/// @param code the machine-readable code
/// @param words the text for users
public record Cause(String code, String words, Effect effect) {
  public enum Effect {
    CHANGES,
    STAYS,
    /// No effect: the entry is an instruction for merging.
    NONE
  }

  static final String IGNORED = "ignored";

  /// The code of a field that a line of the new files sets.
  public static final String LINE = "line";

  /// The code of a field that a line of the old files set.
  public static final String LINE_GONE = "lineGone";

  /// The code of a field whose line is not found.
  public static final String NO_LINE = "noLine";

  /// The patch sends another value, but the server keeps the live one.
  public static final Cause KEPT = stay("kept", "sent, but the server keeps the live value");

  /// The server changes it by itself along with the patch.
  static final Cause OF_SERVER = change("server", "changed by the server along with that");

  /// A stored patch changes it, and the plan does not state why.
  public static final Cause UNEXPLAINED = change("unexplained", "the plan gives no reason");

  /// An undo gives it the value from before a run.
  static final Cause TAKEN_BACK = change("takenBack", "taken back");

  /// Nothing but the order of the items changes.
  static final Cause ORDERED = change("order", "put into the order of the manifest");

  /// Codes for entries that are instructions for merging.
  private static final Set<String> DIRECTIVES = Set.of("order", "keptKeys", "guard");

  /// Restores a cause from its stored code and text.
  public static Cause stored(String code, String words, boolean changes) {
    Effect effect =
        changes ? Effect.CHANGES : DIRECTIVES.contains(code) ? Effect.NONE : Effect.STAYS;
    return new Cause(code, words, effect);
  }

  /// Whether the server changes the field by itself.
  public boolean isOfServer() {
    return code.equals(OF_SERVER.code);
  }

  static Cause change(String code, String words) {
    return new Cause(code, words, Effect.CHANGES);
  }

  static Cause stay(String code, String words) {
    return new Cause(code, words, Effect.STAYS);
  }

  static Cause directive(String code, String words) {
    return new Cause(code, words, Effect.NONE);
  }

  Cause and(String more) {
    return new Cause(code, words + "; " + more, effect);
  }
}
