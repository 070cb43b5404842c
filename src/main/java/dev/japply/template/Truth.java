package dev.japply.template;

import dev.japply.golang.GoValue;
import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Dict;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Octet;
import dev.japply.golang.GoValue.Real;
import dev.japply.golang.GoValue.Seq;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Whole;

/// What counts as true: all but false, 0, nil, and what is empty.
final class Truth {
  private Truth() {}

  static boolean of(GoValue value) {
    return switch (value) {
      case Invalid() -> false;
      case Boxed(GoValue inner) -> of(inner);
      case Bool(boolean bool) -> bool;
      case Whole whole -> whole.value() != 0;
      case Octet(int octet) -> octet != 0;
      case Real(double number) -> number != 0;
      case Text(String bytes) -> !bytes.isEmpty();
      case Dict dict -> !dict.entries().isEmpty();
      case Seq seq -> !seq.items().isEmpty();
    };
  }
}
