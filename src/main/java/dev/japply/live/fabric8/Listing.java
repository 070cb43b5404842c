package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.Resource;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Reads a collection page by page. When the server has forgotten where a page ended (410), it
/// starts again and asks for all at once.
final class Listing {
  /// As many objects as kubectl asks for at once.
  private static final int PAGE = 500;

  private static final int GONE = 410;

  private final Requests requests;
  private final Resource resource;
  private final String namespace;
  private final LabelSelector selector;

  Listing(Requests requests, Resource resource, String namespace, LabelSelector selector) {
    this.requests = requests;
    this.resource = resource;
    this.namespace = namespace;
    this.selector = selector;
  }

  List<MapValue> items() {
    try {
      return items(PAGE);
    } catch (ClusterException e) {
      if (e.status() != GONE) {
        throw e;
      }
      return items(0);
    }
  }

  private List<MapValue> items(int limit) {
    var items = new ArrayList<MapValue>();
    String next = "";
    do {
      next = page(limit, next, items);
    } while (!next.isEmpty());
    return items;
  }

  /// Adds one page to `items`; the answer is where the next one starts, empty for nowhere.
  private String page(int limit, String start, List<MapValue> items) {
    var query = new TreeMap<String, String>();
    if (limit > 0) {
      query.put("limit", Integer.toString(limit));
    }
    if (!start.isEmpty()) {
      query.put("continue", start);
    }
    if (!selector.text().isEmpty()) {
      query.put("labelSelector", selector.text());
    }
    String path = Paths.collections(resource, namespace);
    Request request = Request.list(path, query, Paths.subject(resource));
    Response response = requests.send(request);
    if (!(response.tree(request) instanceof MapValue list)) {
      throw ServerErrors.unexpected(request, response);
    }
    if (list.get("items") instanceof ListValue found) {
      found.items().forEach(item -> items.add(typed(item)));
    }
    return list.map("metadata").text("continue");
  }

  /// Items of a list of Kubernetes' own types do not say of what type they are.
  private MapValue typed(Value item) {
    MapValue object = item instanceof MapValue map ? map : MapValue.EMPTY;
    return object
        .with("apiVersion", Value.text(resource.gvk().apiVersion()))
        .with("kind", Value.text(resource.gvk().kind()));
  }
}
