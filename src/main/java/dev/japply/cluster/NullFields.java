package dev.japply.cluster;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Null in a manifest as the cause of a refusal. The server reads it as zero or as an empty text,
/// and its message has only that: `must be less than or equal to cpu limit of 0`.
final class NullFields {
  /// Words about a value that null can be.
  private static final Pattern ZERO = Pattern.compile("(?<![\\w.])0(?![\\w.])|\"\"|Required value");

  /// Number of levels above a refused field to search: limits bound requests, and both are below
  /// the resources.
  private static final int ABOVE = 1;

  private NullFields() {}

  /// Returns advice that names the null; empty if there is none near the field.
  ///
  /// @param paths the possible paths of the field, the most likely first
  static String hint(RequestContext request, List<FieldPath> paths, String message) {
    return ZERO.matcher(message).find()
        ? paths.stream()
            .flatMap(path -> near(request, FieldLocator.inManifest(request, path)).stream())
            .findFirst()
            .map(found -> hint(request, found))
            .orElse("")
        : "";
  }

  private static String hint(RequestContext request, FieldPath found) {
    int line = request.desired().positions().apply(found).line();
    return found
        + " is null in the manifest"
        + (line == 0 ? "" : ", line " + line)
        + ", which counts as 0 or empty: give it a value, or leave it out";
  }

  private static Optional<FieldPath> near(RequestContext request, FieldPath field) {
    FieldPath top = field;
    for (int above = 0; above <= ABOVE; above++) {
      Optional<FieldPath> found = nulls(top, top.in(request.desired().tree())).findFirst();
      if (found.isPresent() || !(top instanceof FieldPath.Key(FieldPath parent, String key))) {
        return found;
      }
      top = parent;
    }
    return Optional.empty();
  }

  private static Stream<FieldPath> nulls(FieldPath path, Node node) {
    return switch (node) {
      case Value.NullValue none -> Stream.of(path);
      case MapValue map ->
          map.entries().entrySet().stream()
              .flatMap(entry -> nulls(path.key(entry.getKey()), entry.getValue()));
      case ListValue(List<Value> items) ->
          IntStream.range(0, items.size()).boxed().flatMap(i -> nulls(path.index(i), items.get(i)));
      default -> Stream.empty();
    };
  }
}
