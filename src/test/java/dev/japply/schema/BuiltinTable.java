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

/// Makes the table of [BuiltinSchemas] out of a server's documents: `make builtin-schemas` runs it.
final class BuiltinTable {
  private final Map<String, String> objects = new TreeMap<>();
  private final Map<String, String> types = new TreeMap<>();

  private BuiltinTable() {}

  /// Writes the table of the documents in directory `args[0]` to file `args[1]`.
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[1]), text(new ServerDocuments(Path.of(args[0]))));
  }

  /// The text of the table.
  static String text(ServerDocuments documents) {
    var table = new BuiltinTable();
    for (Path file : documents.groupVersions()) {
      table.add(
          new OpenApiReader().read(ServerDocuments.json(file)), ServerDocuments.objectPrefix(file));
    }
    return lines(table.objects) + "\n" + lines(table.types);
  }

  private void add(SchemaDocument document, String prefix) {
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
        keep(types, name, GoJson.write(SchemaCodec.encode(type)));
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

  private static String lines(Map<String, String> table) {
    var text = new StringBuilder();
    table.forEach((key, value) -> text.append(key).append(' ').append(value).append('\n'));
    return text.toString();
  }
}
