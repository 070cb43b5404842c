package dev.japply.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// The types and namespaces of the members of an ApplySet.
///
/// @param kinds their types, as `Deployment.apps` and `ConfigMap`
/// @param namespaces their namespaces
public record SetContents(SortedSet<String> kinds, SortedSet<String> namespaces) {
  /// No types and no namespaces.
  public static final SetContents EMPTY = new SetContents(new TreeSet<>(), new TreeSet<>());

  public SetContents {
    kinds = Collections.unmodifiableSortedSet(new TreeSet<>(kinds));
    namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
  }

  static SetContents of(Collection<String> kinds, Collection<String> namespaces) {
    return new SetContents(new TreeSet<>(kinds), new TreeSet<>(namespaces));
  }

  /// Returns the union of both.
  public SetContents plus(SetContents other) {
    var allKinds = new TreeSet<>(kinds);
    allKinds.addAll(other.kinds);
    var allNamespaces = new TreeSet<>(namespaces);
    allNamespaces.addAll(other.namespaces);
    return new SetContents(allKinds, allNamespaces);
  }
}
