package dev.japply.cluster.rest;

import dev.japply.cluster.ListPage;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.tree.JsonItems;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// Requests pages of one collection.
///
/// The metadata alone are `PartialObjectMetadata`; a server that does not have them sends the
/// objects. See "Metadata-only fetches" in the [API
/// concepts](https://kubernetes.io/docs/reference/using-api/api-concepts/).
///
/// @param namespace the namespace to list; empty for all
record Pages(Requests requests, Resource resource, String namespace) {
  private static final Gvk METADATA = new Gvk("meta.k8s.io", "v1", "PartialObjectMetadata");

  ListPage page(ListPage.Request wanted) {
    Request request = request(wanted);
    Response response = requests.send(request);
    JsonItems list = items(request, response, wanted);
    MapValue metadata = ResponseCheck.mapOrNothing(request, list.rest(), "metadata");
    List<ListPage.Item> items =
        list.wanted().stream()
            .map(item -> new ListPage.Item(item.name(), () -> typed(request, item, wanted.brief())))
            .toList();
    return new ListPage(
        list.count(),
        response.body().length(),
        items,
        next(request, metadata, wanted),
        metadata.text("resourceVersion"),
        metadata.get("remainingItemCount") instanceof IntValue(long remaining) ? remaining : null);
  }

  private Request request(ListPage.Request wanted) {
    var query = new TreeMap<String, String>();
    if (wanted.limit() > 0) {
      query.put("limit", Integer.toString(wanted.limit()));
    }
    if (!wanted.start().isEmpty()) {
      query.put("continue", wanted.start());
    }
    if (!wanted.selector().text().isEmpty()) {
      query.put("labelSelector", wanted.selector().text());
    }
    if (!wanted.fields().isEmpty()) {
      query.put("fieldSelector", wanted.fields());
    }
    Request request =
        Request.list(
            ResourcePaths.collections(resource, namespace), query, ResourcePaths.subject(resource));
    return wanted.brief() ? request.ofMetadata() : request;
  }

  private JsonItems items(Request request, Response response, ListPage.Request wanted) {
    JsonItems list;
    try {
      list = response.body().items(name -> isNamed(request, name) && wanted.wanted().test(name));
    } catch (JsonSyntaxException e) {
      throw ServerErrors.notJson(request, response, e);
    }
    ResponseCheck.requireKind(request, list.rest());
    String kind = list.rest().text("kind");
    if (kind.equals("Status") || kind.equals(resource.gvk().kind())) {
      throw ServerErrors.unexpected(request, "its kind is \"" + kind + "\", which is not a list");
    }
    ResponseCheck.list(request, list.rest(), "items");
    return list;
  }

  private static boolean isNamed(Request request, String name) {
    if (name.isEmpty()) {
      throw ServerErrors.unexpected(request, "an item has no name");
    }
    return true;
  }

  /// Returns the continue token. A token that is the same as before would cause an endless loop.
  private static String next(Request request, MapValue metadata, ListPage.Request wanted) {
    String next = metadata.text("continue");
    boolean text =
        metadata.get("continue") instanceof StringValue
            || ResponseCheck.isNothing(metadata, "continue");
    if (!text || (!next.isEmpty() && next.equals(wanted.start()))) {
      throw ServerErrors.unexpected(request, "its position of the next page is invalid");
    }
    return next;
  }

  /// Adds the type to an item. Items in lists of built-in types do not have it.
  private MapValue typed(Request request, JsonItems.Item item, boolean brief) {
    MapValue object = object(request, item);
    boolean partial = brief && Gvk.of(object).equals(METADATA);
    ResponseCheck.requireItem(request, object, partial ? METADATA : resource.gvk());
    var entries = new LinkedHashMap<String, Value>();
    entries.put("apiVersion", Value.text(resource.gvk().apiVersion()));
    entries.put("kind", Value.text(resource.gvk().kind()));
    object.entries().forEach(entries::putIfAbsent);
    return new MapValue(entries);
  }

  private static MapValue object(Request request, JsonItems.Item item) {
    try {
      return item.read() instanceof MapValue map ? map : MapValue.EMPTY;
    } catch (JsonSyntaxException e) {
      throw ServerErrors.unexpected(request, item.name() + ": " + ServerErrors.fault(e));
    }
  }
}
