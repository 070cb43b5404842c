package dev.japply.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.schema.BuiltinSchemas.SortedLines;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A schema document as text, whose types are decoded one by one when they are looked up: an object
/// needs a few of the hundreds of types. No line of a type that is not looked up is read.
///
/// - a line with the lengths of the two lists, in bytes
/// - a line `key name` for each object type, with `strategic` at the end where that holds
/// - a line `name start end` for each type, sorted: where its definition begins and ends
/// - the definitions of the types, in JSON, as [SchemaCodec] makes them
final class SchemaText {
  private static final String STRATEGIC = " strategic";

  private SchemaText() {}

  /// Returns the text of a document; empty if a name in it is not a word of ASCII.
  static Optional<String> write(SchemaDocument document) {
    var objects = new StringBuilder();
    new TreeMap<>(document.objects())
        .forEach((key, name) -> {
          objects.append(key).append(' ').append(name);
          objects.append(document.strategic().contains(key) ? STRATEGIC : "").append('\n');
        });
    var types = new StringBuilder();
    var definitions = new StringBuilder();
    int start = 0;
    for (var type : new TreeMap<>(document.types()).entrySet()) {
      String definition = GoJson.write(SchemaCodec.encode(type.getValue()));
      int end = start + definition.getBytes(UTF_8).length;
      types.append(type.getKey()).append(' ').append(start).append(' ').append(end).append('\n');
      definitions.append(definition);
      start = end;
    }
    boolean named =
        document.objects().keySet().stream().allMatch(SchemaText::isWord)
            && document.objects().values().stream().allMatch(SchemaText::isWord)
            && document.types().keySet().stream().allMatch(SchemaText::isWord);
    String head = objects.length() + " " + types.length() + "\n";
    return named ? Optional.of(head + objects + types + definitions) : Optional.empty();
  }

  private static boolean isWord(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  /// Returns the document of a text in UTF-8.
  ///
  /// @throws IllegalArgumentException if [#write] cannot have made it; mistakes within types show
  ///   when these are looked up
  static SchemaDocument read(byte[] text) {
    int end = indexOf(text, '\n', 0, text.length);
    int blank = indexOf(text, ' ', 0, end);
    int types = end + 1 + number(word(text, 0, blank));
    int definitions = types + number(word(text, blank + 1, end));
    require(definitions <= text.length);
    var objects = new HashMap<String, String>();
    var strategic = new HashSet<String>();
    readObjects(word(text, end + 1, types), objects, strategic);
    return new SchemaDocument(new Types(text, types, definitions), objects, strategic);
  }

  private static void readObjects(
      String lines, Map<String, String> objects, Set<String> strategic) {
    int at = 0;
    while (at < lines.length()) {
      int end = lines.indexOf('\n', at);
      int blank = lines.indexOf(' ', at);
      require(blank > at && blank < end);
      String key = lines.substring(at, blank);
      int mark = end - STRATEGIC.length();
      boolean marked = mark > blank + 1 && lines.startsWith(STRATEGIC, mark);
      objects.put(key, lines.substring(blank + 1, marked ? mark : end));
      if (marked) {
        strategic.add(key);
      }
      at = end + 1;
    }
  }

  private static int indexOf(byte[] text, char c, int start, int end) {
    int at = start;
    while (at < end && text[at] != c) {
      at++;
    }
    require(at < end);
    return at;
  }

  private static int number(String digits) {
    int number = Integer.parseInt(digits);
    require(number >= 0);
    return number;
  }

  private static String word(byte[] text, int start, int end) {
    require(start <= end && end <= text.length);
    return new String(text, start, end - start, US_ASCII);
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException("not the text of a schema");
    }
  }

  /// The types of a text.
  static final class Types extends SchemaDocument.LazyTypes {
    private final byte[] text;
    private final SortedLines list;
    private final int definitions;

    /// @param list the offset of the lines
    /// @param definitions the offset behind them
    Types(byte[] text, int list, int definitions) {
      this.text = text;
      this.list = new SortedLines(text, list, definitions);
      this.definitions = definitions;
    }

    @Override
    @Nullable Value definition(String name) {
      String range = list.get(name);
      if (range == null) {
        return null;
      }
      int blank = range.indexOf(' ');
      require(blank > 0);
      int from = definitions + number(range.substring(0, blank));
      int to = definitions + number(range.substring(blank + 1));
      require(from < to && to <= text.length);
      return Json.parse(Arrays.copyOfRange(text, from, to));
    }

    @Override
    Set<String> names() {
      var names = new LinkedHashSet<String>();
      list.forEach("", (name, range) -> names.add(name));
      return names;
    }
  }
}
