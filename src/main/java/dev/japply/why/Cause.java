package dev.japply.why;

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
