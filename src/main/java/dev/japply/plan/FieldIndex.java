package dev.japply.plan;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.HashSet;
import java.util.Set;

/// An index of fields, to check whether another field is at, above or below one of them in either
/// of two states of an object. Items may be given by their keys or by their numbers.
final class FieldIndex {
  private final MapValue before;
  private final MapValue after;
  private final Numbered inBefore = new Numbered();
  private final Numbered inAfter = new Numbered();

  FieldIndex(MapValue before, MapValue after) {
    this.before = before;
    this.after = after;
  }

  void add(FieldPath field) {
    inBefore.add(field.numberedIn(before));
    inAfter.add(field.numberedIn(after));
  }

  /// Whether `field` is at, above or below a field of the index.
  boolean meets(FieldPath field) {
    return inBefore.meets(field.numberedIn(before)) || inAfter.meets(field.numberedIn(after));
  }

  /// Whether `field` is at or below a field of the index.
  boolean covers(FieldPath field) {
    return inBefore.covers(field.numberedIn(before)) || inAfter.covers(field.numberedIn(after));
  }

  /// Fields with items by their numbers in one state of the object.
  private static final class Numbered {
    private final Set<FieldPath> fields = new HashSet<>();
    private final Set<FieldPath> above = new HashSet<>();

    void add(FieldPath field) {
      fields.add(field);
      for (FieldPath at = field; !(at instanceof FieldPath.Root); ) {
        at = at.parentPath();
        above.add(at);
      }
    }

    boolean meets(FieldPath field) {
      return covers(field) || above.contains(field);
    }

    boolean covers(FieldPath field) {
      FieldPath at = field;
      while (!fields.contains(at) && !(at instanceof FieldPath.Root)) {
        at = at.parentPath();
      }
      return fields.contains(at);
    }
  }
}
