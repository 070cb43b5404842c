package dev.japply.kustomize.load;

import dev.japply.kustomize.load.GeneratorEntry.Behavior;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The objects of one layer, in input order. Their ids are unique.
public final class ResMap {
  private final Build build;
  private final List<BuiltResource> resources = new ArrayList<>();
  private final Map<ResourceId.Key, List<BuiltResource>> byAnyId = new HashMap<>();
  private long indexedAt = -1;
  private Map<ResourceId.Key, BuiltResource> byId = new HashMap<>();
  private long countedAt = -1;
  private NameIndex names = new NameIndex(List.of());
  private long namedAt = -1;
  private long uniqueAt = -1;

  public ResMap(Build build) {
    this.build = build;
  }

  public List<BuiltResource> all() {
    return List.copyOf(resources);
  }

  /// Puts objects behind those that are there.
  ///
  /// @throws JapplyException when one has the id of another
  public void append(List<BuiltResource> more) {
    Map<ResourceId.Key, BuiltResource> ids = byId();
    for (BuiltResource resource : more) {
      BuiltResource before = ids.putIfAbsent(resource.id().key(), resource);
      if (before != null) {
        throw resource.failure(
            "may not add resource with an already registered id: " + resource.id(),
            "the first one is " + before.origin() + ": remove one, or patch it");
      }
    }
    resources.addAll(more);
    indexedAt = -1;
    forgetNames();
  }

  /// The objects by the ids that they have now. Many files are added one by one, and no object
  /// changes its id meanwhile.
  private Map<ResourceId.Key, BuiltResource> byId() {
    if (countedAt != build.renamings() || byId.size() != resources.size()) {
      byId = new HashMap<>();
      resources.forEach(resource -> byId.put(resource.id().key(), resource));
      countedAt = build.renamings();
    }
    return byId;
  }

  /// Adds a generated object according to its behavior.
  ///
  /// @throws JapplyException if `create` finds an existing object, or `merge` or `replace` does not
  ///   find exactly one
  public void absorb(BuiltResource generated, Succession succession) {
    List<BuiltResource> matches = byAnyId(generated.id().key());
    if (matches.isEmpty() && generated.behavior() == Behavior.CREATE) {
      resources.add(generated);
      countedAt = -1;
      forgetNames();
      index(generated);
      return;
    }
    if (matches.size() != 1 || generated.behavior() == Behavior.CREATE) {
      throw new JapplyException(unfit(generated, matches));
    }
    BuiltResource old = matches.getFirst();
    succession.succeed(generated, old);
    if (!generated.id().key().equals(old.id().key())) {
      throw new JapplyException(lost(generated, old));
    }
    resources.set(resources.indexOf(old), generated);
    forgetIds();
  }

  /// Replaces an object by a generated one.
  public interface Succession {
    void succeed(BuiltResource generated, BuiltResource old);
  }

  private static Problem unfit(BuiltResource generated, List<BuiltResource> matches) {
    ResourceId id = generated.id();
    if (matches.isEmpty()) {
      return Problem.error(
          generated.origin(),
          generated.subject(),
          "id " + id + " does not exist; cannot merge or replace",
          "remove behavior, or generate it in a layer below");
    }
    return matches.size() == 1
        ? Problem.error(
            generated.origin(),
            generated.subject(),
            "id " + id + " exists; behavior must be merge or replace",
            "the first one is " + matches.getFirst().origin())
        : Problem.error(
            generated.origin(),
            generated.subject(),
            "found multiple objects that could accept merge of " + id,
            "");
  }

  /// kustomize looks for the place of the old object by the id of the new one.
  private static Problem lost(BuiltResource generated, BuiltResource old) {
    return Problem.error(
        generated.origin(),
        generated.subject(),
        "cannot find resource with id %s to replace".formatted(generated.id()),
        "it has become %s: name that".formatted(old.id()));
  }

  /// The objects that have the id, or had it.
  public List<BuiltResource> byAnyId(ResourceId.Key id) {
    if (indexedAt != build.renamings()) {
      byAnyId.clear();
      resources.forEach(this::index);
      indexedAt = build.renamings();
    }
    return byAnyId.getOrDefault(id, List.of());
  }

  private void index(BuiltResource resource) {
    for (ResourceId.Key key : keys(resource)) {
      byAnyId.computeIfAbsent(key, none -> new ArrayList<>()).add(resource);
    }
  }

  private void forgetIds() {
    indexedAt = -1;
    countedAt = -1;
    forgetNames();
  }

  private void forgetNames() {
    namedAt = -1;
    uniqueAt = -1;
  }

  private static Set<ResourceId.Key> keys(BuiltResource resource) {
    var keys = new LinkedHashSet<ResourceId.Key>();
    resource.previousIds().forEach(id -> keys.add(id.key()));
    keys.add(resource.id().key());
    return keys;
  }

  /// The objects of a kind, in their order.
  public List<BuiltResource> ofKind(String kind) {
    return List.copyOf(names().ofKind(kind));
  }

  /// The objects that have the name, or were written with it, in their order.
  public List<BuiltResource> named(String name) {
    return List.copyOf(names().named(name));
  }

  private NameIndex names() {
    if (namedAt != build.renamings()) {
      names = new NameIndex(resources);
      namedAt = build.renamings();
    }
    return names;
  }

  /// Takes out an object.
  public void remove(BuiltResource resource) {
    resources.remove(resource);
    keys(resource).forEach(key -> byAnyId.getOrDefault(key, new ArrayList<>()).remove(resource));
    countedAt = -1;
    namedAt = -1;
  }

  /// Takes out the objects that match.
  public void removeIf(Predicate<BuiltResource> condition) {
    resources.removeIf(condition);
    forgetIds();
  }

  /// Puts the same objects into another order.
  public void reorder(List<BuiltResource> ordered) {
    resources.clear();
    resources.addAll(ordered);
    forgetIds();
  }

  /// Fails if changes have given two objects the same id.
  ///
  /// @param what the cause of the ids, as `namespace transformation`
  public void requireUnique(String what) {
    if (uniqueAt == build.renamings()) {
      return; // checked once for many patches
    }
    var ids = new HashSet<ResourceId.Key>();
    for (BuiltResource resource : resources) {
      if (!ids.add(resource.id().key())) {
        throw resource.failure(
            what + " produces ID conflict: " + resource.id(), "give one of them another name");
      }
    }
    uniqueAt = build.renamings();
  }

  /// The objects of a set by their kinds, and by the names that they have or were written with.
  private static final class NameIndex {
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
}
