package dev.japply.schema;

import dev.japply.tree.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The merge schemas of Kubernetes' own object types, for when a server does not publish them:
///
/// ```java
/// Optional<Schema> pod =
///     BuiltinSchemas.load().document("", "v1").flatMap(types -> types.object("", "v1", "Pod"));
/// ```
///
/// They come from a table that `make builtin-schemas` makes out of the documents that Kubernetes
/// publishes; it holds the objects, of stable and other API versions, whose PATCH takes a strategic
/// merge patch. Loading cuts the table into lines; a type is parsed when it is looked up, once in a
/// process. Older versions have tables of their differences.
public final class BuiltinSchemas {
  /// The Kubernetes versions with tables, the newest first.
  public static final List<String> VERSIONS = List.of("1.37", "1.36", "1.35", "1.34");

  private static final String TABLE = "builtin-schemas.txt";

  /// The definition of a type that an older version does not have.
  private static final String NONE = "-";

  private static @Nullable BuiltinSchemas loaded;

  private final Map<String, String> objects = new HashMap<>();
  private final Map<String, Part> types = new HashMap<>();
  private final Map<String, Optional<SchemaDocument>> documents = new HashMap<>();

  private BuiltinSchemas(String table) {
    readTable(table);
  }

  private void putType(String name, String definition) {
    if (definition.equals(NONE)) {
      types.remove(name);
    } else {
      types.put(name, new Part(definition));
    }
  }

  private void readTable(String table) {
    int gap = table.indexOf("\n\n");
    readLines(table.substring(0, gap + 1), objects::put);
    readLines(table.substring(gap + 2), this::putType);
  }

  /// The built-in table.
  public static synchronized BuiltinSchemas load() {
    BuiltinSchemas table = loaded == null ? of(read(TABLE)) : loaded;
    loaded = table;
    return table;
  }

  /// Returns the table of a version of Kubernetes.
  ///
  /// @param version one of [#VERSIONS]
  public static BuiltinSchemas load(String version) {
    if (version.equals(VERSIONS.getFirst())) {
      return load();
    }
    return of(read(TABLE)).changed(read("builtin-schemas-" + version + ".txt"));
  }

  /// Returns this table with the changes in another one. The definition `-` removes a type.
  private BuiltinSchemas changed(String table) {
    readTable(table);
    objects.values().removeIf(NONE::equals);
    return this;
  }

  private static String read(String name) {
    try (InputStream table = BuiltinSchemas.class.getResourceAsStream(name)) {
      if (table == null) {
        throw new IllegalStateException("the program lacks its " + name);
      }
      // It is ASCII; to read it as UTF-8 takes longer.
      return new String(table.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A table of this text: a line `group/version/kind type` per object, an empty line, and a line
  /// `type definition` per type.
  public static BuiltinSchemas of(String table) {
    return new BuiltinSchemas(table);
  }

  private static void readLines(String lines, BiConsumer<String, String> into) {
    int start = 0;
    for (int end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
      int space = lines.indexOf(' ', start);
      into.accept(lines.substring(start, space), lines.substring(space + 1, end));
      start = end + 1;
    }
  }

  /// The keys of all objects, as [SchemaDocument#objectKey] makes them.
  public Set<String> objects() {
    return Collections.unmodifiableSet(objects.keySet());
  }

  /// The objects of a group version with the types that they are made of, among others; empty for a
  /// group version without built-in objects.
  public synchronized Optional<SchemaDocument> document(String group, String version) {
    return documents.computeIfAbsent(SchemaDocument.objectKey(group, version, ""), this::document);
  }

  private Optional<SchemaDocument> document(String prefix) {
    var chosen = new HashMap<>(objects);
    chosen.keySet().removeIf(key -> !key.startsWith(prefix));
    return chosen.isEmpty()
        ? Optional.empty()
        : Optional.of(new SchemaDocument(new Types(types), chosen, chosen.keySet()));
  }

  /// The type of that name, if there is one.
  public Optional<TypeDef> type(String name) {
    return Optional.ofNullable(types.get(name)).map(Part::type);
  }

  /// A definition, and the type once it was decoded. Types are immutable, so threads that decode
  /// the same one at the same time do no harm.
  private static final class Part {
    private final String definition;
    private @Nullable TypeDef type;

    Part(String definition) {
      this.definition = definition;
    }

    TypeDef type() {
      TypeDef known = type;
      if (known == null) {
        known = SchemaCodec.decodeType(Json.parse(definition));
        type = known;
      }
      return known;
    }
  }

  /// The types of a table.
  static final class Types extends LazyTypes {
    private final Map<String, Part> parts;

    private Types(Map<String, Part> parts) {
      this.parts = parts;
    }

    @Override
    public @Nullable TypeDef get(Object name) {
      Part part = parts.get(name);
      return part == null ? null : part.type();
    }

    @Override
    Set<String> names() {
      return parts.keySet();
    }
  }
}
