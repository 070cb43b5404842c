package dev.japply.cluster;

import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A page of a collection.
///
/// See "Retrieving large results sets in chunks" in the [API
/// concepts](https://kubernetes.io/docs/reference/using-api/api-concepts/).
///
/// @param held the number of objects in this page, wanted or not
/// @param bytes the size of the page
/// @param wanted the wanted objects, in the server's order
/// @param next the continue token for the next page; empty if this is the last one
/// @param version the resource version of the list, for a watch from there; empty if unknown
/// @param remaining the number of objects after this page; null if unknown
public record ListPage(
    int held,
    long bytes,
    List<Item> wanted,
    String next,
    String version,
    @Nullable Long remaining) {

  public ListPage {
    wanted = List.copyOf(wanted);
  }

  /// One object, which is parsed on demand.
  ///
  /// @param object the object with its `apiVersion` and `kind`; each call parses it again
  public record Item(String name, Supplier<MapValue> object) {}

  /// A request for one page of a collection.
  ///
  /// @param fields a field selector, as `metadata.name=web`; empty for all objects
  /// @param wanted selects objects by name; the others are only counted
  /// @param limit the maximum number of objects; 0 for all
  /// @param start the [ListPage#next] of the previous page; empty for the first page
  /// @param brief whether the server sends only the metadata of each object
  public record Request(
      LabelSelector selector,
      String fields,
      Predicate<String> wanted,
      int limit,
      String start,
      boolean brief) {

    /// Creates a request for whole objects.
    public Request(
        LabelSelector selector, String fields, Predicate<String> wanted, int limit, String start) {
      this(selector, fields, wanted, limit, start, /* brief= */ false);
    }

    /// Requests all objects that match `selector`, from the first page.
    static Request all(LabelSelector selector, int limit) {
      return new Request(selector, "", name -> true, limit, "");
    }

    /// Requests the first page of all objects with a wanted name.
    public static Request first(Predicate<String> wanted, int limit) {
      return new Request(LabelSelector.EVERYTHING, "", wanted, limit, "");
    }

    /// Returns this request for the metadata of the objects alone.
    Request ofMetadata() {
      return new Request(selector, fields, wanted, limit, start, /* brief= */ true);
    }

    public Request after(ListPage page, int limit) {
      return new Request(selector, fields, wanted, limit, page.next(), brief);
    }
  }
}
