package dev.japply.e2e;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Live objects without what the server makes up or stamps: what is left must be the same whoever
/// applied. The last-applied annotation stays, and is compared byte by byte.
public final class LiveObjects {
  private static final Set<String> VOLATILE =
      Set.of("uid", "resourceVersion", "creationTimestamp", "deletionTimestamp");
  private static final Set<String> MAINTAINED =
      Set.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields");
  private static final Set<String> ASSIGNED =
      Set.of("clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort");
  private static final Pattern STAMPS =
      Pattern.compile(
          "(\"?(?:uid|resourceVersion|creationTimestamp|clusterIP|time)\"?: "
              + "|(?<=- |\")(?=10\\.0\\.))\"?[^\"\\n,]+\"?");

  /// Where kubectl puts files to compare, and when.
  private static final Pattern DIRECTORY = Pattern.compile("\\S*/(LIVE|MERGED)-\\d+/");

  private static final Pattern WRITTEN = Pattern.compile("(?m)^((?:---|\\+\\+\\+) \\S+\t).*");

  private LiveObjects() {}

  /// The objects of that `names` that exist, as JSON by name.
  static Map<String, String> of(Actor actor, List<String> names) {
    return byName(actor, names.stream().flatMap(name -> actor.read(name).stream()));
  }

  /// The objects of the manifests in `file` that exist, as JSON by name.
  static Map<String, String> of(Actor actor, Path file) {
    List<String> args =
        List.of(
            "get", "-o", "json", "--show-managed-fields", "--ignore-not-found", "-f", "" + file);
    String json = actor.kubectl(args, "").orFail().out();
    if (json.isEmpty()) {
      return Map.of();
    }
    MapValue answer = (MapValue) Json.parse(json);
    return answer.get("items") instanceof ListValue list
        ? byName(actor, list.items().stream().map(item -> (MapValue) item))
        : byName(actor, Stream.of(answer));
  }

  private static Map<String, String> byName(Actor actor, Stream<MapValue> found) {
    var objects = new TreeMap<String, String>();
    found.forEach(object -> {
      String name = object.text("kind") + "/" + object.map("metadata").text("name");
      String text = GoJson.write(normal(object)).replace(object.map("metadata").text("uid"), "UID");
      objects.put(actor.plain(name), actor.plain(text));
    });
    return objects;
  }

  /// Printed objects, or differences between some, without what differs from one to the next.
  static String unstamped(String text) {
    String stamped = DIRECTORY.matcher(text).replaceAll("$1/");
    return STAMPS.matcher(WRITTEN.matcher(stamped).replaceAll("$1*")).replaceAll("$1*");
  }

  /// The object without what the server makes up or stamps.
  public static MapValue normal(MapValue object) {
    MapValue metadata = object.map("metadata");
    for (String field : VOLATILE) {
      metadata = metadata.without(field);
    }
    if (metadata.get("managedFields") instanceof ListValue entries) {
      metadata = metadata.with("managedFields", managers(entries));
    }
    return (MapValue)
        unassigned(object.without("status").with("metadata", withoutRevision(metadata)));
  }

  /// The object without all that a server maintains: what is left is what clients wrote, and what
  /// the server filled in.
  static MapValue written(MapValue object) {
    MapValue metadata = object.map("metadata");
    for (String field : MAINTAINED) {
      metadata = metadata.without(field);
    }
    return object.without("status").with("metadata", withoutRevision(metadata));
  }

  /// The metadata as before the controllers of Deployments and Nodes came.
  private static MapValue withoutRevision(MapValue metadata) {
    if (!(metadata.get("annotations") instanceof MapValue annotations)) {
      return metadata;
    }
    MapValue others =
        annotations
            .without("deployment.kubernetes.io/revision")
            .without("node.alpha.kubernetes.io/ttl");
    return others.isEmpty()
        ? metadata.without("annotations")
        : metadata.with("annotations", others);
  }

  /// Who owns what, but for the controllers, which come when they like; the server sorts by time.
  private static ListValue managers(ListValue entries) {
    return new ListValue(
        entries.items().stream()
            .map(entry -> (MapValue) entry)
            .filter(entry -> !entry.text("manager").equals("kube-controller-manager"))
            .filter(entry -> !entry.has("subresource"))
            .<Value>map(entry -> entry.without("time"))
            .sorted(Comparator.comparing(GoJson::write))
            .toList());
  }

  private static Value unassigned(Value value) {
    return switch (value) {
      case MapValue map -> {
        MapValue copy = MapValue.EMPTY;
        for (var entry : map.entries().entrySet()) {
          if (!ASSIGNED.contains(entry.getKey())) {
            copy = copy.with(entry.getKey(), unassigned(entry.getValue()));
          }
        }
        yield copy;
      }
      case ListValue list ->
          new ListValue(list.items().stream().map(LiveObjects::unassigned).toList());
      case Value.NullValue scalar -> scalar;
      case Value.BoolValue scalar -> scalar;
      case Value.IntValue scalar -> scalar;
      case Value.BigIntValue scalar -> scalar;
      case Value.FloatValue scalar -> scalar;
      case Value.StringValue scalar -> scalar;
    };
  }
}
