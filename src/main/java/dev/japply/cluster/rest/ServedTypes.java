package dev.japply.cluster.rest;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.TypeList;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Lists all types that a server serves. Aggregated discovery takes two requests; without it there
/// is one more for each group and version. Failures of a group are reported, so that they differ
/// from a group without types.
final class ServedTypes {
  private static final String AGGREGATED = "APIGroupDiscoveryList";
  private static final String ACCEPT =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
          + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
          + "application/json";

  private final Requests requests;
  private final Discovery discovery;
  private final SingleFlight<String, TypeList> types = new SingleFlight<>(this::fetch);

  ServedTypes(Requests requests, Discovery discovery) {
    this.requests = requests;
    this.discovery = discovery;
  }

  /// Returns the core group's types, then the other groups' in the server's order.
  TypeList all() {
    var all = new Collected();
    for (String root : List.of("/api", "/apis")) {
      TypeList some = types.get(root);
      all.served.addAll(some.served());
      all.unread.putAll(some.unread());
    }
    return all.list();
  }

  /// The types and failures found so far.
  private static final class Collected {
    private final List<ServedType> served = new ArrayList<>();
    private final SortedMap<String, ClusterException> unread = new TreeMap<>();

    TypeList list() {
      return new TypeList(served, unread);
    }
  }

  private TypeList fetch(String root) {
    Request request = Request.get(root, "").accepting(ACCEPT);
    Response response = requests.send(request);
    MapValue index = ResponseCheck.map(request, response);
    ResponseCheck.requireKind(request, index, AGGREGATED, "APIVersions", "APIGroupList");
    ResponseCheck.list(request, index, contents(index.text("kind")));
    var found = new Collected();
    if (index.text("kind").equals(AGGREGATED)) {
      index.maps("items").forEach(group -> addGroup(group, found));
    } else {
      apiVersions(index).forEach(version -> addVersion(version, found));
    }
    return found.list();
  }

  /// Returns the key of the list in an index of this kind.
  private static String contents(String kind) {
    return switch (kind) {
      case "APIVersions" -> "versions";
      case "APIGroupList" -> "groups";
      default -> "items";
    };
  }

  /// Adds the versions of a group. A stale version has the types from before its backend became
  /// unavailable, or none.
  private static void addGroup(MapValue group, Collected found) {
    String name = group.map("metadata").text("name");
    group
        .maps("versions")
        .forEach(version -> {
          String text = version.text("version");
          if (version.text("freshness").equals("Stale")) {
            String apiVersion = new Gvk(name, text, "").apiVersion();
            found.unread.put(apiVersion, stale(apiVersion));
          } else {
            version.maps("resources").stream()
                .map(type -> aggregated(name, text, type))
                .filter(type -> !type.resource().gvk().kind().isEmpty())
                .forEach(found.served::add);
          }
        });
  }

  private static ClusterException stale(String apiVersion) {
    return new ClusterException(
        503, "ServiceUnavailable", "stale GroupVersion discovery: " + apiVersion, MapValue.EMPTY);
  }

  private static ServedType aggregated(String group, String version, MapValue type) {
    Gvk gvk = new Gvk(group, version, type.map("responseKind").text("kind"));
    boolean namespaced = type.text("scope").equals("Namespaced");
    var resource = new Resource(gvk, type.text("resource"), namespaced);
    return served(resource, type.text("singularResource"), type);
  }

  /// Returns the versions in an `APIVersions` or an `APIGroupList`, the preferred one of a group
  /// first.
  private static List<String> apiVersions(MapValue index) {
    var found = new ArrayList<>(index.texts("versions"));
    index
        .maps("groups")
        .forEach(group -> {
          String preferred = group.map("preferredVersion").text("groupVersion");
          found.add(preferred);
          group.maps("versions").stream()
              .map(version -> version.text("groupVersion"))
              .filter(version -> !version.equals(preferred))
              .forEach(found::add);
        });
    return found;
  }

  private void addVersion(String apiVersion, Collected found) {
    try {
      found.served.addAll(ofVersion(apiVersion).toList());
    } catch (ClusterException e) {
      if (e.isAboutAll()) {
        throw e;
      }
      found.unread.put(apiVersion, e);
    }
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
    return new ServedType(
        resource,
        singular,
        type.texts("shortNames"),
        type.texts("categories"),
        type.texts("verbs").containsAll(List.of("create", "list")));
  }
}
