package dev.japply.kustomize.substitute;

import dev.japply.manifest.document.PlainScalar;
import dev.japply.manifest.document.Spelling;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BigIntValue;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;

/// Scalars that get another text and stay what they are: a string stays one, and what is no string
/// takes no text of another type.
final class Scalars {
  private final Spelling spelling;

  Scalars(Spelling spelling) {
    this.spelling = spelling;
  }

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

  /// A scalar that is written without quotes, and is what its text says.
  Value plain(String text) {
    return PlainScalar.read(text, spelling);
  }

  /// `old` with another text.
  ///
  /// @throws SubstitutionException when the text is of another type
  Value with(Value old, String text) {
    if (text(old).equals(text)) {
      return old;
    }
    if (spelling.isUntagged(old)) {
      Value value = plain(text);
      spelling.untag(value);
      return value;
    }
    if (isString(old)) {
      return spelling.isQuoted(old) ? spelling.quoted(text) : Value.text(text);
    }
    Value value = plain(text);
    boolean sameType =
        spelling.isTime(old) == spelling.isTime(value)
            && (value.getClass().equals(old.getClass()) || (isInteger(value) && isInteger(old)));
    if (sameType) {
      return value;
    }
    if (old instanceof FloatValue && value instanceof IntValue(long number)) {
      return new FloatValue(number);
    }
    throw new SubstitutionException(
        "'%s' cannot take the place of %s, which is of another type".formatted(text, text(old)));
  }

  private static boolean isInteger(Value value) {
    return value instanceof IntValue || value instanceof BigIntValue;
  }
}
