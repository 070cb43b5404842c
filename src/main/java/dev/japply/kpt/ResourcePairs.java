package dev.japply.kpt;

import dev.japply.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Matches the objects of three versions by group, kind, namespace and name, in any file. Objects
/// with the same key match within the same file first, then in the same order.
///
/// A local object also matches by the former name in kpt's comment. If an original is missing here,
/// it matches the only object of its kind in the same file that is unknown to upstream: a renamed
/// object.
final class ResourcePairs {
  private final List<Resource> origin;
  private final List<Resource> updated;
  private final List<Resource> local;
  private final IdentityHashMap<Resource, Resource> updatedOf = new IdentityHashMap<>();
  private final IdentityHashMap<Resource, Resource> localOf = new IdentityHashMap<>();
  private final IdentityHashMap<Resource, Resource> localOfUpdated = new IdentityHashMap<>();
  private final IdentityHashMap<Resource, Boolean> taken = new IdentityHashMap<>();

  private ResourcePairs(List<Resource> origin, List<Resource> updated, List<Resource> local) {
    this.origin = origin;
    this.updated = updated;
    this.local = local;
  }

  /// All objects of the three versions, the local ones first.
  static List<Triple> of(List<Resource> origin, List<Resource> updated, List<Resource> local) {
    var pairs = new ResourcePairs(origin, updated, local);
    pairs.pair(origin, updated, updatedOf -> updatedOf.key(), pairs.updatedOf);
    pairs.pair(origin, local, Resource::fetchedKey, pairs.localOf);
    pairs.pair(origin, local, Resource::key, pairs.localOf);
    List<Resource> fresh = updated.stream().filter(each -> !pairs.isTaken(each)).toList();
    pairs.pair(fresh, local, Resource::fetchedKey, pairs.localOfUpdated);
    pairs.pair(fresh, local, Resource::key, pairs.localOfUpdated);
    pairs.followRenamed();
    return pairs.triples();
  }

  private boolean isTaken(Resource resource) {
    return taken.containsKey(resource);
  }

  /// Returns the name that identifies an object.
  @FunctionalInterface
  private interface Name {
    @Nullable ObjectKey of(Resource resource);
  }

  private void pair(
      List<Resource> from,
      List<Resource> to,
      Name name,
      IdentityHashMap<Resource, Resource> pairs) {
    var known = new LinkedHashMap<ObjectKey, List<Resource>>();
    for (Resource each : to) {
      ObjectKey key = isTaken(each) ? null : name.of(each);
      if (key != null) {
        known.computeIfAbsent(key, none -> new ArrayList<>()).add(each);
      }
    }
    for (Resource each : from) {
      List<Resource> found = known.getOrDefault(each.key(), List.of());
      found.stream()
          .filter(other -> other.path().equals(each.path()))
          .findFirst()
          .ifPresent(same -> take(each, same, found, pairs));
    }
    for (Resource each : from) {
      List<Resource> found = known.getOrDefault(each.key(), List.of());
      if (!found.isEmpty()) {
        take(each, found.getFirst(), found, pairs);
      }
    }
  }

  private void take(
      Resource each,
      Resource same,
      List<Resource> found,
      IdentityHashMap<Resource, Resource> pairs) {
    if (!pairs.containsKey(each)) {
      found.remove(same);
      pairs.put(each, same);
      taken.put(same, true);
    }
  }

  private void followRenamed() {
    var missing = new HashMap<String, List<Resource>>();
    var unknown = new HashMap<String, List<Resource>>();
    for (Resource each : origin) {
      if (!localOf.containsKey(each) && each.segment().isResource()) {
        missing.computeIfAbsent(place(each), none -> new ArrayList<>()).add(each);
      }
    }
    for (Resource each : local) {
      if (!isTaken(each) && each.segment().isResource()) {
        unknown.computeIfAbsent(place(each), none -> new ArrayList<>()).add(each);
      }
    }
    missing.forEach((place, olds) -> {
      List<Resource> news = unknown.getOrDefault(place, List.of());
      if (olds.size() == 1 && news.size() == 1) {
        localOf.put(olds.getFirst(), news.getFirst());
        taken.put(news.getFirst(), true);
      }
    });
  }

  private static String place(Resource resource) {
    return resource.path() + "\n" + resource.key().group() + "\n" + resource.key().kind();
  }

  private List<Triple> triples() {
    var triples = new ArrayList<Triple>();
    for (Resource each : origin) {
      triples.add(new Triple(each, updatedOf.get(each), localOf.get(each)));
    }
    for (Resource each : updated) {
      if (!isTaken(each)) {
        triples.add(new Triple(null, each, localOfUpdated.get(each)));
      }
    }
    for (Resource each : local) {
      if (!isTaken(each)) {
        triples.add(new Triple(null, null, each));
      }
    }
    return triples.stream().filter(Objects::nonNull).toList();
  }
}
