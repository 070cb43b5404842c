package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The fields that a server's own code requires, and that may not be empty. No schema has them. A
/// line of the table is a type, its field, and the value of another field if only that requires it.
final class RequiredFields {
  private static final String TABLE = "required-fields.txt";
  private static final String API = "io.k8s.api.";

  /// The fields below which a server requires less.
  private static final List<String> LENIENT = List.of("volumeClaimTemplates", "inlineVolumeSpec");

  private RequiredFields() {}

  /// The table, which is read when it is needed.
  private static final class Text {
    static final String TABLE = read();

    private static String read() {
      try (InputStream table = RequiredFields.class.getResourceAsStream(RequiredFields.TABLE)) {
        if (table == null) {
          throw new IllegalStateException("the program lacks its " + RequiredFields.TABLE);
        }
        return "\n" + new String(table.readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// A line of the table.
  ///
  /// @param other the field that requires this one; empty if the field is always required
  /// @param value the value of that field
  record Row(String type, String field, String other, String value) {

    boolean holds(MapValue map) {
      return other.isEmpty() || map.text(other).equals(value);
    }
  }

  /// Returns the lines about a type, by the name of its schema.
  static List<Row> of(String schema) {
    if (!schema.startsWith("io.k8s.")) {
      return List.of();
    }
    String name = schema.startsWith(API) ? schema.substring(API.length()) : schema;
    String start = "\n" + name + " ";
    var rows = new ArrayList<Row>();
    for (int at = Text.TABLE.indexOf(start); at >= 0; at = Text.TABLE.indexOf(start, at + 1)) {
      String line = Text.TABLE.substring(at + start.length(), Text.TABLE.indexOf('\n', at + 1));
      int space = line.indexOf(' ');
      int equals = line.indexOf('=');
      rows.add(
          space < 0
              ? new Row(name, line, "", "")
              : new Row(
                  name,
                  line.substring(0, space),
                  line.substring(space + 1, equals),
                  line.substring(equals + 1)));
    }
    return rows;
  }

  static List<Row> all() {
    return Text.TABLE
        .lines()
        .filter(line -> !line.isEmpty())
        .map(line -> line.substring(0, line.indexOf(' ')))
        .distinct()
        .flatMap(name -> of(name.startsWith("io.k8s.") ? name : API + name).stream())
        .toList();
  }

  /// Whether a server checks the fields at a path less.
  static boolean isLenient(FieldPath path) {
    for (FieldPath at = path; !(at instanceof FieldPath.Root); at = at.parentPath()) {
      if (at instanceof FieldPath.Key(FieldPath parent, String key) && LENIENT.contains(key)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a server takes the value for none.
  static boolean isEmpty(Node value) {
    return switch (value) {
      case Missing none -> true;
      case NullValue none -> true;
      case StringValue(String text) -> text.isEmpty();
      case ListValue list -> list.isEmpty();
      case MapValue map -> map.isEmpty();
      case BoolValue bool -> false;
      case Value number -> false;
    };
  }
}
