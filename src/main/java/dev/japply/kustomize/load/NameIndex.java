package dev.japply.kustomize.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The objects of a set by their kinds, and by the names that they have or were written with.
final class NameIndex {
  private final Map<String, List<Resource>> byKind = new HashMap<>();
  private final Map<String, List<Resource>> byName = new HashMap<>();

  NameIndex(List<Resource> resources) {
    for (Resource resource : resources) {
      String name = resource.id().name();
      String original = resource.originalId().name();
      put(byKind, resource.kind(), resource);
      put(byName, name, resource);
      if (!original.equals(name)) {
        put(byName, original, resource);
      }
    }
  }

  private static void put(Map<String, List<Resource>> index, String key, Resource resource) {
    index.computeIfAbsent(key, none -> new ArrayList<>()).add(resource);
  }

  List<Resource> ofKind(String kind) {
    return byKind.getOrDefault(kind, List.of());
  }

  List<Resource> named(String name) {
    return byName.getOrDefault(name, List.of());
  }
}
