package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;

/// Truth of values: all are true except false, 0, nil and empty values.
final class Truthiness {
  private Truthiness() {}

  static boolean of(GoValue value) {
    return switch (value) {
      case Invalid() -> false;
      case Boxed(GoValue inner) -> of(inner);
      case Bool(boolean bool) -> bool;
      case Integral integer -> integer.value() != 0;
      case Float64(double number) -> number != 0;
      case Text(String bytes) -> !bytes.isEmpty();
      case GoValue.Map map -> !map.entries().isEmpty();
      case Slice slice -> !slice.items().isEmpty();
    };
  }
}
