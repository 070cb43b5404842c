package dev.japply.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The merge schemas of Kubernetes' own object types. For a server of one of these versions they
/// are what it publishes; for others they are used if it publishes nothing:
///
/// ```java
/// Optional<Schema> pod =
///     BuiltinSchemas.load().document("", "v1").flatMap(types -> types.object("", "v1", "Pod"));
/// ```
///
/// They come from a table that `make builtin-schemas` makes out of the documents that Kubernetes
/// publishes; it holds the objects, of stable and other API versions, whose PATCH takes a strategic
/// merge patch. A type is read and parsed when it is looked up. Older versions have tables of their
/// differences.
public final class BuiltinSchemas {
  /// The Kubernetes versions with tables, the newest first.
  public static final List<String> VERSIONS = List.of("1.37", "1.36", "1.35", "1.34");

  private static final String TABLE = "builtin-schemas.txt";

  /// The definition of a type that an older version does not have.
  private static final String NONE = "-";

  /// The tables in use, by version.
  private static final Map<String, BuiltinSchemas> LOADED = new HashMap<>();

  private final List<Table> tables;
  private final Types types;
  private final Lines objects;
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();

  private BuiltinSchemas(List<Table> tables) {
    this.tables = tables;
    this.types = new Types(new Lines(tables.stream().map(Table::types).toList()));
    this.objects = new Lines(tables.stream().map(Table::objects).toList());
  }

  /// The two parts of a table.
  private record Table(SortedLines objects, SortedLines types) {
    static Table of(byte[] text) {
      int gap = 0;
      while (text[gap] != '\n' || text[gap + 1] != '\n') {
        gap++;
      }
      return new Table(
          new SortedLines(text, 0, gap + 1), new SortedLines(text, gap + 2, text.length));
    }

    static Table read(String name) {
      try (InputStream table = BuiltinSchemas.class.getResourceAsStream(name)) {
        if (table == null) {
          throw new IllegalStateException("the program lacks its " + name);
        }
        return of(table.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// The same part of several tables. The first line of a key counts.
  private record Lines(List<SortedLines> tables) {
    @Nullable String get(String key) {
      for (SortedLines table : tables) {
        String value = table.get(key);
        if (value != null) {
          return value.equals(NONE) ? null : value;
        }
      }
      return null;
    }

    /// Returns the lines whose keys begin with `prefix`.
    Map<String, String> all(String prefix) {
      var found = new HashMap<String, String>();
      for (SortedLines table : tables.reversed()) {
        table.forEach(prefix, found::put);
      }
      found.values().removeIf(NONE::equals);
      return found;
    }
  }

  /// The built-in table.
  public static BuiltinSchemas load() {
    return load(VERSIONS.getFirst());
  }

  /// Returns the table of a version of Kubernetes.
  ///
  /// @param version one of [#VERSIONS]
  public static synchronized BuiltinSchemas load(String version) {
    BuiltinSchemas known = LOADED.get(version);
    if (known == null) {
      known = new BuiltinSchemas(tables(version));
      LOADED.put(version, known);
    }
    return known;
  }

  private static List<Table> tables(String version) {
    return version.equals(VERSIONS.getFirst())
        ? List.of(Table.read(TABLE))
        : List.of(Table.read("builtin-schemas-" + version + ".txt"), load().tables.getFirst());
  }

  /// A table of this text: a line `group/version/kind type` per object, an empty line, and a line
  /// `type definition` per type; all lines in ASCII and sorted.
  public static BuiltinSchemas of(String table) {
    return new BuiltinSchemas(List.of(Table.of(table.getBytes(StandardCharsets.ISO_8859_1))));
  }

  /// The keys of all objects, as [SchemaDocument#objectKey] makes them.
  public Set<String> objects() {
    return objects.all("").keySet();
  }

  /// The objects of a group version with the types that they are made of, among others; empty for a
  /// group version without built-in objects.
  public synchronized Optional<SchemaDocument> document(String group, String version) {
    return documents.computeIfAbsent(SchemaDocument.objectKey(group, version, ""), this::document);
  }

  private Optional<SchemaDocument> document(String prefix) {
    Map<String, String> chosen = objects.all(prefix);
    return chosen.isEmpty()
        ? Optional.empty()
        : Optional.of(new SchemaDocument(types, chosen, chosen.keySet()));
  }

  /// The type of that name, if there is one.
  public Optional<TypeDef> type(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /// The types of tables.
  static final class Types extends SchemaDocument.LazyTypes {
    private final Lines lines;

    private Types(Lines lines) {
      this.lines = lines;
    }

    @Override
    @Nullable Value definition(String name) {
      String definition = lines.get(name);
      return definition == null ? null : Json.parse(definition);
    }

    @Override
    Set<String> names() {
      return lines.all("").keySet();
    }
  }

  /// Lines `key value` of ASCII, sorted by their keys. They are searched where they are: a start of
  /// the program that needs few of them reads few of them.
  static final class SortedLines {
    private final byte[] text;
    private final int start;
    private final int end;

    /// @param start offset of the first line
    /// @param end offset behind the last line
    /// @throws IllegalArgumentException if a line has no end
    SortedLines(byte[] text, int start, int end) {
      require(start == end || text[end - 1] == '\n');
      this.text = text;
      this.start = start;
      this.end = end;
    }

    /// Returns the value of a key; null if there is none.
    ///
    /// @throws IllegalArgumentException if a line has no value
    @Nullable String get(String key) {
      byte[] wanted = key.getBytes(UTF_8);
      int line = first(wanted);
      if (line == end) {
        return null;
      }
      int blank = indexOf(' ', line);
      return Arrays.equals(text, line, blank, wanted, 0, wanted.length)
          ? word(blank + 1, indexOf('\n', blank))
          : null;
    }

    /// Passes each line whose key begins with `prefix`, in their order.
    void forEach(String prefix, BiConsumer<String, String> action) {
      int line = first(prefix.getBytes(UTF_8));
      while (line < end) {
        int blank = indexOf(' ', line);
        int lineEnd = indexOf('\n', blank);
        String key = word(line, blank);
        if (!key.startsWith(prefix)) {
          return;
        }
        action.accept(key, word(blank + 1, lineEnd));
        line = lineEnd + 1;
      }
    }

    /// Returns the offset of the first line whose key is `key` or comes after it.
    private int first(byte[] key) {
      int low = start;
      int high = end;
      while (low < high) {
        int line = startOfLine((low + high) >>> 1);
        int blank = indexOf(' ', line);
        if (Arrays.compare(text, line, blank, key, 0, key.length) < 0) {
          low = indexOf('\n', blank) + 1;
        } else {
          high = line;
        }
      }
      return low;
    }

    private int startOfLine(int within) {
      int at = within;
      while (at > start && text[at - 1] != '\n') {
        at--;
      }
      return at;
    }

    private int indexOf(char c, int from) {
      int at = from;
      while (at < end && text[at] != c) {
        at++;
      }
      require(at < end);
      return at;
    }

    private String word(int from, int to) {
      return new String(text, from, to - from, US_ASCII);
    }

    private static void require(boolean valid) {
      if (!valid) {
        throw new IllegalArgumentException("not a text of lines with keys");
      }
    }
  }
}
