package dev.japply.tree;

import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;

/// Writes trees as JSON in the form of Go's `encoding/json`: keys sorted, no spaces, `<`, `>`, `&`,
/// U+2028 and U+2029 escaped. Two equal trees give the same text.
///
/// ```java
/// String text = GoJson.write(MapValue.of("replicas", Value.number(3))); // {"replicas":3}
/// ```
///
/// [#write] keeps integers exact; [#writeRounded] writes those beyond 64 bits as the float64 that
/// Kubernetes reads them as, which is the form that `kubectl` writes into its annotation.
/// [#writeInOrder] leaves keys in their order.
public final class GoJson {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder out;
  private final boolean exact;
  private final boolean sorted;

  private GoJson(boolean exact, boolean sorted) {
    this(new StringBuilder(), exact, sorted);
  }

  private GoJson(StringBuilder out, boolean exact, boolean sorted) {
    this.out = out;
    this.exact = exact;
    this.sorted = sorted;
  }

  /// The text of `value`, integers exact.
  public static String write(Value value) {
    var writer = new GoJson(true, true);
    writer.append(value);
    return writer.out.toString();
  }

  /// Appends the text of `value`, integers exact, to `out`.
  public static void append(StringBuilder out, Value value) {
    new GoJson(out, true, true).append(value);
  }

  /// The text of `value`, integers exact, and the keys of maps as they come.
  public static String writeInOrder(Value value) {
    var writer = new GoJson(true, false);
    writer.append(value);
    return writer.out.toString();
  }

  /// The text of `value` as a Go program that reads and writes it gives: integers beyond 64 bits
  /// become float64.
  public static String writeRounded(Value value) {
    var writer = new GoJson(false, true);
    writer.append(value);
    return writer.out.toString();
  }

  private void append(Value value) {
    switch (value) {
      case NullValue() -> out.append("null");
      case BoolValue(boolean bool) -> out.append(bool);
      case IntValue(long number) -> out.append(number);
      case BigIntValue big ->
          out.append(exact ? big.value().toString() : FloatText.json(big.value().doubleValue()));
      case FloatValue(double number) -> out.append(FloatText.json(number));
      case StringValue(String text) -> appendString(text);
      case ListValue list -> appendList(list);
      case MapValue map -> appendMap(map);
    }
  }

  private void appendList(ListValue list) {
    out.append('[');
    String separator = "";
    for (Value item : list.items()) {
      out.append(separator);
      append(item);
      separator = ",";
    }
    out.append(']');
  }

  private void appendMap(MapValue map) {
    out.append('{');
    String separator = "";
    for (var entry : sorted ? map.sortedEntries() : map.entries().entrySet()) {
      out.append(separator);
      appendString(entry.getKey());
      out.append(':');
      append(entry.getValue());
      separator = ",";
    }
    out.append('}');
  }

  private void appendString(String text) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c)) {
        continue;
      }
      out.append(text, plain, i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else {
        appendChar(c);
      }
      plain = i + 1;
    }
    out.append(text, plain, text.length()).append('"');
  }

  /// Whether a character of ASCII is printed without an escape.
  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
  }

  private void appendChar(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '<', '>', '&', '\u2028', '\u2029' -> appendEscaped(c);
      default -> {
        if (Character.isSurrogate(c)) {
          out.append('\ufffd');
        } else if (c < ' ') {
          appendEscaped(c);
        } else {
          out.append(c);
        }
      }
    }
  }

  private void appendEscaped(char c) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(HEX[(c >> shift) & 0xf]);
    }
  }
}
