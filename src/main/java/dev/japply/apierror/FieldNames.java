package dev.japply.apierror;

import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What an unknown field may have been meant to be, by the names in the server's schema.
final class FieldNames {
  /// How many structs deep a field's home is looked for: `spec.template.spec` is three.
  private static final int DEEPEST = 4;

  private FieldNames() {}

  /// What to do about `unknown`; empty when nothing comes close.
  static String hint(Optional<Schema> object, FieldPath unknown) {
    if (!(unknown instanceof FieldPath.Key(FieldPath parent, String name)) || object.isEmpty()) {
      return "";
    }
    return at(object.get(), parent)
        .flatMap(struct -> similar(struct, name))
        .map(known -> "did you mean \"" + known + "\"?")
        .or(() -> home(object.get(), parent, name).map(path -> "it belongs to " + path))
        .orElse("");
  }

  private static Optional<String> similar(Schema struct, String name) {
    int far = Math.max(1, name.length() / 3);
    return struct.def().fields().keySet().stream()
        .filter(known -> known.equalsIgnoreCase(name) || distance(known, name) <= far)
        .min(
            Comparator.<String>comparingInt(known -> distance(known, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// The struct around `parent` that has a field of that name, else the one nearest to the root:
  /// the field is indented too far or too little.
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

  private static Optional<Schema> at(Schema object, FieldPath path) {
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

  /// How many letters must be put in, left out or replaced to make one of the other (Levenshtein).
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
