package dev.japply.live.fabric8;

import dev.japply.live.Page;
import dev.japply.live.Resource;
import dev.japply.tree.JsonItems;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Asks for parts of one collection.
///
/// @param namespace where to look; empty for everywhere
record Pages(Requests requests, Resource resource, String namespace) {

  Page page(Page.Request wanted) {
    Request request = request(wanted);
    Response response = requests.send(request);
    JsonItems list = items(request, response, wanted);
    int status = response.status();
    MapValue metadata = list.rest().map("metadata");
    List<Page.Item> items =
        list.wanted().stream()
            .map(item -> new Page.Item(item.name(), () -> typed(read(request, status, item))))
            .toList();
    return new Page(
        list.count(),
        response.body().length(),
        items,
        metadata.text("continue"),
        metadata.get("remainingItemCount") instanceof IntValue(long remaining)
            ? OptionalLong.of(remaining)
            : OptionalLong.empty());
  }

  private Request request(Page.Request wanted) {
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
    return Request.list(Paths.collections(resource, namespace), query, Paths.subject(resource));
  }

  private static JsonItems items(Request request, Response response, Page.Request wanted) {
    try {
      return response.body().items(wanted.wanted());
    } catch (JsonSyntaxException e) {
      throw ServerErrors.unexpected(request, response);
    }
  }

  private static Value read(Request request, int status, JsonItems.Item item) {
    try {
      return item.read();
    } catch (JsonSyntaxException e) {
      throw ServerErrors.unexpected(request, status, item.name() + ": " + e.getMessage());
    }
  }

  /// Items of a list of Kubernetes' own types do not say of what type they are.
  private MapValue typed(Value item) {
    var entries = new LinkedHashMap<String, Value>();
    entries.put("apiVersion", Value.text(resource.gvk().apiVersion()));
    entries.put("kind", Value.text(resource.gvk().kind()));
    if (item instanceof MapValue map) {
      map.entries().forEach(entries::putIfAbsent);
    }
    return new MapValue(entries);
  }
}
