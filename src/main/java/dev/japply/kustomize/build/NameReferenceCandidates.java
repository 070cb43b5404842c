package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The objects of a build that had other names before, found by these.
final class NameReferenceCandidates {
  private final Map<String, List<BuiltResource>> byPreviousName = new HashMap<>();
  private final Map<String, List<BuiltResource>> byOriginalNamespace = new HashMap<>();

  NameReferenceCandidates(ResMap resources) {
    for (BuiltResource resource : resources.all()) {
      var names = new LinkedHashSet<String>();
      resource.previousIds().forEach(id -> names.add(id.name()));
      names.forEach(name -> put(byPreviousName, name, resource));
      put(byOriginalNamespace, resource.originalId().effectiveNamespace(), resource);
    }
  }

  private static void put(
      Map<String, List<BuiltResource>> index, String key, BuiltResource resource) {
    index.computeIfAbsent(key, none -> new ArrayList<>()).add(resource);
  }

  /// The objects that once had that name, and that `referrer` may refer to.
  List<BuiltResource> named(String name, Referrer referrer) {
    return byPreviousName.getOrDefault(name, List.of()).stream().filter(referrer::sees).toList();
  }

  /// The same in a namespace: in that where they were written, if anything is there, or else in
  /// that where they are.
  List<BuiltResource> named(String name, String namespace, Referrer referrer) {
    boolean original =
        !namespace.equals(ResourceId.NO_NAMESPACE)
            && byOriginalNamespace.getOrDefault(namespace, List.of()).stream()
                .anyMatch(referrer::sees);
    return named(name, referrer).stream()
        .filter(one -> {
          ResourceId id = original ? one.originalId() : one.id();
          String effective = id.effectiveNamespace();
          return effective.equals(namespace) && !effective.equals(ResourceId.NO_NAMESPACE);
        })
        .toList();
  }

  /// An object that refers to others.
  static final class Referrer {
    private final BuiltResource resource;
    private final Set<String> subjectNamespaces = new HashSet<>();

    Referrer(BuiltResource resource) {
      this.resource = resource;
      if (resource.kind().equals("RoleBinding")) {
        for (MapValue subject : resource.tree().maps("subjects")) {
          if (subject.text("kind").equals("ServiceAccount")) {
            requireText(subject);
            subjectNamespaces.add(subject.text("namespace"));
          }
        }
        subjectNamespaces.remove("");
      }
    }

    private void requireText(MapValue subject) {
      if (subject.has("namespace") && !(subject.get("namespace") instanceof StringValue)) {
        throw resource.failure(
            "Invalid Input: namespace is blank for resource \"%s\"".formatted(resource.id()),
            "write the namespace of each subject, or leave it out");
      }
    }

    BuiltResource resource() {
      return resource;
    }

    /// Whether it may refer to that object, by the namespaces of both.
    boolean sees(BuiltResource target) {
      ResourceId own = resource.id();
      ResourceId other = target.id();
      return own.isClusterScoped()
          || other.isClusterScoped()
          || own.effectiveNamespace().equals(other.effectiveNamespace())
          || subjectNamespaces.contains(target.namespace());
    }
  }
}
