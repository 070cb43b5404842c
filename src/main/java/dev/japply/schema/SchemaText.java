package dev.japply.schema;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A schema document as text, whose types are decoded one by one when they are looked up: an object
/// needs a few of the hundreds of types.
///
/// - a line `key name` for each object type, with `strategic` at the end where that holds
/// - an empty line
/// - a line `name length` for each type
/// - an empty line
/// - the definitions of the types, in JSON of that length, as [SchemaCodec] makes them
final class SchemaText {
  private static final String STRATEGIC = " strategic";

  private SchemaText() {}

  /// Returns the text of a document; empty if a name in it has blanks.
  static Optional<String> write(SchemaDocument document) {
    var text = new StringBuilder();
    new TreeMap<>(document.objects())
        .forEach((key, name) -> {
          text.append(key).append(' ').append(name);
          text.append(document.strategic().contains(key) ? STRATEGIC : "").append('\n');
        });
    text.append('\n');
    var definitions = new StringBuilder();
    new TreeMap<>(document.types())
        .forEach((name, type) -> {
          String definition = GoJson.write(SchemaCodec.encode(type));
          text.append(name).append(' ').append(definition.length()).append('\n');
          definitions.append(definition);
        });
    boolean named =
        document.objects().keySet().stream().allMatch(SchemaText::isWord)
            && document.objects().values().stream().allMatch(SchemaText::isWord)
            && document.types().keySet().stream().allMatch(SchemaText::isWord);
    return named ? Optional.of(text.append('\n').append(definitions).toString()) : Optional.empty();
  }

  private static boolean isWord(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> c > ' ');
  }

  /// Returns the document of a text.
  ///
  /// @throws IllegalArgumentException if [#write] cannot have made it; mistakes within types show
  ///   when these are looked up
  static SchemaDocument read(String text) {
    var objects = new HashMap<String, String>();
    var strategic = new HashSet<String>();
    int at = 0;
    for (int end = endOfLine(text, at); end > at; end = endOfLine(text, at)) {
      int blank = endOfWord(text, at, end);
      String key = text.substring(at, blank);
      int mark = end - STRATEGIC.length();
      boolean marked = mark > blank + 1 && text.startsWith(STRATEGIC, mark);
      objects.put(key, text.substring(blank + 1, marked ? mark : end));
      if (marked) {
        strategic.add(key);
      }
      at = end + 1;
    }
    int listed = text.indexOf("\n\n", at) + 1;
    require(listed > 0);
    int definition = listed + 1;
    var parts = new HashMap<String, Part>();
    at++;
    while (at < listed) {
      int end = endOfLine(text, at);
      int blank = endOfWord(text, at, end);
      int length = Integer.parseInt(text, blank + 1, end, /* radix= */ 10);
      require(length > 0 && length <= text.length() - definition);
      parts.put(text.substring(at, blank), new Part(text, definition, definition + length));
      definition += length;
      at = end + 1;
    }
    require(definition == text.length());
    return new SchemaDocument(new Types(parts), objects, strategic);
  }

  private static int endOfLine(String text, int start) {
    int end = text.indexOf('\n', start);
    require(end >= 0);
    return end;
  }

  private static int endOfWord(String text, int start, int end) {
    int blank = text.indexOf(' ', start);
    require(blank > start && blank < end);
    return blank;
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException("not the text of a schema");
    }
  }

  /// The place of a definition in a text, and the type once it was decoded. Types are immutable, so
  /// threads that decode the same one at the same time do no harm.
  static final class Part {
    private final String text;
    private final int start;
    private final int end;
    private @Nullable TypeDef type;

    Part(String text, int start, int end) {
      this.text = text;
      this.start = start;
      this.end = end;
    }

    TypeDef type() {
      TypeDef known = type;
      if (known == null) {
        known = SchemaCodec.decodeType(Json.parse(text.substring(start, end)));
        type = known;
      }
      return known;
    }
  }

  /// The types of a text.
  static final class Types extends AbstractMap<String, TypeDef> {
    private final Map<String, Part> parts;

    Types(Map<String, Part> parts) {
      this.parts = parts;
    }

    @Override
    public @Nullable TypeDef get(Object name) {
      Part part = parts.get(name);
      return part == null ? null : part.type();
    }

    @Override
    public boolean containsKey(Object name) {
      return parts.containsKey(name);
    }

    @Override
    public int size() {
      return parts.size();
    }

    @Override
    public Set<Entry<String, TypeDef>> entrySet() {
      var all = new HashMap<String, TypeDef>();
      parts.forEach((name, part) -> all.put(name, part.type()));
      return Map.copyOf(all).entrySet();
    }
  }
}
