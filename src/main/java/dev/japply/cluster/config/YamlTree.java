package dev.japply.cluster.config;

import dev.japply.tree.GoNumber;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.constructor.ConstructYamlNull;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/// Reads YAML with all scalars as text: a number keeps its leading zeros.
final class YamlTree {
  private YamlTree() {}

  /// Parses the map in `text`; empty for an empty document.
  ///
  /// @throws YamlEngineException if it is not YAML
  static MapValue parse(String text) {
    return parse(text, new TextSchema());
  }

  /// Parses the map in `text` with typed numbers and booleans.
  static MapValue parseTyped(String text) {
    return parse(text, new CoreSchema());
  }

  private static MapValue parse(String text, Schema schema) {
    var settings = LoadSettings.builder().setSchema(schema).setAllowDuplicateKeys(true).build();
    var documents = new Load(settings).loadAllFromString(text).iterator();
    Object read = documents.hasNext() ? documents.next() : null;
    return value(read) instanceof MapValue map ? map : MapValue.EMPTY;
  }

  /// Supports only text, lists and maps. A document that has only an anchor or a tag is null.
  private static final class TextSchema extends FailsafeSchema {
    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
      var constructors = new HashMap<>(super.getSchemaTagConstructors());
      constructors.put(Tag.NULL, new ConstructYamlNull());
      return constructors;
    }
  }

  private static Value value(@Nullable Object read) {
    return switch (read) {
      case null -> Value.NULL;
      case Map<?, ?> map -> map(map);
      case List<?> list -> new ListValue(list.stream().map(YamlTree::value).toList());
      case Boolean bool -> Value.bool(bool);
      case Integer number -> Value.number(number);
      case Long number -> Value.number(number);
      case BigInteger number -> integer(number.toString());
      case Double number -> new FloatValue(number);
      default -> scalar(String.valueOf(read));
    };
  }

  private static Value integer(String text) {
    return GoNumber.integer(text).<Value>map(Value::number).orElse(Value.text(text));
  }

  private static Value scalar(String text) {
    return text.equals("null") || text.equals("~") ? Value.NULL : Value.text(text);
  }

  private static MapValue map(Map<?, ?> map) {
    var entries = new LinkedHashMap<String, Value>();
    map.forEach((key, item) -> entries.put(String.valueOf(key), value(item)));
    return MapValue.copyOf(entries);
  }
}
