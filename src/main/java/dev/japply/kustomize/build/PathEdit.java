package dev.japply.kustomize.build;

import dev.japply.golang.GoPattern;
import dev.japply.kustomize.build.PathText.Item;
import dev.japply.kustomize.build.PathText.SubstitutionException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Sets all values at a path, which may contain lists and patterns. Follows kyaml's `PathMatcher`.
final class PathEdit {
  private final ScalarStyle spelling;
  private final UnaryOperator<Value> setter;
  private final @Nullable Supplier<Value> created;
  private final EmbeddedEdit texts;
  private int found;

  /// @param setter makes the new value from the old one
  /// @param created creates a missing value; null if nothing is created
  /// @param texts edits values within texts
  PathEdit(
      ScalarStyle spelling,
      UnaryOperator<Value> setter,
      @Nullable Supplier<Value> created,
      EmbeddedEdit texts) {
    this.spelling = spelling;
    this.setter = setter;
    this.created = created;
    this.texts = texts;
  }

  int found() {
    return found;
  }

  /// Returns `value` with all values at the path set.
  ///
  /// @throws SubstitutionException if the path does not fit the value
  Value edit(Value value, List<String> path) {
    if (path.isEmpty()) {
      found++;
      return setter.apply(value);
    }
    String step = path.getFirst();
    List<String> rest = path.subList(1, path.size());
    if (PathText.isIndex(step)) {
      return index(items(value, step), Integer.parseInt(step), rest);
    }
    if (PathText.isItem(step)) {
      return items(items(value, step), Item.of(step), rest);
    }
    if (step.equals("*")) {
      var edited = new ArrayList<Value>();
      items(value, step).items().forEach(item -> edited.add(edit(item, rest)));
      return value instanceof NullValue ? value : new ListValue(edited);
    }
    return field(value, step, rest);
  }

  private static ListValue items(Value value, String step) {
    return switch (value) {
      case ListValue list -> list;
      case NullValue nothing -> ListValue.EMPTY;
      case Value other ->
          throw new SubstitutionException(
              "'" + step + "' is looked for in a value that is no list");
    };
  }

  private Value field(Value value, String key, List<String> rest) {
    if (value instanceof NullValue) {
      found += created == null ? 0 : 1;
      return value;
    }
    if (!(value instanceof MapValue map)) {
      throw new SubstitutionException("'" + key + "' is looked for in a value that is no map");
    }
    Value field = map.entries().get(key);
    if (field == null) {
      return created == null ? map : map.with(key, create(rest));
    }
    boolean within = !rest.isEmpty() && Scalars.isScalar(field);
    return map.with(key, within ? texts.within(field, rest, this) : edit(field, rest));
  }

  boolean creates() {
    return created != null;
  }

  Value create(List<String> rest) {
    if (rest.isEmpty()) {
      found++;
      return Objects.requireNonNull(created).get();
    }
    String next = rest.getFirst();
    boolean isList = PathText.isItem(next) || PathText.isIndex(next);
    return edit(isList ? ListValue.EMPTY : MapValue.EMPTY, rest);
  }

  private Value index(ListValue list, int index, List<String> rest) {
    var items = new ArrayList<>(list.items());
    if (items.size() == index && created != null) {
      items.add(create(rest));
      return new ListValue(items);
    }
    if (index >= items.size()) {
      throw new SubstitutionException(
          "index %d specified but only %d elements found".formatted(index, items.size()));
    }
    items.set(index, edit(items.get(index), rest));
    return new ListValue(items);
  }

  private Value items(ListValue list, Item wanted, List<String> rest) {
    GoPattern pattern = pattern(wanted.value());
    var items = new ArrayList<>(list.items());
    int before = found;
    for (int i = 0; i < items.size(); i++) {
      Value item = items.get(i);
      if (wanted.key().isEmpty() && pattern.finds(written(item))) {
        found++;
        items.set(i, setter.apply(item));
      } else if (item instanceof MapValue map
          && map.get(wanted.key()) instanceof Value field
          && pattern.finds(written(field))) {
        items.set(i, edit(item, rest));
      }
    }
    if (found == before && created != null) {
      items.add(newItem(wanted, rest));
    }
    return new ListValue(items);
  }

  private Value newItem(Item wanted, List<String> rest) {
    if (wanted.key().isEmpty()) {
      found++;
      return setter.apply(Value.text(wanted.value()));
    }
    return edit(MapValue.of(wanted.key(), new Scalars(spelling).plain(wanted.value())), rest);
  }

  private static GoPattern pattern(String text) {
    try {
      return GoPattern.compile(text);
    } catch (IllegalArgumentException e) {
      throw new SubstitutionException(String.valueOf(e.getMessage()));
    }
  }

  private String written(Value value) {
    return spelling.isQuoted(value) ? "\"" + spelling.text(value) + "\"" : spelling.text(value);
  }
}
