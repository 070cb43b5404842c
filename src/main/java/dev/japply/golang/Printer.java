package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Dict;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Octet;
import dev.japply.golang.GoValue.Real;
import dev.japply.golang.GoValue.Seq;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Whole;
import java.util.Iterator;

/// Writes values by the verbs of Go's `fmt`.
///
/// @param out takes the byte text
/// @param layout the flags of the verb
record Printer(StringBuilder out, Layout layout) {
  private static final String NIL = "<nil>";

  /// Writes an argument, whose nil is no value.
  void argument(GoValue argument, int verb) {
    GoValue value = argument.unboxed();
    switch (value) {
      case Invalid() when verb == 'T' || verb == 'v' -> layout.pad(NIL);
      case Invalid() -> badVerb(value, verb);
      case GoValue any when verb == 'T' -> layout.string(any.typeName());
      case Dict dict when verb == 'p' -> throw new GoFormatException("%p is not supported");
      case Seq seq when verb == 'p' -> throw new GoFormatException("%p is not supported");
      default -> value(value, verb);
    }
  }

  /// Writes a value that is no argument by itself, as one in a map.
  void value(GoValue value, int verb) {
    switch (value) {
      case Invalid() -> out.append("<invalid reflect.Value>");
      case Boxed(Invalid()) -> out.append(layout.source ? "interface {}(nil)" : NIL);
      case Boxed(GoValue inner) -> value(inner, verb);
      case Bool(boolean bool) when verb == 't' || verb == 'v' -> layout.pad(String.valueOf(bool));
      case Bool bool -> badVerb(bool, verb);
      case Whole whole -> integer(whole, whole.value(), verb);
      case Octet(int octet) when verb == 'v' && layout.source -> sourceOctet(octet);
      case Octet octet -> integer(octet, octet.value(), verb);
      case Real(double number) -> real(value, number, verb);
      case Text(String bytes) -> string(value, bytes, verb);
      case Dict dict -> dict(dict, verb);
      case Seq seq -> seq(seq, verb);
    }
  }

  private void sourceOctet(int octet) {
    layout.sharp = true;
    layout.integer(octet, 16, "", false);
    layout.sharp = false;
  }

  private void integer(GoValue value, long number, int verb) {
    switch (verb) {
      case 'v', 'd' -> layout.integer(number, 10, "", false);
      case 'b' -> layout.integer(number, 2, "", false);
      case 'o' -> layout.integer(number, 8, "", false);
      case 'O' -> layout.integer(number, 8, "0o", false);
      case 'x' -> layout.integer(number, 16, "", false);
      case 'X' -> layout.integer(number, 16, "", true);
      case 'c' -> layout.character(number);
      case 'q' -> layout.quotedCharacter(number);
      case 'U' -> layout.unicode(number);
      default -> badVerb(value, verb);
    }
  }

  private void real(GoValue value, double number, int verb) {
    boolean beyond = verb == 'b' || verb == 'x' || verb == 'X' || (layout.sharp && verb != 'v');
    if (beyond && "bxXeEfFgG".indexOf(verb) >= 0) {
      throw new GoFormatException(
          "%" + (layout.sharp ? "#" : "") + (char) verb + " of a float64 is not supported");
    }
    switch (verb) {
      case 'v', 'g' -> layout.real(number, 'g', FloatText.SHORTEST, false);
      case 'G' -> layout.real(number, 'g', FloatText.SHORTEST, true);
      case 'e' -> layout.real(number, 'e', 6, false);
      case 'E' -> layout.real(number, 'e', 6, true);
      case 'f', 'F' -> layout.real(number, 'f', 6, false);
      default -> badVerb(value, verb);
    }
  }

  private void string(GoValue value, String bytes, int verb) {
    switch (verb) {
      case 'v' -> {
        if (layout.source) {
          layout.quoted(bytes);
        } else {
          layout.string(bytes);
        }
      }
      case 's' -> layout.string(bytes);
      case 'q' -> layout.quoted(bytes);
      case 'x' -> layout.hexString(bytes, false);
      case 'X' -> layout.hexString(bytes, true);
      default -> badVerb(value, verb);
    }
  }

  private void dict(Dict dict, int verb) {
    out.append(layout.source ? dict.typeName() + "{" : "map[");
    String separator = "";
    for (var entry : dict.entries().entrySet()) {
      out.append(separator);
      value(new Text(entry.getKey()), verb);
      out.append(':');
      value(entry.getValue(), verb);
      separator = layout.source ? ", " : " ";
    }
    out.append(layout.source ? '}' : ']');
  }

  private void seq(Seq seq, int verb) {
    out.append(layout.source ? seq.typeName() + "{" : "[");
    Iterator<GoValue> items = seq.items().iterator();
    while (items.hasNext()) {
      value(items.next(), verb);
      out.append(items.hasNext() ? layout.source ? ", " : " " : "");
    }
    out.append(layout.source ? '}' : ']');
  }

  private void badVerb(GoValue value, int verb) {
    out.append("%!").append(ByteText.of(verb)).append('(');
    if (value instanceof Invalid) {
      out.append(NIL);
    } else {
      out.append(value.typeName()).append('=');
      value(value, 'v');
    }
    out.append(')');
  }
}
