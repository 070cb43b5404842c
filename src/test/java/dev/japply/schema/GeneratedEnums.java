package dev.japply.schema;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The enumerations in Kubernetes' generated Go definitions of its OpenAPI documents. The documents
/// in its repository are written without them.
final class GeneratedEnums {
  private static final Pattern FUNCTION = Pattern.compile("^func schema_(\\w+)\\(ref.*");
  private static final Pattern PROPERTY = Pattern.compile("^\t{5}\"([^\"]+)\": \\{$");
  private static final Pattern ENUM = Pattern.compile("^(\t+)Enum: +\\[]interface *\\{}\\{(.*)},$");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");

  /// The number of tabs before an enumeration of the property itself, not of its items.
  private static final int DIRECT = 7;

  /// The values by the last parts of the type's name and the field: `core.v1.Service.type`.
  private final Map<String, ListValue> values = new HashMap<>();

  /// The fields with enumerations of their items.
  private final Map<String, ListValue> ofItems = new HashMap<>();

  private GeneratedEnums() {}

  /// Reads them from the sources of Kubernetes in `module`.
  static GeneratedEnums of(Path module) {
    var enums = new GeneratedEnums();
    try (Stream<String> lines =
        Files.lines(module.resolve("pkg/generated/openapi/zz_generated.openapi.go"))) {
      enums.read(lines.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return enums;
  }

  private void read(List<String> lines) {
    String type = "";
    String property = "";
    for (String line : lines) {
      Matcher function = FUNCTION.matcher(line);
      Matcher field = PROPERTY.matcher(line);
      Matcher found = ENUM.matcher(line);
      if (function.matches()) {
        type = lastParts(function.group(1), "_");
      } else if (field.matches()) {
        property = field.group(1);
      } else if (found.matches()) {
        var words = new ArrayList<Value>();
        WORD.matcher(found.group(2))
            .results()
            .forEach(each -> words.add(Value.text(each.group(1))));
        boolean direct = found.group(1).length() == DIRECT;
        (direct ? values : ofItems).put(type + "." + property, new ListValue(words));
      }
    }
  }

  /// The group, the version and the type, which end each name.
  private static String lastParts(String name, String separator) {
    List<String> parts = List.of(name.split(Pattern.quote(separator), -1));
    return parts.subList(Math.max(0, parts.size() - 3), parts.size()).stream()
        .collect(Collectors.joining("."));
  }

  /// Returns a document of the repository with the enumerations.
  MapValue addTo(MapValue document) {
    MapValue schemas = document.map("components").map("schemas");
    var all = new LinkedHashMap<String, Value>();
    schemas
        .entries()
        .forEach((name, schema) -> all.put(name, withEnums(lastParts(name, "."), schema)));
    return document.with(
        "components", document.map("components").with("schemas", MapValue.copyOf(all)));
  }

  private Value withEnums(String type, Value schema) {
    MapValue map = (MapValue) schema;
    MapValue properties = map.map("properties");
    for (String key : properties.entries().keySet()) {
      ListValue direct = values.get(type + "." + key);
      ListValue items = ofItems.get(type + "." + key);
      MapValue property = properties.map(key);
      if (direct != null) {
        properties = properties.with(key, property.with("enum", direct));
      }
      if (items != null && property.has("items")) {
        MapValue each = property.map("items").with("enum", items);
        properties = properties.with(key, property.with("items", each));
      }
    }
    return properties.isEmpty() ? map : map.with("properties", properties);
  }
}
