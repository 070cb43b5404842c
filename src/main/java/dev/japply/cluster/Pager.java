package dev.japply.cluster;

import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Lists a collection in pages and keeps the wanted objects. If the continue token has expired
/// (410), it starts again with a single request for all objects.
///
/// @param pages reads one page
/// @param wanted selects the objects to keep
record Pager(
    Function<ListPage.Request, ListPage> pages,
    LabelSelector selector,
    Predicate<MapValue> wanted) {
  /// The page size, the same as kubectl's.
  private static final int LIMIT = 500;

  private static final int GONE = 410;

  List<MapValue> objects() {
    try {
      return objects(LIMIT);
    } catch (ClusterException e) {
      if (e.status() != GONE) {
        throw e;
      }
      return objects(0);
    }
  }

  private List<MapValue> objects(int limit) {
    var objects = new ArrayList<MapValue>();
    var request = ListPage.Request.all(selector, limit);
    while (true) {
      ListPage page = pages.apply(request);
      page.wanted().stream().map(item -> item.object().get()).filter(wanted).forEach(objects::add);
      if (page.next().isEmpty()) {
        return objects;
      }
      request = request.after(page, limit);
    }
  }
}
