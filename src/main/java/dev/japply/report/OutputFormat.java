package dev.japply.report;

import dev.japply.golang.GoTemplate;
import dev.japply.golang.JsonPath;
import dev.japply.golang.JsonPathException;
import dev.japply.golang.Numbers;
import dev.japply.golang.Quoted;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// The formats for printing objects.
public sealed interface OutputFormat {

  /// Indented JSON.
  ///
  /// @param managedFields whether `metadata.managedFields` is shown
  record Json(boolean managedFields) implements OutputFormat {}

  /// YAML as kubectl writes it.
  ///
  /// @param managedFields whether `metadata.managedFields` is shown
  record Yaml(boolean managedFields) implements OutputFormat {}

  /// YAML that looks like JSON.
  ///
  /// @param managedFields whether `metadata.managedFields` is shown
  record Kyaml(boolean managedFields) implements OutputFormat {}

  /// Prints the results of a JSONPath template.
  ///
  /// @param text the source of the template
  /// @param json whether the results are printed as lists in JSON
  record Path(String text, JsonPath template, boolean allowMissing, boolean json)
      implements OutputFormat {}

  /// Prints the results of a Go template.
  ///
  /// @param text the source of the template
  record Template(String text, GoTemplate template, boolean allowMissing) implements OutputFormat {}

  /// The text of objects.
  ///
  /// @param text the whole text, or the part before a template failed
  /// @param problem the reason for the failure of a template; empty if none failed
  record Printed(String text, String problem) {}

  /// Returns the text of `objects`: a single object itself, several as a `v1` `List`.
  default Printed print(List<MapValue> objects) {
    return switch (this) {
      case Json(boolean managed) -> {
        MapValue shown = joined(objects, managed);
        boolean one = objects.size() == 1;
        yield done((one ? IndentedJson.write(shown) : IndentedJson.writeInOrder(shown)) + "\n");
      }
      case Yaml(boolean managed) -> done(GoYaml.write(joined(objects, managed)));
      case Kyaml(boolean managed) -> done(KyamlText.write(joined(objects, managed)));
      case Path path -> path(path, objects);
      case Template template -> template(template, objects);
    };
  }

  /// Returns the separator between objects that are printed one by one.
  default String separator() {
    return this instanceof Yaml ? "---\n" : "";
  }

  private static Printed done(String text) {
    return new Printed(text, "");
  }

  private static MapValue joined(List<MapValue> objects, boolean managedFields) {
    List<Value> shown =
        objects.stream()
            .<Value>map(object -> managedFields ? object : withoutManagedFields(object))
            .toList();
    return shown.size() == 1 ? (MapValue) shown.getFirst() : list(shown);
  }

  private static MapValue withoutManagedFields(MapValue object) {
    MapValue metadata = object.map("metadata");
    return metadata.has("managedFields")
        ? object.with("metadata", metadata.without("managedFields"))
        : object;
  }

  /// Returns a list with the field order of kubectl's own type, which its JSON output shows.
  private static MapValue list(List<Value> objects) {
    var list = new LinkedHashMap<String, Value>();
    list.put("kind", Value.text("List"));
    list.put("apiVersion", Value.text("v1"));
    list.put("metadata", MapValue.EMPTY);
    list.put("items", new ListValue(objects));
    return new MapValue(list);
  }

  /// Evaluates a JSONPath template. In a list, kubectl treats all numbers as floats here.
  private static Printed path(Path path, List<MapValue> objects) {
    Numbers numbers = objects.size() == 1 ? Numbers.AS_READ : Numbers.FLOATS;
    MapValue value = joined(objects, true);
    try {
      return done(
          path.json()
              ? path.template().values(value, numbers, path.allowMissing()).stream()
                  .map(results -> IndentedJson.write(new ListValue(results)) + "\n")
                  .collect(Collectors.joining())
              : path.template().text(value, numbers, path.allowMissing()));
    } catch (JsonPathException e) {
      return new Printed(
          "", "error executing jsonpath " + Quoted.shown(path.text()) + ": " + e.getMessage());
    }
  }

  private static Printed template(Template template, List<MapValue> objects) {
    MapValue value = joined(objects, true);
    GoTemplate.Result result = template.template().run(value, template.allowMissing());
    if (result.problem().isEmpty()) {
      return done(result.text());
    }
    return new Printed(
        result.text(),
        "error executing template " + Quoted.shown(template.text()) + ": " + result.problem());
  }
}
