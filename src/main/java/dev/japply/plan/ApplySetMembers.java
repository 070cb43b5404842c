package dev.japply.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// The types and namespaces of the members of an ApplySet.
///
/// @param kinds their types, as `Deployment.apps` and `ConfigMap`
public record ApplySetMembers(SortedSet<String> kinds, SortedSet<String> namespaces) {
  /// No types and no namespaces.
  public static final ApplySetMembers EMPTY = new ApplySetMembers(new TreeSet<>(), new TreeSet<>());

  public ApplySetMembers {
    kinds = Collections.unmodifiableSortedSet(new TreeSet<>(kinds));
    namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
  }

  static ApplySetMembers of(Collection<String> kinds, Collection<String> namespaces) {
    return new ApplySetMembers(new TreeSet<>(kinds), new TreeSet<>(namespaces));
  }

  public ApplySetMembers plus(ApplySetMembers other) {
    var allKinds = new TreeSet<>(kinds);
    allKinds.addAll(other.kinds);
    var allNamespaces = new TreeSet<>(namespaces);
    allNamespaces.addAll(other.namespaces);
    return new ApplySetMembers(allKinds, allNamespaces);
  }
}
