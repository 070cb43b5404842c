package dev.japply.tree;

import dev.japply.json.InvalidJson;
import dev.japply.json.JsonReader;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// A Kubernetes list (`{"metadata":…,"items":[…]}`) with only the wanted items. They are kept as
/// text, which takes a tenth of the memory of a tree; the others are skipped without being built.
///
/// @param rest the map without its items: if `items` was a list, it is an empty one
/// @param count number of items, wanted or not
/// @param wanted the wanted items, in their order
public record JsonItems(MapValue rest, int count, List<Item> wanted) {

  public JsonItems {
    wanted = List.copyOf(wanted);
  }

  /// One item, unread.
  ///
  /// @param name its `metadata.name`; empty when it has none
  @SuppressWarnings("ArrayRecordComponent") // Items are never compared.
  public record Item(String name, byte[] text) {
    /// The item.
    ///
    /// @throws JsonSyntaxException when it is not JSON, which shows only here within its strings
    public Value read() {
      return Json.parse(text);
    }
  }

  /// Reads a list.
  ///
  /// @param bytes the list, in UTF-8
  /// @param names whether an item is wanted, by its `metadata.name`
  /// @throws JsonSyntaxException when it is no JSON map
  public static JsonItems read(byte[] bytes, Predicate<String> names) {
    try {
      return new ListReader(bytes, names).list();
    } catch (InvalidJson e) {
      throw Json.failure(bytes, e);
    }
  }

  /// One pass over the text.
  private static final class ListReader {
    private final JsonReader reader;
    private final byte[] bytes;
    private final Predicate<String> names;
    private final List<Item> wanted = new ArrayList<>();
    private int count;

    ListReader(byte[] bytes, Predicate<String> names) {
      this.reader = new JsonReader(bytes);
      this.bytes = bytes;
      this.names = names;
    }

    JsonItems list() {
      if (reader.peek() != '{') {
        throw new JsonSyntaxException("not a JSON map", 1, 1, null);
      }
      var rest = new LinkedHashMap<String, Value>();
      reader.enter();
      for (boolean more = reader.first('}'); more; more = reader.next('}')) {
        String key = reader.key();
        if (reader.peek() == '[' && key.equals("items")) {
          readItems();
          rest.put(key, ListValue.EMPTY);
        } else {
          rest.put(key, Json.read(bytes, reader));
        }
      }
      reader.finish();
      return new JsonItems(new MapValue(rest), count, wanted);
    }

    private void readItems() {
      reader.enter();
      for (boolean more = reader.first(']'); more; more = reader.next(']')) {
        count++;
        int start = reader.offset();
        String name = name();
        if (names.test(name)) {
          wanted.add(new Item(name, Arrays.copyOfRange(bytes, start, reader.offset())));
        }
      }
    }

    /// Reads to the end of the item and returns its name.
    private String name() {
      String name = "";
      if (reader.peek() != '{') {
        reader.skip();
        return name;
      }
      reader.enter();
      for (boolean more = reader.first('}'); more; more = reader.next('}')) {
        boolean metadata = reader.key().equals("metadata");
        if (reader.peek() == '{' && metadata) {
          name = nameInMetadata();
        } else {
          reader.skip();
        }
      }
      return name;
    }

    private String nameInMetadata() {
      String name = "";
      reader.enter();
      for (boolean more = reader.first('}'); more; more = reader.next('}')) {
        boolean isName = reader.key().equals("name");
        if (reader.peek() == '"' && isName) {
          name = reader.string();
        } else {
          reader.skip();
        }
      }
      return name;
    }
  }
}
