package dev.japply.golang;

import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Float64;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Uint8;
import dev.japply.tree.FloatText;
import java.util.Iterator;

/// Writes values by the verbs of Go's `fmt`.
///
/// @param out takes the byte text
/// @param layout the flags of the verb
record Printer(StringBuilder out, Layout layout) {
  private static final String NIL = "<nil>";

  /// Writes an argument, whose nil is no value.
  void printArgument(GoValue argument, int verb) {
    GoValue value = argument.unboxed();
    switch (value) {
      case Invalid() when verb == 'T' || verb == 'v' -> layout.printPadded(NIL);
      case Invalid() -> printBadVerb(value, verb);
      case GoValue.Map map when verb == 'p' -> throw new GoFormatException("%p is not supported");
      case Slice slice when verb == 'p' -> throw new GoFormatException("%p is not supported");
      case GoValue present when verb == 'T' -> layout.printString(present.typeName());
      case GoValue present -> printValue(present, verb);
    }
  }

  /// Writes a value that is no argument by itself, as one in a map.
  void printValue(GoValue value, int verb) {
    switch (value) {
      case Invalid() -> out.append("<invalid reflect.Value>");
      case Boxed(Invalid()) -> out.append(layout.source ? "interface {}(nil)" : NIL);
      case Boxed(GoValue inner) -> printValue(inner, verb);
      case Bool(boolean bool) when verb == 't' || verb == 'v' ->
          layout.printPadded(String.valueOf(bool));
      case Bool bool -> printBadVerb(bool, verb);
      case Uint8(long code) when verb == 'v' && layout.source -> printSourceByte(code);
      case Integral integer -> printInteger(integer, verb);
      case Float64(double number) -> printFloat(value, number, verb);
      case Text(String bytes) -> printString(value, bytes, verb);
      case GoValue.Map map -> printMap(map, verb);
      case Slice slice -> printSlice(slice, verb);
    }
  }

  private void printSourceByte(long code) {
    layout.sharp = true;
    layout.printInteger(code, 16, "", false);
    layout.sharp = false;
  }

  private void printInteger(Integral integer, int verb) {
    long number = integer.value();
    switch (verb) {
      case 'v', 'd' -> layout.printInteger(number, 10, "", false);
      case 'b' -> layout.printInteger(number, 2, "", false);
      case 'o' -> layout.printInteger(number, 8, "", false);
      case 'O' -> layout.printInteger(number, 8, "0o", false);
      case 'x' -> layout.printInteger(number, 16, "", false);
      case 'X' -> layout.printInteger(number, 16, "", true);
      case 'c' -> layout.printCharacter(number);
      case 'q' -> layout.printQuotedCharacter(number);
      case 'U' -> layout.printUnicode(number);
      default -> printBadVerb(integer, verb);
    }
  }

  private void printFloat(GoValue value, double number, int verb) {
    boolean beyond = verb == 'b' || verb == 'x' || verb == 'X' || (layout.sharp && verb != 'v');
    if (beyond && "bxXeEfFgG".indexOf(verb) >= 0) {
      throw new GoFormatException(
          "%" + (layout.sharp ? "#" : "") + (char) verb + " of a float64 is not supported");
    }
    switch (verb) {
      case 'v', 'g' -> layout.printFloat(number, 'g', FloatText.SHORTEST, false);
      case 'G' -> layout.printFloat(number, 'g', FloatText.SHORTEST, true);
      case 'e' -> layout.printFloat(number, 'e', 6, false);
      case 'E' -> layout.printFloat(number, 'e', 6, true);
      case 'f', 'F' -> layout.printFloat(number, 'f', 6, false);
      default -> printBadVerb(value, verb);
    }
  }

  private void printString(GoValue value, String bytes, int verb) {
    switch (verb) {
      case 'v' -> {
        if (layout.source) {
          layout.printQuoted(bytes);
        } else {
          layout.printString(bytes);
        }
      }
      case 's' -> layout.printString(bytes);
      case 'q' -> layout.printQuoted(bytes);
      case 'x' -> layout.printHex(bytes, false);
      case 'X' -> layout.printHex(bytes, true);
      default -> printBadVerb(value, verb);
    }
  }

  private void printMap(GoValue.Map map, int verb) {
    out.append(layout.source ? map.typeName() + "{" : "map[");
    String separator = "";
    for (var entry : map.entries().entrySet()) {
      out.append(separator);
      printValue(new Text(entry.getKey()), verb);
      out.append(':');
      printValue(entry.getValue(), verb);
      separator = layout.source ? ", " : " ";
    }
    out.append(layout.source ? '}' : ']');
  }

  private void printSlice(Slice slice, int verb) {
    out.append(layout.source ? slice.typeName() + "{" : "[");
    Iterator<GoValue> items = slice.items().iterator();
    while (items.hasNext()) {
      printValue(items.next(), verb);
      out.append(items.hasNext() ? layout.source ? ", " : " " : "");
    }
    out.append(layout.source ? '}' : ']');
  }

  private void printBadVerb(GoValue value, int verb) {
    out.append("%!").append(ByteText.of(verb)).append('(');
    if (value instanceof Invalid) {
      out.append(NIL);
    } else {
      out.append(value.typeName()).append('=');
      printValue(value, 'v');
    }
    out.append(')');
  }
}
