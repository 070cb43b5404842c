package dev.japply.live.fabric8;

import dev.japply.live.Resource;
import dev.japply.live.ServedType;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// All types that a server serves: by two requests where it gives aggregated discovery, else by one
/// more for each group and version.
final class ServedTypes {
  private static final String AGGREGATED = "APIGroupDiscoveryList";

  /// Where each kind of index has its contents.
  private static final Map<String, String> LISTS =
      Map.of(AGGREGATED, "items", "APIVersions", "versions", "APIGroupList", "groups");

  private static final String ACCEPT =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
          + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
          + "application/json";

  private final Requests requests;
  private final Discovery discovery;
  private final OnceCache<String, List<ServedType>> types = new OnceCache<>(this::fetch);

  ServedTypes(Requests requests, Discovery discovery) {
    this.requests = requests;
    this.discovery = discovery;
  }

  /// The core group's types, then those of the groups in the server's order.
  List<ServedType> all() {
    return Stream.of("/api", "/apis").flatMap(root -> types.get(root).stream()).toList();
  }

  private List<ServedType> fetch(String root) {
    Request request = Request.get(root, "").accepting(ACCEPT);
    Response response = requests.send(request);
    MapValue index = AnswerCheck.map(request, response);
    AnswerCheck.requireKind(request, index, AGGREGATED, "APIVersions", "APIGroupList");
    AnswerCheck.list(request, index, LISTS.get(index.text("kind")));
    return index.text("kind").equals(AGGREGATED)
        ? maps(index, "items").flatMap(ServedTypes::ofGroup).toList()
        : apiVersions(index).stream().flatMap(this::ofVersion).toList();
  }

  private static Stream<ServedType> ofGroup(MapValue group) {
    String name = group.map("metadata").text("name");
    return maps(group, "versions")
        .flatMap(version ->
            maps(version, "resources").map(type -> aggregated(name, version.text("version"), type)))
        .filter(type -> !type.resource().gvk().kind().isEmpty());
  }

  private static ServedType aggregated(String group, String version, MapValue type) {
    Gvk gvk = new Gvk(group, version, type.map("responseKind").text("kind"));
    boolean namespaced = type.text("scope").equals("Namespaced");
    var resource = new Resource(gvk, type.text("resource"), namespaced);
    return served(resource, type.text("singularResource"), type);
  }

  /// The versions in an `APIVersions` or an `APIGroupList`, the preferred one of a group first.
  private static List<String> apiVersions(MapValue index) {
    var found = new ArrayList<>(texts(index, "versions"));
    maps(index, "groups")
        .forEach(group -> {
          String preferred = group.map("preferredVersion").text("groupVersion");
          found.add(preferred);
          maps(group, "versions")
              .map(version -> version.text("groupVersion"))
              .filter(version -> !version.equals(preferred))
              .forEach(found::add);
        });
    return found;
  }

  private Stream<ServedType> ofVersion(String apiVersion) {
    return discovery.types(apiVersion).stream()
        .flatMap(type -> type instanceof MapValue map ? Stream.of(map) : Stream.of())
        .filter(type -> !type.text("name").contains("/"))
        .map(type -> {
          Gvk gvk = Gvk.of(apiVersion, type.text("kind"));
          boolean namespaced = Value.TRUE.equals(type.get("namespaced"));
          var resource = new Resource(gvk, type.text("name"), namespaced);
          return served(resource, type.text("singularName"), type);
        });
  }

  private static ServedType served(Resource resource, String singular, MapValue type) {
    return new ServedType(resource, singular, texts(type, "shortNames"), texts(type, "categories"));
  }

  private static Stream<MapValue> maps(MapValue parent, String key) {
    return values(parent, key)
        .flatMap(value -> value instanceof MapValue map ? Stream.of(map) : Stream.of());
  }

  private static List<String> texts(MapValue parent, String key) {
    return values(parent, key)
        .flatMap(value -> value instanceof StringValue(String text) ? Stream.of(text) : Stream.of())
        .toList();
  }

  private static Stream<Value> values(MapValue parent, String key) {
    return parent.get(key) instanceof ListValue list ? list.items().stream() : Stream.of();
  }
}
