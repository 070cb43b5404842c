package dev.japply.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
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
    return Json.with(bytes, parser -> new Reader(parser, bytes, names).list());
  }

  /// One pass over the text.
  private static final class Reader {
    private final JsonParser parser;
    private final byte[] bytes;
    private final Predicate<String> names;
    private final List<Item> wanted = new ArrayList<>();
    private int count;

    Reader(JsonParser parser, byte[] bytes, Predicate<String> names) {
      this.parser = parser;
      this.bytes = bytes;
      this.names = names;
    }

    JsonItems list() throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonSyntaxException("not a JSON map", 1, 1, null);
      }
      var rest = new LinkedHashMap<String, Value>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        boolean list = parser.nextToken() == JsonToken.START_ARRAY;
        if (list && key.equals("items")) {
          readItems();
          rest.put(key, ListValue.EMPTY);
        } else {
          rest.put(key, Json.read(parser, parser.currentToken()));
        }
      }
      return new JsonItems(new MapValue(rest), count, wanted);
    }

    private void readItems() throws IOException {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        count++;
        int start = (int) parser.currentTokenLocation().getByteOffset();
        String name = parser.currentToken() == JsonToken.START_OBJECT ? name() : "";
        int end = (int) parser.currentLocation().getByteOffset();
        if (names.test(name)) {
          wanted.add(new Item(name, Arrays.copyOfRange(bytes, start, end)));
        }
      }
    }

    /// Reads to the end of the item and returns its name.
    private String name() throws IOException {
      String name = "";
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean metadata = parser.currentName().equals("metadata");
        if (parser.nextToken() == JsonToken.START_OBJECT && metadata) {
          name = nameInMetadata();
        } else {
          parser.skipChildren();
        }
      }
      return name;
    }

    private String nameInMetadata() throws IOException {
      String name = "";
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isName = parser.currentName().equals("name");
        parser.nextToken();
        if (isName
            && Json.read(parser, parser.currentToken()) instanceof StringValue(String text)) {
          name = text;
        } else {
          parser.skipChildren();
        }
      }
      return name;
    }
  }
}
