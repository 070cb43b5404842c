package dev.japply.cluster;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Parts of collections, for a cluster in memory: where a part begins is told by a number.
final class FakePages {
  private FakePages() {}

  /// The part of `all` that is asked for.
  static ListPage page(List<MapValue> all, ListPage.Request request, String version) {
    int start = request.start().isEmpty() ? 0 : Integer.parseInt(request.start());
    int rest = all.size() - start;
    int held = request.limit() == 0 ? rest : Math.min(request.limit(), rest);
    List<ListPage.Item> wanted =
        all.subList(start, start + held).stream()
            .filter(object -> request.wanted().test(name(object)))
            .map(object -> new ListPage.Item(name(object), () -> object))
            .toList();
    String next = held < rest ? String.valueOf(start + held) : "";
    Long remaining = held < rest ? (long) (rest - held) : null;
    return new ListPage(held, held, wanted, next, version, remaining);
  }

  private static String name(MapValue object) {
    return object.map("metadata").text("name");
  }
}
