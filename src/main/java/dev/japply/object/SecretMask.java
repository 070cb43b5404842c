package dev.japply.object;

import dev.japply.object.SecretWalk.Part;
import dev.japply.object.SecretWalk.Sort;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.stream.Stream;

/// Hides the values of Secrets in objects that are shown, as [SecretWalk] finds them.
public final class SecretMask {
  /// Replacement for a hidden value.
  public static final String HIDDEN = "***";

  private static final Value SAME = Value.text(HIDDEN);
  private static final Value BEFORE = Value.text(HIDDEN + " (before)");
  private static final Value AFTER = Value.text(HIDDEN + " (after)");

  private SecretMask() {}

  /// Returns true if the value at `path` of `object` is not to be shown: of a Secret, also within
  /// another object, or a copy of one.
  ///
  /// @param states other states of the object, which may have a Secret that the manifest lacks
  public static boolean hides(KubeObject object, FieldPath path, MapValue... states) {
    return Stream.concat(Stream.of(object.tree()), Stream.of(states))
            .anyMatch(state -> SecretWalk.isSecret(state, path))
        || object.copies().areWithin(path.in(object.tree()));
  }

  /// Returns `body`, which is `object` or a patch of it, with secret values hidden. A null stays:
  /// it deletes a value.
  public static MapValue masked(KubeObject object, MapValue body) {
    SecretCopies copies = object.copies();
    var mask = new State(body, object.tree(), SAME, copies);
    return new SecretWalk(
            part -> part.sort() == Sort.NULL ? part.value() : mask.of(part), copies::areWithin)
        .object("", body, object.tree());
  }

  /// Two states of one object: `***` where secret values are equal or only one side has one, `***
  /// (before)` and `*** (after)` where they differ.
  public record Pair(Node before, Node after) {
    /// Returns no values, as all records about objects.
    @Override
    public String toString() {
      return "two states";
    }
  }

  /// Returns the two states, masked.
  ///
  /// @param before the first; [Missing#MISSING] when the object is new
  public static Pair pair(Node before, Node after) {
    return pair(before, after, SecretCopies.NONE);
  }

  /// Returns the two states, masked.
  ///
  /// @param before the first; [Missing#MISSING] when the object is new
  /// @param copies texts that are hidden wherever they are
  public static Pair pair(Node before, Node after, SecretCopies copies) {
    return new Pair(
        new State(before, after, BEFORE, copies).masked(),
        new State(after, before, AFTER, copies).masked());
  }

  /// One state of an object.
  ///
  /// @param mark replaces values that differ in the other state
  /// @param copies texts that are hidden wherever they are
  private record State(Node tree, Node other, Value mark, SecretCopies copies)
      implements SecretWalk.Replacement {
    Node masked() {
      var walk = new SecretWalk(this, copies::areWithin);
      return switch (tree) {
        case MapValue map -> walk.object("", map, other);
        case Value value -> walk.part("", value, other);
        case Missing missing -> missing;
      };
    }

    @Override
    public Value of(Part part) {
      Value value = part.value();
      Node old = part.other();
      boolean hides =
          switch (part.sort()) {
            case VALUE, NULL, COPY, LAST_APPLIED -> true;
            case ANNOTATION -> containsValue(value, tree) || containsValue(old, other);
            case OTHER_LAST_APPLIED ->
                repeats(value) || repeats(old) || copies.areIn(value) || copies.areIn(old);
          };
      if (!hides) {
        return value;
      }
      return old instanceof Missing || old.equals(value) ? SAME : mark;
    }

    /// Returns true if an annotation contains a value of a Secret in `tree`.
    private static boolean containsValue(Node annotation, Node tree) {
      return annotation instanceof StringValue(String text)
          && tree instanceof MapValue map
          && SecretValues.of(map).isIn(text);
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
            .part("", applied, Missing.MISSING)
            .equals(applied);
      } catch (JsonSyntaxException e) {
        return true;
      }
    }
  }
}
