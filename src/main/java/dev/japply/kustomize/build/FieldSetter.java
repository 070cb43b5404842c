package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.SharedNodes;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.FieldEdit;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.kyaml.FieldList;
import dev.japply.kyaml.FieldSpec;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Sets fields of objects: setters for their values, and the step that sets a list of them.
final class FieldSetter {
  private FieldSetter() {}

  /// Sets a scalar to the text from `change`, which determines the type, even if it is unchanged.
  static Setter text(ScalarStyle spelling, UnaryOperator<String> change) {
    return value -> {
      String before = spelling.text(scalar(value));
      String after = change.apply(before);
      boolean stays =
          spelling.isUntagged(value) || (isString(value, spelling) && spelling.isQuoted(value));
      return stays && after.equals(before) ? value : PlainScalar.inPlaceOf(value, after, spelling);
    };
  }

  /// A scalar becomes the string `text`, in quotes if it had them.
  static Setter string(ScalarStyle spelling, String text) {
    return value -> {
      boolean stays = isString(scalar(value), spelling) && spelling.text(value).equals(text);
      return stays ? value : spelling.isQuoted(value) ? spelling.quoted(text) : Value.text(text);
    };
  }

  /// Returns whether a scalar is a string whatever its text becomes.
  private static boolean isString(Value value, ScalarStyle spelling) {
    return new Scalars(spelling).isString(value)
        && !spelling.isUntagged(value)
        && spelling.tag(value) == null;
  }

  /// A scalar becomes a number, in quotes if it had them.
  static Setter number(ScalarStyle spelling, long number) {
    return value ->
        spelling.isQuoted(scalar(value))
            ? spelling.quoted(Long.toString(number))
            : Value.number(number);
  }

  /// Returns `value`.
  ///
  /// @throws FieldException if it is a map or a list
  static Value scalar(Value value) {
    if (value instanceof ScalarValue || value instanceof NullValue) {
      return value;
    }
    throw new FieldException("wrong node kind: a single value must be there");
  }

  /// Maps of one object get entries. Entries that a map did not have are the same in all of them,
  /// and equal entries stay equal. An existing entry keeps its quotes, and kustomize gives them to
  /// the entries that it has made and makes, too.
  static Setter entries(Map<String, String> entries, SharedNodes aliases, ScalarStyle spelling) {
    var created = new TreeMap<String, StringValue>();
    entries.forEach((key, text) -> created.put(key, new StringValue(text)));
    created.values().forEach(aliases::share);
    var instead = new IdentityHashMap<Value, Value>();
    return value -> {
      if (value instanceof NullValue) {
        return value;
      }
      if (!(value instanceof MapValue map)) {
        throw new FieldException("wrong node kind: a map must be there");
      }
      MapValue changed = map;
      for (var entry : created.entrySet()) {
        StringValue made = entry.getValue();
        Value old = changed.entries().get(entry.getKey());
        boolean isQuoted =
            old == null ? spelling.isQuoted(made) || isAmbiguous(made) : spelling.isQuoted(old);
        spelling.quote(made, isQuoted);
        if (old == null) {
          changed = changed.with(entry.getKey(), made);
        } else if (!made.equals(old) || !isString(old, spelling)) {
          changed =
              changed.with(
                  entry.getKey(),
                  instead.computeIfAbsent(old, none -> copy(made, isQuoted, spelling)));
        }
      }
      return changed;
    };
  }

  private static StringValue copy(StringValue made, boolean isQuoted, ScalarStyle spelling) {
    return isQuoted ? spelling.quoted(made.value()) : new StringValue(made.value());
  }

  /// Whether the text would be no string without quotes.
  private static boolean isAmbiguous(StringValue made) {
    return !PlainScalar.isString(made.value());
  }

  /// Sets the fields of a list in objects, and records the position of the setting in the
  /// kustomization.
  static final class FieldSetStep {
    private final FieldList fields;
    private final Step step;

    /// The keys that it sets in maps, empty for scalars; null if it does not set the same value
    /// everywhere.
    private final @Nullable Set<String> entries;

    private final Map<Gvk, List<FieldSpec>> byKind = new HashMap<>();

    /// @param step the setting in the kustomization
    FieldSetStep(FieldList fields, Step step) {
      this(fields, step, null);
    }

    private FieldSetStep(FieldList fields, Step step, @Nullable Set<String> entries) {
      this.fields = fields;
      this.step = step;
      this.entries = entries;
    }

    /// Returns a step that sets the same value everywhere, even if a field has that value.
    ///
    /// @param entries the keys that it sets in maps; empty if the fields are scalars
    static FieldSetStep ofValue(FieldList fields, Step step, Set<String> entries) {
      return new FieldSetStep(fields, step, entries);
    }

    /// The step for one object, with the fields that it sets there.
    private record Assignment(Step step, List<FieldSpec> fields, Set<String> entries)
        implements Step {
      @Override
      public Origin place(FieldPath path) {
        return step.place(path);
      }

      @Override
      public DecidingLines lines(FieldPath path) {
        return step.lines(path);
      }

      @Override
      public boolean sets(FieldPath path) {
        if (entries.isEmpty()) {
          return fields.stream().anyMatch(field -> field.isAt(path));
        }
        return path instanceof FieldPath.Key(FieldPath map, String key)
            && entries.contains(key)
            && fields.stream().anyMatch(field -> field.isAt(map));
      }
    }

    List<FieldSpec> fields(Gvk gvk) {
      return byKind.computeIfAbsent(
          gvk,
          kind -> fields.fields().stream().filter(field -> field.kinds().matches(kind)).toList());
    }

    void set(BuiltResource resource, FieldEdit edit) {
      MapValue tree = resource.tree();
      List<FieldSpec> all = fields(resource.id().gvk());
      for (FieldSpec field : all) {
        tree = set(resource, tree, edit, field);
      }
      change(resource, tree, all);
    }

    void setOne(BuiltResource resource, FieldEdit edit, FieldSpec field) {
      change(resource, set(resource, resource.tree(), edit, field), List.of(field));
    }

    private void change(BuiltResource resource, MapValue changed, List<FieldSpec> all) {
      Step own = step.on(resource.id().gvk());
      if (entries == null) {
        resource.become(changed, own);
      } else {
        resource.assign(changed, new Assignment(own, all, entries));
      }
    }

    private MapValue set(BuiltResource resource, MapValue tree, FieldEdit edit, FieldSpec field) {
      try {
        return edit.edit(tree, field);
      } catch (FieldException e) {
        Origin place = step.place(FieldPath.root());
        throw resource.failure(
            "considering field '%s': %s".formatted(field.path(), e.getMessage()),
            place.line() == 0 ? "" : "requested at " + place,
            e);
      }
    }
  }
}
