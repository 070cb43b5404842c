package dev.japply.kustomize.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The objects of a set by their kinds, and by the names that they have or were written with.
final class NameIndex {
  private final Map<String, List<BuiltResource>> byKind = new HashMap<>();
  private final Map<String, List<BuiltResource>> byName = new HashMap<>();

  NameIndex(List<BuiltResource> resources) {
    for (BuiltResource resource : resources) {
      String name = resource.id().name();
      String original = resource.originalId().name();
      put(byKind, resource.kind(), resource);
      put(byName, name, resource);
      if (!original.equals(name)) {
        put(byName, original, resource);
      }
    }
  }

  private static void put(
      Map<String, List<BuiltResource>> index, String key, BuiltResource resource) {
    index.computeIfAbsent(key, none -> new ArrayList<>()).add(resource);
  }

  List<BuiltResource> ofKind(String kind) {
    return byKind.getOrDefault(kind, List.of());
  }

  List<BuiltResource> named(String name) {
    return byName.getOrDefault(name, List.of());
  }
}
