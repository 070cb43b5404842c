package dev.japply.golang;

import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;

/// The placeholders for a missing value.
final class GoConstants {
  /// No value at all, not even nil.
  public static final GoValue INVALID = new Invalid();

  public static final GoValue NIL = new Boxed(INVALID);

  private GoConstants() {}
}
