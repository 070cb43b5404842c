package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.util.List;

/// A template in Kubernetes' JSONPath: `{.items[*].metadata.name}`.
public final class JsonPath {
  private final List<JsonPathNode> nodes;

  private JsonPath(List<JsonPathNode> nodes) {
    this.nodes = nodes;
  }

  /// Reads a template.
  ///
  /// @throws JsonPathException when it is malformed
  public static JsonPath parse(String template) {
    return new JsonPath(JsonPathParser.parse(ByteText.of(template)));
  }

  /// Executes the template for `value`, and joins its texts. The results of one action are
  /// separated by spaces.
  ///
  /// @param allowMissing whether a missing field is empty and not an error
  /// @throws JsonPathException if a step does not fit the value
  public String text(Value value, Numbers numbers, boolean allowMissing) {
    var out = new StringBuilder();
    for (List<GoValue> results : find(value, numbers, allowMissing)) {
      out.append(String.join(" ", results.stream().map(JsonPath::text).toList()));
    }
    return ByteText.decode(out.toString());
  }

  /// Returns the results of each part of the template for `value`, including text parts.
  ///
  /// @throws JsonPathException if a step does not fit the value
  public List<List<Value>> values(Value value, Numbers numbers, boolean allowMissing) {
    return find(value, numbers, allowMissing).stream()
        .map(results -> results.stream().map(Numbers::write).toList())
        .toList();
  }

  private List<List<GoValue>> find(Value value, Numbers numbers, boolean allowMissing) {
    return new Search(nodes, new Steps(allowMissing)).find(numbers.read(value));
  }

  private static String text(GoValue value) {
    return switch (value) {
      case Invalid() -> "<no value>";
      case Boxed(Invalid()) -> "null";
      case Boxed(GoValue inner) -> text(inner);
      case GoValue.Map map -> json(map);
      case Slice slice -> json(slice);
      case Basic basic -> GoFormat.text(basic);
    };
  }

  private static String json(GoValue value) {
    return ByteText.of(GoJson.write(Numbers.write(value)));
  }
}
