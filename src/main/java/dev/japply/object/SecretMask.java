package dev.japply.object;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Set;

/// Keeps the values of Secrets out of messages: `data`, `stringData` and fields that no Secret has,
/// and the last-applied annotation, which repeats them.
public final class SecretMask {
  /// The public fields of a Secret, `metadata` aside. A field that no Secret has is not among them:
  /// it may be a misspelt `stringData`.
  static final Set<String> OPEN = Set.of("apiVersion", "kind", "type", "immutable");

  /// Replacement for a hidden value.
  public static final String HIDDEN = "***";

  private SecretMask() {}

  /// Whether that field of a Secret is public; `metadata` is not among them as a whole.
  public static boolean open(String field) {
    return OPEN.contains(field);
  }

  /// Whether objects of that type hold secret values.
  public static boolean covers(Gvk gvk) {
    return gvk.kind().equals("Secret");
  }

  /// Whether the value at `path` of such an object is not to be shown.
  public static boolean hides(FieldPath path) {
    var steps = path.steps();
    if (!steps.hasNext() || !(steps.next() instanceof FieldPath.Key first)) {
      return true;
    }
    return first.key().equals("metadata") ? coversAnnotation(path) : !OPEN.contains(first.key());
  }

  /// True if the value at `path` of `object` is not to be shown: of a Secret, or a copy of one.
  public static boolean hides(KubeObject object, FieldPath path) {
    return (covers(object.gvk()) && hides(path))
        || object.copies().areWithin(path.in(object.tree()));
  }

  /// `tree`, an object or a patch of a type that `gvk` names, with secret values hidden.
  public static MapValue masked(Gvk gvk, MapValue tree) {
    if (!covers(gvk)) {
      return tree;
    }
    return new SecretWalk(Hiding.INSTANCE).secret("", tree);
  }

  /// Whether `map`, a part of an object, is a Secret with values; with only the type and a name it
  /// is a reference to one.
  public static boolean holdsValues(MapValue map) {
    return covers(Gvk.of(map)) && (map.has("data") || map.has("stringData"));
  }

  private static boolean coversAnnotation(FieldPath path) {
    FieldPath annotations = FieldPath.root().key("metadata").key("annotations");
    return path.equals(annotations.parentPath())
        || path.equals(annotations)
        || path.equals(annotations.key(LastApplied.KEY));
  }

  /// Hides values, and of the annotations the one that repeats all of them.
  private enum Hiding implements SecretWalk.Change {
    INSTANCE;

    @Override
    public Value value(String at, Value value) {
      return Value.text(HIDDEN);
    }

    @Override
    public Value annotation(String at, String key, Value value) {
      return key.equals(LastApplied.KEY) ? Value.text(HIDDEN) : value;
    }
  }
}
