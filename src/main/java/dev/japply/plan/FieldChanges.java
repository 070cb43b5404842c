package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The fields in which two states of one object differ, as exactly as paths can name them.
final class FieldChanges {
  private static final String METADATA = "metadata";

  /// What the server keeps account of by itself.
  private static final List<String> ACCOUNTS =
      List.of("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid");

  private final List<Change> changes = new ArrayList<>();

  private FieldChanges() {}

  /// One field that differs.
  ///
  /// @param before its value; missing where there is none
  /// @param after the same, afterwards
  record Change(FieldPath path, Node before, Node after) {}

  /// All of them, except what the server or an apply keeps account of.
  ///
  /// @param status whether the status counts
  static List<Change> between(MapValue before, MapValue after, FieldType type, boolean status) {
    var found = new FieldChanges();
    found.compare(FieldPath.root(), own(before, status), own(after, status), type);
    return found.changes;
  }

  /// An object without what the server or an apply keeps account of.
  private static MapValue own(MapValue object, boolean status) {
    MapValue metadata = object.map(METADATA);
    for (String account : ACCOUNTS) {
      metadata = metadata.without(account);
    }
    MapValue annotations = metadata.map("annotations").without(LastApplied.KEY);
    metadata =
        annotations.isEmpty()
            ? metadata.without("annotations")
            : metadata.with("annotations", annotations);
    MapValue own = object.with(METADATA, metadata);
    return status ? own : own.without("status");
  }

  private void compare(FieldPath at, Node before, Node after, FieldType type) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof MapValue one && after instanceof MapValue other) {
      Set<String> keys = new LinkedHashSet<>(one.entries().keySet());
      keys.addAll(other.entries().keySet());
      keys.forEach(key -> compare(at.key(key), one.get(key), other.get(key), type.key(key)));
    } else if (before instanceof ListValue one
        && after instanceof ListValue other
        && type.merges()
        && type.tellsApart(one)
        && type.tellsApart(other)) {
      compareItems(at, one, other, type);
    } else {
      changes.add(new Change(at, before, after));
    }
  }

  private void compareItems(FieldPath at, ListValue before, ListValue after, FieldType type) {
    Set<Value> identities = new LinkedHashSet<>();
    before.items().forEach(item -> identities.add(type.identity(item)));
    after.items().forEach(item -> identities.add(type.identity(item)));
    int found = changes.size();
    for (Value identity : identities) {
      Node one = type.find(before, identity);
      Node other = type.find(after, identity);
      compare(at.item(identity), one, other, type.item());
    }
    if (changes.size() == found) {
      changes.add(new Change(at, before, after)); // the order alone
    }
  }

  /// Whether one of two fields is at or below the other, in either of two states of their object.
  static boolean meet(FieldPath one, FieldPath other, MapValue before, MapValue after) {
    return meet(one.numberedIn(before), other.numberedIn(before))
        || meet(one.numberedIn(after), other.numberedIn(after));
  }

  private static boolean meet(FieldPath one, FieldPath other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  /// Whether `path` is at or below `top`.
  static boolean isWithin(FieldPath path, FieldPath top) {
    for (FieldPath at = path; ; at = at.parentPath()) {
      if (at.equals(top)) {
        return true;
      }
      if (at instanceof FieldPath.Root) {
        return false;
      }
    }
  }
}
