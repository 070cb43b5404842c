package dev.japply.merge;

import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Trees in one line of YAML: `{a: 1, b: [x, null]}`.
public final class Flow {
  private Flow() {}

  public static Value parse(String text) {
    return value(new Load(LoadSettings.builder().build()).loadFromString(text));
  }

  public static MapValue map(String text) {
    return (MapValue) parse(text);
  }

  private static Value value(@Nullable Object object) {
    return switch (object) {
      case null -> Value.NULL;
      case Boolean bool -> Value.bool(bool);
      case Integer number -> Value.number(number);
      case Long number -> Value.number(number);
      case BigInteger number -> Value.number(number);
      case Double number -> new FloatValue(number);
      case String text -> Value.text(text);
      case List<?> items -> new ListValue(items.stream().map(Flow::value).toList());
      case Map<?, ?> map -> mapOf(map);
      default -> throw new IllegalArgumentException("no JSON value: " + object);
    };
  }

  private static MapValue mapOf(Map<?, ?> map) {
    var entries = new LinkedHashMap<String, Value>();
    map.forEach((key, value) -> entries.put(Objects.toString(key), value(value)));
    return new MapValue(entries);
  }
}
