package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.PlainScalar;
import dev.japply.yaml.ScalarStyle;

/// Changes the text of scalars without changing their type: a string remains a string, and other
/// scalars accept no text of another type.
record Scalars(ScalarStyle spelling) {
  String text(Value value) {
    return spelling.text(value);
  }

  /// Whether it is a string for kustomize: dates are none.
  boolean isString(Value value) {
    return value instanceof StringValue && !spelling.isTime(value);
  }

  static boolean isScalar(Value value) {
    return !(value instanceof MapValue || value instanceof ListValue);
  }

  /// Reads a scalar without quotes; its text determines its type.
  Value plain(String text) {
    return PlainScalar.read(text, spelling);
  }

  /// Reads a scalar without a tag; only its text determines its type.
  Value untagged(String text) {
    Value value = plain(text);
    spelling.untag(value);
    return value;
  }

  /// Returns `old` with another text. A text of the wrong type is an error only in the output.
  Value with(Value old, String text) {
    if (text(old).equals(text)) {
      return old;
    }
    if (spelling.isUntagged(old)) {
      return untagged(text);
    }
    Value tag = spelling.tag(old);
    if (isString(old) && tag == null) {
      return spelling.isQuoted(old) ? spelling.quoted(text) : Value.text(text);
    }
    Value typed = tag == null ? old : tag;
    Value value = plain(text);
    if (spelling.isQuoted(old) || !isOfType(value, typed)) {
      return spelling.tagged(text, typed, spelling.isQuoted(old));
    }
    return typed instanceof FloatValue && value instanceof IntValue(long number)
        ? new FloatValue(number)
        : value;
  }

  private boolean isOfType(Value value, Value typed) {
    return spelling.isTime(typed) == spelling.isTime(value)
        && (value.getClass().equals(typed.getClass())
            || (isInteger(value) && isInteger(typed))
            || (typed instanceof FloatValue && value instanceof IntValue));
  }

  /// Returns whether a scalar's text does not fit its type.
  boolean isWrong(Value value) {
    Value typed = spelling.tag(value);
    return typed != null && !isOfType(plain(text(value)), typed);
  }

  private static boolean isInteger(Value value) {
    return value instanceof IntValue || value instanceof BigIntValue;
  }

  /// Rejects texts that a replacement has put in place of a number or a boolean. kustomize keeps
  /// the field's type, and fails when it writes the object. The message does not contain the text,
  /// which may come from a Secret.
  ///
  /// @throws JapplyException when it has such a text, with the place of the replacement
  void requireTypes(BuiltResource resource) {
    if (spelling.hasTags()) {
      requireTypes(resource, resource.tree(), FieldPath.root());
    }
  }

  private void requireTypes(BuiltResource resource, Value value, FieldPath path) {
    switch (value) {
      case MapValue map ->
          map.entries().forEach((key, item) -> requireTypes(resource, item, path.key(key)));
      case ListValue list -> {
        for (int i = 0; i < list.size(); i++) {
          requireTypes(resource, list.items().get(i), path.index(i));
        }
      }
      case Value scalar -> {
        if (spelling.tag(scalar) != null && isWrong(scalar)) {
          throw new JapplyException(
              Problem.error(
                  resource.place(path),
                  resource.subject(),
                  "the text for %s is of another type than what it replaces".formatted(path),
                  "the object is at " + resource.origin()));
        }
      }
    }
  }
}
