package dev.japply.cluster;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Finds the positions in the manifest of fields that server messages name.
final class FieldLocator {
  /// Fields with different paths in manifests and in the server's own form of an object.
  private static final List<Alias> ALIASES =
      List.of(
          new Alias("Service", "spec.clusterIPs[0]", "spec.clusterIP"),
          new Alias("Secret", "data", "stringData"),
          new Alias("PersistentVolume", "spec.persistentvolumesource", "spec"),
          new Alias("CustomResourceDefinition", "status.storedVersions[0]", "spec.versions"),
          new Alias(
              "CustomResourceDefinition",
              "spec.validation.openAPIV3Schema",
              "spec.versions[0].schema.openAPIV3Schema"));

  private record Alias(String kind, String server, String manifest) {}

  private FieldLocator() {}

  /// Returns the possible paths of `field`, the most likely first; empty if it is not a path.
  static List<FieldPath> of(RequestContext request, String field) {
    String kind = request.desired().gvk().kind();
    return IntStream.rangeClosed(0, ALIASES.size())
        .mapToObj(i -> i == 0 ? Optional.of(field) : renamed(ALIASES.get(i - 1), kind, field))
        .flatMap(Optional::stream)
        .map(FieldErrorPath::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> renamed(Alias alias, String kind, String field) {
    boolean applies =
        alias.kind().equals(kind)
            && field.startsWith(alias.server())
            && !Character.isLetter((field + ".").charAt(alias.server().length()));
    return applies
        ? Optional.of(alias.manifest() + field.substring(alias.server().length()))
        : Optional.empty();
  }

  /// Returns the position of the first of `paths` that the manifest contains, else the first path's
  /// position.
  static Origin origin(RequestContext request, List<FieldPath> paths) {
    KubeObject desired = request.desired();
    return paths.stream()
        .filter(path -> inManifest(request, path).in(desired.tree()) instanceof Value)
        .findFirst()
        .or(() -> paths.stream().findFirst())
        .map(path -> desired.positions().apply(inManifest(request, path)))
        .orElse(desired.origin());
  }

  /// Returns the path of the field in the map at `path` with `value` as its key or text; else
  /// `path`. Servers report `metadata.labels: Invalid value: "a b"`, without the key.
  static FieldPath holding(RequestContext request, FieldPath path, String value) {
    if (!(path.in(request.desired().tree()) instanceof MapValue map)) {
      return path;
    }
    List<String> keys =
        map.entries().keySet().stream()
            .filter(key -> key.equals(value) || map.text(key).equals(value))
            .toList();
    return keys.size() == 1 ? path.key(keys.getFirst()) : path;
  }

  /// Converts list indexes of the stored object to the manifest's. The stored object may have more
  /// items.
  static FieldPath inManifest(RequestContext request, FieldPath path) {
    if (request.result() == null) {
      return path;
    }
    Node merged = request.result();
    Node written = request.desired().tree();
    FieldPath found = FieldPath.root();
    for (Iterator<FieldPath> steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      if (step instanceof FieldPath.Index(FieldPath list, int index)) {
        merged = FieldPath.root().index(index).in(merged);
        int own = itemWithin(written, merged, index);
        if (own < 0) {
          return found;
        }
        found = found.index(own);
        written = FieldPath.root().index(own).in(written);
      } else if (step instanceof FieldPath.Key(FieldPath map, String key)) {
        found = found.key(key);
        merged = FieldPath.root().key(key).in(merged);
        written = FieldPath.root().key(key).in(written);
      }
    }
    return found;
  }

  /// Returns the index in `written` of the item that became number `index` of `merged`; -1 if it is
  /// ambiguous.
  private static int itemWithin(Node written, Node merged, int index) {
    if (!(written instanceof ListValue(var items))) {
      return -1;
    }
    Predicate<Integer> fits = i -> holds(merged, items.get(i));
    if (index < items.size() && fits.test(index)) {
      return index;
    }
    List<Integer> fitting = IntStream.range(0, items.size()).boxed().filter(fits).toList();
    return fitting.size() == 1 ? fitting.getFirst() : -1;
  }

  private static boolean holds(Node merged, Node written) {
    if (merged instanceof MapValue all && written instanceof MapValue some) {
      return some.entries().entrySet().stream()
          .filter(entry -> !(entry.getValue() instanceof Value.NullValue))
          .allMatch(entry -> holds(all.get(entry.getKey()), entry.getValue()));
    }
    if (merged instanceof ListValue && written instanceof ListValue) {
      return true;
    }
    return !(merged instanceof Missing) && merged.equals(written);
  }
}
