package dev.japply.kpt;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// Writes objects as people do: some strings in quotes, some lists in brackets, comments here and
/// there. Equal values of one package are written alike, but for now and then one.
final class RandomYaml {
  /// Words in the place of others: those that YAML 1.1 and 1.2 read in different ways.
  private static final Map<String, String> WORDS =
      Map.of("n", "web", "c", "on", "x", "no", "é<&>", "1.50");

  /// The version in which comments are free. Where upstream changes one, kyaml may take it for a
  /// change of the value.
  static final int LOCAL = 2;

  private final long seed;
  private final SplittableRandom random;
  private final boolean restyles;
  private final boolean comments;
  private final boolean local;

  /// @param seed what is the same for the versions of one object
  /// @param version what is not
  RandomYaml(long seed, int version) {
    this.seed = seed;
    this.random = new SplittableRandom(seed * 3 + version);
    this.restyles = seed % 5 == 0;
    this.comments = seed % 3 == 0 && !restyles;
    this.local = version == LOCAL;
  }

  String write(MapValue object) {
    var text = new StringBuilder();
    entries(object, "", false, text);
    return text.toString();
  }

  /// A number below `bound` that goes with a value.
  private int style(Value value, int bound) {
    if (restyles && random.nextInt(20) == 0) {
      return random.nextInt(bound);
    }
    return Math.floorMod((int) (value.hashCode() * 31L + seed * 7), bound);
  }

  private void entries(MapValue map, String indent, boolean inList, StringBuilder text) {
    map.entries()
        .forEach((key, value) -> {
          text.append(indent).append(quoted(key)).append(':');
          behind(value, indent, inList, text);
        });
  }

  private void behind(Value value, String indent, boolean inList, StringBuilder text) {
    switch (value) {
      case MapValue map when !map.isEmpty() && style(map, 8) > 0 -> {
        boolean name = comments && indent.isEmpty() && text.toString().endsWith("metadata:");
        text.append(name ? " # kpt-merge: /web\n" : "\n");
        entries(map, indent + "  ", inList, text);
      }
      case ListValue list when !list.isEmpty() && style(list, 4) > 0 -> {
        text.append('\n');
        items(list, indent, text);
      }
      default -> {
        text.append(' ').append(flow(value));
        boolean comment = comments && !inList && (local || indent.isEmpty());
        boolean commented = (local ? random.nextInt(6) : style(value, 6)) == 0;
        text.append(
            comment && commented && value instanceof ScalarValue ? " # " + style(value, 3) : "");
        text.append('\n');
      }
    }
  }

  private void items(ListValue list, String indent, StringBuilder text) {
    for (Value item : list.items()) {
      if (item instanceof MapValue map && !map.isEmpty() && style(map, 8) > 0) {
        var block = new StringBuilder();
        entries(map, indent + "  ", true, block);
        text.append(indent).append("- ").append(block.substring(indent.length() + 2));
      } else {
        text.append(indent).append("- ").append(flow(item)).append('\n');
      }
    }
  }

  private String flow(Value value) {
    return switch (value) {
      case MapValue map ->
          map.entries().entrySet().stream()
              .map(entry -> quoted(entry.getKey()) + ": " + flow(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case ListValue list ->
          list.items().stream().map(this::flow).collect(Collectors.joining(", ", "[", "]"));
      case StringValue(String word) -> string(WORDS.getOrDefault(word, word), value);
      case NullValue nothing -> style(nothing, 2) == 0 ? "null" : "~";
      case ScalarValue scalar -> GoJson.write(scalar);
    };
  }

  private String string(String text, Value value) {
    boolean needsQuotes = text.isEmpty() || text.matches("[0-9].*|.*[%<&].*");
    return needsQuotes || style(value, 3) == 0 ? GoJson.write(Value.text(text)) : text;
  }

  private static String quoted(String key) {
    return key.matches("[A-Za-z][A-Za-z0-9./-]*") ? key : GoJson.write(Value.text(key));
  }
}
