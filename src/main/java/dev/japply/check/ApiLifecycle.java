package dev.japply.check;

import dev.japply.object.Gvk;
import dev.japply.schema.SchemaDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The lifecycles of types: when they were deprecated and removed, and their replacements.
///
/// The table is made of the lifecycle data in Kubernetes' sources (`make builtin-schemas`), and of
/// the removals before they had such data.
final class ApiLifecycle {
  private static final String TABLE = "api-lifecycle.txt";

  /// The removal of a type that no version removes.
  static final int NEVER = 999;

  private final Map<String, Stages> types = new HashMap<>();

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

  private ApiLifecycle() {}

  /// Reads the table.
  static ApiLifecycle load() {
    var lifecycle = new ApiLifecycle();
    try (InputStream table = ApiLifecycle.class.getResourceAsStream(TABLE)) {
      if (table == null) {
        throw new IllegalStateException("the program lacks its " + TABLE);
      }
      new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lifecycle::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lifecycle;
  }

  /// Adds a line, such as `apps/v1beta1/Deployment 8 16 apps/v1/Deployment`.
  private void add(String line) {
    String[] words = line.split(" ", -1);
    String[] replacement = words[3].split("/", -1);
    String shown =
        replacement.length < 3
            ? ""
            : new Gvk(replacement[0], replacement[1], "").apiVersion() + " " + replacement[2];
    types.put(words[0], new Stages(Integer.parseInt(words[1]), Integer.parseInt(words[2]), shown));
  }

  /// Returns the stages of a type; empty if it has none.
  Optional<Stages> of(Gvk gvk) {
    return Optional.ofNullable(
        types.get(SchemaDocument.objectKey(gvk.group(), gvk.version(), gvk.kind())));
  }
}
