package dev.japply.diff;

import dev.japply.object.Gvk;
import dev.japply.object.LastApplied;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.SequencedMap;

/// Two states of one object, with the values of Secrets hidden: `***` where they are equal or only
/// one side has one, `*** (before)` and `*** (after)` where they differ.
///
/// Hidden are all fields that [SecretMask] hides, annotations that repeat them, and the same in
/// Secrets anywhere within another object.
public record RedactedPair(Node before, Node after) {
  private static final Value SAME = Value.text(SecretMask.HIDDEN);
  private static final Value BEFORE = Value.text(SecretMask.HIDDEN + " (before)");
  private static final Value AFTER = Value.text(SecretMask.HIDDEN + " (after)");

  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

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
    return new Masking(copies).masked(before, after);
  }

  /// Masks the states of one object.
  ///
  /// @param copies texts that are hidden wherever they are
  private record Masking(SecretCopies copies) {
    RedactedPair masked(Node before, Node after) {
      return secret(before) || secret(after)
          ? maskedSecret(before, after)
          : searched(before, after);
    }

    private RedactedPair within(Node before, Node after) {
      boolean values = secretWithValues(before) || secretWithValues(after);
      return values ? maskedSecret(before, after) : searched(before, after);
    }

    /// True if both are maps, both lists, or one of them is missing.
    private static boolean isAlike(Node before, Node after) {
      return before instanceof Missing
          || after instanceof Missing
          || (before instanceof MapValue && after instanceof MapValue)
          || (before instanceof ListValue && after instanceof ListValue);
    }

    /// Whether `node` is a Secret with values; with only the type and a name it is a reference.
    private static boolean secretWithValues(Node node) {
      return secret(node)
          && node instanceof MapValue map
          && (map.has("data") || map.has("stringData"));
    }

    private static boolean secret(Node node) {
      return node instanceof MapValue map && SecretMask.covers(Gvk.of(map));
    }

    /// Joins what comes of the entries of two maps.
    private interface Entry {
      RedactedPair masked(String key, Node before, Node after);
    }

    private static RedactedPair each(Node before, Node after, Entry entry) {
      MapValue first = before instanceof MapValue map ? map : MapValue.EMPTY;
      MapValue second = after instanceof MapValue map ? map : MapValue.EMPTY;
      var keys = new LinkedHashSet<>(first.entries().keySet());
      keys.addAll(second.entries().keySet());
      var left = new LinkedHashMap<String, Value>();
      var right = new LinkedHashMap<String, Value>();
      for (String key : keys) {
        RedactedPair pair = entry.masked(key, first.get(key), second.get(key));
        put(left, key, pair.before());
        put(right, key, pair.after());
      }
      return new RedactedPair(map(before, left), map(after, right));
    }

    private static void put(SequencedMap<String, Value> entries, String key, Node node) {
      if (node instanceof Value value) {
        entries.put(key, value);
      }
    }

    private static Node map(Node original, SequencedMap<String, Value> entries) {
      return original instanceof MapValue ? new MapValue(entries) : original;
    }

    /// Looks for Secrets within.
    private RedactedPair searched(Node before, Node after) {
      if (copies.areWithin(before) != copies.areWithin(after) && !isAlike(before, after)) {
        return hidden(before, after);
      }
      if (before instanceof MapValue || after instanceof MapValue) {
        return each(before, after, this::searchedEntry);
      }
      if (before instanceof ListValue || after instanceof ListValue) {
        return searchedItems(before, after);
      }
      return copies.areIn(before) || copies.areIn(after)
          ? hidden(before, after)
          : new RedactedPair(before, after);
    }

    private RedactedPair searchedEntry(String key, Node before, Node after) {
      boolean repeats = key.equals(LastApplied.KEY) && (repeats(before) || repeats(after));
      return repeats ? hidden(before, after) : within(before, after);
    }

    /// Whether a last-applied annotation repeats a Secret that the object contains.
    private boolean repeats(Node annotation) {
      boolean may =
          annotation instanceof StringValue(String text)
              && (text.contains("\"Secret\"") || !copies.isEmpty());
      if (!may) {
        return false;
      }
      try {
        Value tree = Json.parse(((StringValue) annotation).value());
        return !within(tree, tree).after().equals(tree);
      } catch (JsonSyntaxException e) {
        return true;
      }
    }

    private RedactedPair searchedItems(Node before, Node after) {
      var left = new ArrayList<Value>();
      var right = new ArrayList<Value>();
      for (int i = 0; i < Math.max(size(before), size(after)); i++) {
        RedactedPair pair = within(item(before, i), item(after, i));
        if (pair.before() instanceof Value value) {
          left.add(value);
        }
        if (pair.after() instanceof Value value) {
          right.add(value);
        }
      }
      return new RedactedPair(
          before instanceof ListValue ? new ListValue(left) : before,
          after instanceof ListValue ? new ListValue(right) : after);
    }

    private static int size(Node node) {
      return node instanceof ListValue list ? list.size() : 0;
    }

    private static Node item(Node node, int index) {
      return node instanceof ListValue list && index < list.size()
          ? list.items().get(index)
          : Missing.MISSING;
    }

    private static RedactedPair maskedSecret(Node before, Node after) {
      return each(
          before,
          after,
          (key, first, second) -> {
            if (key.equals(METADATA)) {
              return maskedMetadata(before, after);
            }
            return SecretMask.open(key) ? new RedactedPair(first, second) : values(first, second);
          });
    }

    /// Entry by entry where there are maps, so that the keys are seen.
    private static RedactedPair values(Node before, Node after) {
      boolean maps = isMapOrMissing(before) && isMapOrMissing(after);
      return maps
          ? each(before, after, (key, first, second) -> hidden(first, second))
          : hidden(before, after);
    }

    private static boolean isMapOrMissing(Node node) {
      return node instanceof MapValue || node instanceof Missing;
    }

    private static RedactedPair maskedMetadata(Node before, Node after) {
      return each(
          metadata(before),
          metadata(after),
          (key, first, second) ->
              key.equals(ANNOTATIONS)
                  ? each(
                      first,
                      second,
                      (name, old, now) ->
                          name.equals(LastApplied.KEY) || tells(old, before) || tells(now, after)
                              ? hidden(old, now)
                              : new RedactedPair(old, now))
                  : new RedactedPair(first, second));
    }

    private static Node metadata(Node secret) {
      return secret instanceof MapValue map ? map.get(METADATA) : Missing.MISSING;
    }

    /// Whether an annotation holds a value of the Secret that it is on.
    private static boolean tells(Node annotation, Node secret) {
      return annotation instanceof StringValue(String text)
          && secret instanceof MapValue tree
          && SecretValues.of(tree).isIn(text);
    }

    private static RedactedPair hidden(Node before, Node after) {
      boolean differ = before instanceof Value && after instanceof Value && !before.equals(after);
      return new RedactedPair(
          before instanceof Value ? differ ? BEFORE : SAME : before,
          after instanceof Value ? differ ? AFTER : SAME : after);
    }
  }
}
