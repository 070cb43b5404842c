package dev.japply.cluster.rest;

import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.function.Function;

/// Checks that a successful response has the requested content. A 200 may come from something else
/// than an API server, or from a faulty one. A missing list must not be read as an empty one.
///
/// Like Kubernetes' clients it requires a kind. Unlike them, it also requires the requested kind
/// and name. Messages do not quote the response, as it may contain a Secret.
final class ResponseCheck {
  private ResponseCheck() {}

  /// Returns the object of type `resource` in a response.
  ///
  /// @param namespace the requested namespace; empty for a cluster-scoped object
  static MapValue object(
      Request request, Response response, Resource resource, String namespace, String name) {
    MapValue object = map(request, response);
    requireKind(request, object);
    requireType(request, object, resource.gvk());
    requireName(request, object, name);
    String placed = object.map("metadata").text("namespace");
    if (resource.namespaced() && !placed.isEmpty() && !placed.equals(namespace)) {
      throw ServerErrors.unexpected(request, "it is in namespace \"" + placed + "\"");
    }
    return object;
  }

  /// Returns a subresource, which may have its own type, as `Scale`.
  static MapValue part(Request request, Response response, String name) {
    MapValue object = map(request, response);
    requireKind(request, object);
    requireName(request, object, name);
    return object;
  }

  static MapValue map(Request request, Response response) {
    return map(request, tree(request, response));
  }

  private static MapValue map(Request request, Value tree) {
    if (tree instanceof MapValue map) {
      return map;
    }
    throw ServerErrors.unexpected(request, "not a JSON object");
  }

  /// Returns the needed parts of an OpenAPI document.
  static MapValue openApi(Request request, Response response) {
    MapValue document = map(request, tree(request, response, Body::openApi));
    if (!document.text("openapi").startsWith("3") && !document.has("swagger")) {
      throw ServerErrors.unexpected(request, "not an OpenAPI document");
    }
    return document;
  }

  /// Returns the JSON in the body.
  ///
  /// @throws dev.japply.cluster.ClusterException if it is not JSON, so not from an API server
  static Value tree(Request request, Response response) {
    return tree(request, response, Body::tree);
  }

  private static Value tree(Request request, Response response, Function<Body, Value> read) {
    try {
      return read.apply(response.body());
    } catch (JsonSyntaxException e) {
      throw ServerErrors.notJson(request, response, e);
    }
  }

  /// Checks that a response has a kind.
  static void requireKind(Request request, MapValue body) {
    if (body.text("kind").isEmpty()) {
      throw ServerErrors.unexpected(request, "Object 'Kind' is missing");
    }
  }

  /// Checks that a response has one of `kinds`.
  static void requireKind(Request request, MapValue body, String... kinds) {
    requireKind(request, body);
    if (!List.of(kinds).contains(body.text("kind"))) {
      throw ServerErrors.unexpected(request, "its kind is " + quoted(body.text("kind")));
    }
  }

  /// Checks that a `Status`, which a proxy or an extension API server may send with 200, reports no
  /// failure.
  static void requireSuccess(Request request, MapValue body) {
    if (body.text("kind").equals("Status") && body.text("status").equals("Failure")) {
      throw ServerErrors.unexpected(request, "its status is \"Failure\"");
    }
  }

  private static void requireType(Request request, MapValue object, Gvk type) {
    if (!Gvk.of(object).equals(type)) {
      throw ServerErrors.unexpected(
          request,
          "it is of kind %s in version %s, not of %s in %s"
              .formatted(
                  quoted(object.text("kind")),
                  quoted(object.text("apiVersion")),
                  quoted(type.kind()),
                  quoted(type.apiVersion())));
    }
  }

  private static void requireName(Request request, MapValue object, String name) {
    MapValue metadata = object.map("metadata");
    if (!metadata.text("name").equals(name)) {
      throw ServerErrors.unexpected(
          request, "it is named " + quoted(metadata.text("name")) + ", not " + quoted(name));
    }
    requireMetadata(request, metadata);
  }

  private static void requireMetadata(Request request, MapValue metadata) {
    for (String key : List.of("uid", "resourceVersion", "namespace")) {
      if (!(metadata.get(key) instanceof StringValue || isNothing(metadata, key))) {
        throw ServerErrors.unexpected(request, "its metadata." + key + " is not a string");
      }
    }
    mapOrNothing(request, metadata, "annotations");
    mapOrNothing(request, metadata, "labels");
  }

  /// Returns the map at `key`; empty if it is missing.
  static MapValue mapOrNothing(Request request, MapValue parent, String key) {
    if (!(parent.get(key) instanceof MapValue || isNothing(parent, key))) {
      throw ServerErrors.unexpected(request, "its " + key + " is not a map");
    }
    return parent.map(key);
  }

  /// Checks the type of a list item. Items of built-in types may have none.
  static void requireItem(Request request, MapValue item, Gvk type) {
    boolean same =
        (isNothing(item, "kind") || item.text("kind").equals(type.kind()))
            && (isNothing(item, "apiVersion") || item.text("apiVersion").equals(type.apiVersion()));
    if (!same) {
      requireType(request, item, type);
    }
    requireMetadata(request, item.map("metadata"));
  }

  /// Returns the items of a list in a response; empty if it is null, as Go writes an empty list.
  static List<Value> list(Request request, MapValue body, String key) {
    if (body.get(key) instanceof ListValue(List<Value> items)) {
      return items;
    }
    if (Value.NULL.equals(body.get(key))) {
      return List.of();
    }
    throw ServerErrors.unexpected(request, "it has no list of " + key);
  }

  /// Returns true if the key is missing or null.
  static boolean isNothing(MapValue map, String key) {
    return map.get(key) instanceof Missing || Value.NULL.equals(map.get(key));
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
