package dev.japply.schema;

import dev.japply.tree.GoJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;

/// Makes the tables of [BuiltinSchemas] out of the documents in Kubernetes' repository: `make
/// builtin-schemas` runs it.
final class BuiltinTable {
  private final Map<String, String> objects = new TreeMap<>();
  private final Map<String, String> types = new TreeMap<>();

  private BuiltinTable() {}

  /// Writes the tables.
  ///
  /// @param args the directory of the tables, and for each version its number and the directory of
  ///   its sources, the newest first
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    BuiltinTable newest = of(args[1], Path.of(args[2]));
    Files.writeString(directory.resolve("builtin-schemas.txt"), newest.text());
    for (int i = 3; i < args.length; i += 2) {
      BuiltinTable older = of(args[i], Path.of(args[i + 1]));
      Files.writeString(
          directory.resolve("builtin-schemas-" + args[i] + ".txt"), older.since(newest).text());
    }
  }

  private static BuiltinTable of(String version, Path module) {
    var table = new BuiltinTable();
    GeneratedEnums enums = GeneratedEnums.of(module);
    EnforcedLimits limits = EnforcedLimits.of(version);
    for (Path file : new ServerDocuments(module.resolve("api/openapi-spec/v3")).groupVersions()) {
      table.add(
          new OpenApiReader().read(enums.addTo(ServerDocuments.json(file))),
          ServerDocuments.objectPrefix(file),
          limits);
    }
    return table;
  }

  private void add(SchemaDocument document, String prefix, EnforcedLimits limits) {
    var seen = new HashSet<String>();
    Deque<String> todo = new ArrayDeque<>();
    document
        .objects()
        .forEach((object, type) -> {
          if (object.startsWith(prefix) && document.strategic().contains(object)) {
            keep(objects, object, type);
            todo.push(type);
          }
        });
    while (!todo.isEmpty()) {
      String name = todo.pop();
      if (seen.add(name)) {
        TypeDef type = document.type(name).orElseThrow().def();
        keep(types, name, GoJson.write(SchemaCodec.encode(limits.enforced(name, type))));
        type.references().forEach(todo::push);
      }
    }
  }

  /// One table serves all group versions only as long as a name means the same in each of them.
  private static void keep(Map<String, String> table, String key, String text) {
    String before = table.putIfAbsent(key, text);
    if (before != null && !before.equals(text)) {
      throw new IllegalStateException(key + " is both " + before + " and " + text);
    }
  }

  /// Returns the lines that are not those of `newest`, and `-` for what only that has.
  private BuiltinTable since(BuiltinTable newest) {
    var changes = new BuiltinTable();
    difference(newest.objects, objects, changes.objects);
    difference(newest.types, types, changes.types);
    return changes;
  }

  private static void difference(
      Map<String, String> from, Map<String, String> to, Map<String, String> changes) {
    from.keySet().stream()
        .filter(key -> !to.containsKey(key))
        .forEach(key -> changes.put(key, "-"));
    to.forEach((key, text) -> {
      if (!text.equals(from.get(key))) {
        changes.put(key, text);
      }
    });
  }

  private String text() {
    return lines(objects) + "\n" + lines(types);
  }

  private static String lines(Map<String, String> table) {
    var text = new StringBuilder();
    table.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    return text.toString();
  }
}
