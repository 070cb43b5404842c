package dev.japply.plan;

import java.util.Set;

/// Why a field changes or stays.
///
/// @param code for programs
/// @param words for people
public record Cause(String code, String words, Effect effect) {
  /// What becomes of the field.
  public enum Effect {
    CHANGES,
    STAYS,
    /// Nothing: the patch only says how to read it.
    NONE
  }

  static final String IGNORED = "ignored";

  /// The patch sends another value, of which the server makes the one that is there.
  public static final Cause KEPT = stay("kept", "sent, but the server keeps what is live");

  /// The server changes it by itself along with the patch.
  static final Cause OF_SERVER = change("server", "changed by the server along with that");

  /// A stored patch changes it, and the plan does not state why.
  public static final Cause UNEXPLAINED = change("unexplained", "the plan gives no reason");

  /// Nothing but the order of the items changes.
  static final Cause ORDERED = change("order", "put into the order of the manifest");

  /// Codes of what the patch only says to be read right.
  private static final Set<String> DIRECTIVES = Set.of("order", "keptKeys", "guard");

  /// One that was written down.
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

  /// The same, with something more to know.
  Cause and(String more) {
    return new Cause(code, words + "; " + more, effect);
  }
}
