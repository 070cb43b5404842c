package dev.japply.yaml;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Style;
import java.util.LinkedHashMap;

/// Converts a value that kyaml has written to the value that Kubernetes reads. In kyaml's YAML 1.2,
/// `on` is a string that requires no quotes; in Kubernetes' YAML 1.1 it is `true`.
public final class Yaml11Reading {
  private final ScalarStyle spelling;

  /// @param spelling the styles of the scalars
  public Yaml11Reading(ScalarStyle spelling) {
    this.spelling = spelling;
  }

  /// Returns `value` as Kubernetes reads it.
  public Value of(Value value) {
    return switch (value) {
      case MapValue map -> {
        var entries = new LinkedHashMap<String, Value>();
        map.entries().forEach((key, entry) -> entries.put(key, of(entry)));
        yield new MapValue(entries);
      }
      case ListValue list -> new ListValue(list.items().stream().map(this::of).toList());
      case StringValue(String text) -> spelling.isQuoted(value) ? value : plain(text);
      case NullValue none -> none;
      case ScalarValue scalar -> scalar;
    };
  }

  /// Reads an unquoted string. kyaml quotes strings that YAML 1.2 reads as other types.
  private static Value plain(String text) {
    var scalar = new Scalar("", text, Style.PLAIN, new Place(1, 1));
    return ScalarResolver.resolveWithoutWords(scalar) instanceof StringValue
        ? ScalarResolver.resolve(scalar)
        : Value.text(text);
  }
}
