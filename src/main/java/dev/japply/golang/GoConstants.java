package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;

/// Values that there are once.
public final class GoConstants {
  /// No value at all, not even nil.
  public static final GoValue INVALID = new Invalid();

  /// A nil.
  public static final GoValue NIL = new Boxed(INVALID);

  /// `true`.
  public static final GoValue TRUE = new Bool(true);

  /// `false`.
  public static final GoValue FALSE = new Bool(false);

  private GoConstants() {}
}
