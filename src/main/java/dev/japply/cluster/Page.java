package dev.japply.cluster;

import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A part of a collection, as a server gives it when it is asked for so many objects at once.
///
/// <https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks>
///
/// @param held how many objects there are in this part, wanted or not
/// @param bytes how long it is
/// @param wanted the objects that were wanted, in the server's order
/// @param next where the next part begins; empty when this is the last one
/// @param version of what time the list is, for a watch of what comes after it; empty when the
///   server does not say
/// @param remaining how many objects come after this part; null when the server does not say
public record Page(
    int held,
    long bytes,
    List<Item> wanted,
    String next,
    String version,
    @Nullable Long remaining) {

  public Page {
    wanted = List.copyOf(wanted);
  }

  /// One object, which is read only when it is asked for.
  ///
  /// @param object the object with its `apiVersion` and `kind`; each call reads it anew
  public record Item(String name, Supplier<MapValue> object) {}

  /// Which part of a collection, and what of it.
  ///
  /// @param selector which objects count
  /// @param fields which of them count by a selector of fields, as `metadata.name=web`; empty for
  ///   all
  /// @param wanted which of them are wanted, by name; of the others only the number is told
  /// @param limit so many at most; 0 for all
  /// @param start the [Page#next] of the part before; empty for the beginning
  public record Request(
      LabelSelector selector, String fields, Predicate<String> wanted, int limit, String start) {

    /// All that `selector` chooses, from the beginning.
    static Request all(LabelSelector selector, int limit) {
      return new Request(selector, "", name -> true, limit, "");
    }

    /// The first part of all objects that `wanted` names.
    public static Request first(Predicate<String> wanted, int limit) {
      return new Request(LabelSelector.EVERYTHING, "", wanted, limit, "");
    }

    /// What comes after `page`.
    public Request after(Page page, int limit) {
      return new Request(selector, fields, wanted, limit, page.next());
    }
  }
}
