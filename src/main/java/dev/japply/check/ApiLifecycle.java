package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.schema.SchemaDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The lifecycles of types: when they were deprecated and removed, and their replacements.
///
/// The table is made of the lifecycle data in Kubernetes' sources (`make builtin-schemas`), and of
/// the removals before they had such data.
final class ApiLifecycle {
  private static final String TABLE = "api-lifecycle.txt";

  /// The removal of a type that no version removes.
  static final int NEVER = 999;

  private final String table;

  /// The stages of a type.
  ///
  /// @param deprecated the minor version since which it is deprecated
  /// @param removed the minor version since which it is gone; [#NEVER] if it stays
  /// @param replacement the type to use instead, such as `apps/v1 Deployment`; empty for none
  record Stages(int deprecated, int removed, String replacement) {

    /// Returns the hint to use the replacement; empty if there is none.
    String hint() {
      return replacement.isEmpty() ? "" : "use " + replacement;
    }
  }

  private ApiLifecycle(String table) {
    this.table = table;
  }

  /// Reads the table. A line is parsed when its type is looked up.
  static ApiLifecycle load() {
    try (InputStream table = ApiLifecycle.class.getResourceAsStream(TABLE)) {
      if (table == null) {
        throw new IllegalStateException("the program lacks its " + TABLE);
      }
      // It is ASCII; to read it as UTF-8 takes longer.
      return new ApiLifecycle("\n" + new String(table.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the stages of a type; empty if it has none. Looks for them in the text of the table.
  Optional<Stages> of(Gvk gvk) {
    String key = SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind());
    String start = "\n" + key + " ";
    int line = table.indexOf(start);
    return line < 0
        ? Optional.empty()
        : Optional.of(
            stages(table.substring(line + start.length(), table.indexOf('\n', line + 1))));
  }

  /// Parses the end of a line, such as `8 16 apps/v1/Deployment`.
  private static Stages stages(String text) {
    String[] words = text.split(" ", -1);
    String[] replacement = words[2].split("/", -1);
    String shown =
        replacement.length < 3
            ? ""
            : new Gvk(replacement[0], replacement[1], "").apiVersion() + " " + replacement[2];
    return new Stages(Integer.parseInt(words[0]), Integer.parseInt(words[1]), shown);
  }
}
