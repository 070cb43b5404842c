package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Uint8;
import dev.japply.golang.number.FloatText;
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
      case GoValue.Map map when verb == 'p' -> throw new GoFormatException("%p is not supported");
      case Slice slice when verb == 'p' -> throw new GoFormatException("%p is not supported");
      case GoValue present when verb == 'T' -> layout.string(present.typeName());
      case GoValue present -> value(present, verb);
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
      case Uint8(long code) when verb == 'v' && layout.source -> sourceByte(code);
      case Integral integer -> integer(integer, verb);
      case Float64(double number) -> fraction(value, number, verb);
      case Text(String bytes) -> string(value, bytes, verb);
      case GoValue.Map map -> map(map, verb);
      case Slice slice -> slice(slice, verb);
    }
  }

  private void sourceByte(long code) {
    layout.sharp = true;
    layout.integer(code, 16, "", false);
    layout.sharp = false;
  }

  private void integer(Integral integer, int verb) {
    long number = integer.value();
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
      default -> badVerb(integer, verb);
    }
  }

  private void fraction(GoValue value, double number, int verb) {
    boolean beyond = verb == 'b' || verb == 'x' || verb == 'X' || (layout.sharp && verb != 'v');
    if (beyond && "bxXeEfFgG".indexOf(verb) >= 0) {
      throw new GoFormatException(
          "%" + (layout.sharp ? "#" : "") + (char) verb + " of a float64 is not supported");
    }
    switch (verb) {
      case 'v', 'g' -> layout.fraction(number, 'g', FloatText.SHORTEST, false);
      case 'G' -> layout.fraction(number, 'g', FloatText.SHORTEST, true);
      case 'e' -> layout.fraction(number, 'e', 6, false);
      case 'E' -> layout.fraction(number, 'e', 6, true);
      case 'f', 'F' -> layout.fraction(number, 'f', 6, false);
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

  private void map(GoValue.Map map, int verb) {
    out.append(layout.source ? map.typeName() + "{" : "map[");
    String separator = "";
    for (var entry : map.entries().entrySet()) {
      out.append(separator);
      value(new Text(entry.getKey()), verb);
      out.append(':');
      value(entry.getValue(), verb);
      separator = layout.source ? ", " : " ";
    }
    out.append(layout.source ? '}' : ']');
  }

  private void slice(Slice slice, int verb) {
    out.append(layout.source ? slice.typeName() + "{" : "[");
    Iterator<GoValue> items = slice.items().iterator();
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
