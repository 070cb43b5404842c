package dev.japply.check;

import dev.japply.diff.SimilarName;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Suggests names for an unknown field from the server's schema.
public final class FieldNames {
  /// The maximum depth of structs in the search for a field: `spec.template.spec` is three.
  private static final int DEEPEST = 4;

  private FieldNames() {}

  /// Returns the suggestion for `unknown`; empty if no name is similar.
  ///
  /// @param object the schema of the object; null if it is unknown
  public static String hint(@Nullable Schema object, FieldPath unknown) {
    if (!(unknown instanceof FieldPath.Key(FieldPath parent, String name)) || object == null) {
      return "";
    }
    return at(object, parent)
        .flatMap(struct -> SimilarName.find(struct.def().fields().keySet(), name))
        .map(known -> "did you mean \"" + known + "\"?")
        .or(() -> home(object, parent, name).map(path -> "it belongs to " + path))
        .orElse("");
  }

  /// Returns the struct with a field of that name: the closest one above `parent`, else the closest
  /// one to the root. Empty if the latter is ambiguous.
  private static Optional<FieldPath> home(Schema object, FieldPath parent, String name) {
    for (FieldPath at = parent; !(at instanceof FieldPath.Root); at = at.parentPath()) {
      FieldPath above = at.parentPath();
      if (has(object, above, name)) {
        return Optional.of(above);
      }
    }
    List<FieldPath> structs = List.of(FieldPath.root());
    for (int depth = 0; depth < DEEPEST && !structs.isEmpty(); depth++) {
      List<FieldPath> found = structs.stream().filter(path -> has(object, path, name)).toList();
      if (!found.isEmpty()) {
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
      }
      structs = structs.stream().flatMap(path -> below(object, path)).toList();
    }
    return Optional.empty();
  }

  private static boolean has(Schema object, FieldPath struct, String name) {
    return !(struct instanceof FieldPath.Root)
        && at(object, struct).flatMap(type -> type.field(name)).isPresent();
  }

  private static Stream<FieldPath> below(Schema object, FieldPath struct) {
    return at(object, struct).stream()
        .flatMap(type -> type.def().fields().keySet().stream())
        .filter(key -> !(struct instanceof FieldPath.Root && key.equals("status")))
        .map(struct::key);
  }

  /// Returns the type of the field at `path`; empty if the schema does not have it.
  static Optional<Schema> at(Schema object, FieldPath path) {
    Optional<Schema> at = Optional.of(object);
    for (Iterator<FieldPath> steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      at =
          switch (step) {
            case FieldPath.Root root -> at;
            case FieldPath.Index(FieldPath list, int index) -> at.flatMap(Schema::items);
            case FieldPath.Item(FieldPath list, Value item) -> at.flatMap(Schema::items);
            case FieldPath.Key(FieldPath map, String key) ->
                at.flatMap(type -> type.field(key).map(Schema.Field::type).or(type::additional));
          };
    }
    return at;
  }
}
