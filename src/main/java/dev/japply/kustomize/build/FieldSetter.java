package dev.japply.kustomize.build;

import dev.japply.kustomize.load.SharedNodes;
import dev.japply.kyaml.FieldEdit.FieldException;
import dev.japply.kyaml.FieldEdit.Setter;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.ScalarValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Setters for the values of fields.
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
}
