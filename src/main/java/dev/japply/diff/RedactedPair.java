package dev.japply.diff;

import dev.japply.object.LastApplied;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;

/// Two states of one object, with the values of Secrets hidden: `***` where they are equal or only
/// one side has one, `*** (before)` and `*** (after)` where they differ.
///
/// Hidden are all fields that [SecretMask] hides, annotations that repeat them, and the same in
/// Secrets anywhere within another object.
public record RedactedPair(Node before, Node after) {
  private static final Value SAME = Value.text(SecretMask.HIDDEN);
  private static final Value BEFORE = Value.text(SecretMask.HIDDEN + " (before)");
  private static final Value AFTER = Value.text(SecretMask.HIDDEN + " (after)");

  /// The two states, masked.
  ///
  /// @param before the first; [Missing#MISSING] when the object is new
  public static RedactedPair masked(Node before, Node after) {
    return masked(before, after, SecretCopies.NONE);
  }

  /// The two states, masked.
  ///
  /// @param before the first; [Missing#MISSING] when the object is new
  /// @param copies texts that are hidden wherever they are
  public static RedactedPair masked(Node before, Node after, SecretCopies copies) {
    return new RedactedPair(
        new State(before, after, BEFORE, copies).masked(),
        new State(after, before, AFTER, copies).masked());
  }

  /// One state of an object.
  ///
  /// @param mark replaces values that differ in the other state
  /// @param copies texts that are hidden wherever they are
  private record State(Node tree, Node other, Value mark, SecretCopies copies)
      implements SecretWalk.Change {
    Node masked() {
      var walk = new SecretWalk(this, copies::areWithin);
      return switch (tree) {
        case MapValue map -> walk.changed("", map, other);
        case Value value -> walk.searched("", value, other);
        case Missing missing -> missing;
      };
    }

    @Override
    public Value value(String at, Value value) {
      return SAME;
    }

    @Override
    public Value value(String at, Value value, Node old) {
      return old instanceof Missing || old.equals(value) ? SAME : mark;
    }

    @Override
    public Value nothing(Node old) {
      return value("", Value.NULL, old);
    }

    @Override
    public Value annotation(String at, String key, Value value) {
      return annotation(at, key, value, Missing.MISSING);
    }

    @Override
    public Value annotation(String at, String key, Value value, Node old) {
      boolean repeats =
          key.equals(LastApplied.KEY) || containsValue(value, tree) || containsValue(old, other);
      return repeats ? value(at, value, old) : value;
    }

    /// Returns true if an annotation contains a value of a Secret in `tree`.
    private static boolean containsValue(Node annotation, Node tree) {
      return annotation instanceof StringValue(String text)
          && tree instanceof MapValue map
          && SecretValues.of(map).isIn(text);
    }

    @Override
    public Value applied(String at, Value value, Node old) {
      boolean hides = repeats(value) || repeats(old) || copies.areIn(value) || copies.areIn(old);
      return hides ? value(at, value, old) : value;
    }

    /// Returns true if a last-applied annotation repeats a Secret that the object contains.
    private boolean repeats(Node annotation) {
      boolean may =
          annotation instanceof StringValue(String text)
              && (text.contains("\"Secret\"") || !copies.isEmpty());
      if (!may) {
        return false;
      }
      try {
        Value applied = Json.parse(((StringValue) annotation).value());
        return !new SecretWalk(this, copies::areWithin)
            .searched("", applied, Missing.MISSING)
            .equals(applied);
      } catch (JsonSyntaxException e) {
        return true;
      }
    }
  }
}
