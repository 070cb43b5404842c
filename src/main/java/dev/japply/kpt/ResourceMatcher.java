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
final class ResourceMatcher {
  private final List<PackageResource> origin;
  private final List<PackageResource> updated;
  private final List<PackageResource> local;
  private final IdentityHashMap<PackageResource, PackageResource> updatedOf =
      new IdentityHashMap<>();
  private final IdentityHashMap<PackageResource, PackageResource> localOf = new IdentityHashMap<>();
  private final IdentityHashMap<PackageResource, PackageResource> localOfUpdated =
      new IdentityHashMap<>();
  private final IdentityHashMap<PackageResource, Boolean> taken = new IdentityHashMap<>();

  private ResourceMatcher(
      List<PackageResource> origin, List<PackageResource> updated, List<PackageResource> local) {
    this.origin = origin;
    this.updated = updated;
    this.local = local;
  }

  /// All objects of the three versions, the local ones first.
  static List<ThreeWayObject> of(
      List<PackageResource> origin, List<PackageResource> updated, List<PackageResource> local) {
    var pairs = new ResourceMatcher(origin, updated, local);
    pairs.pair(origin, updated, updatedOf -> updatedOf.key(), pairs.updatedOf);
    pairs.pair(origin, local, PackageResource::fetchedKey, pairs.localOf);
    pairs.pair(origin, local, PackageResource::key, pairs.localOf);
    List<PackageResource> fresh = updated.stream().filter(each -> !pairs.isTaken(each)).toList();
    pairs.pair(fresh, local, PackageResource::fetchedKey, pairs.localOfUpdated);
    pairs.pair(fresh, local, PackageResource::key, pairs.localOfUpdated);
    pairs.followRenamed();
    return pairs.triples();
  }

  private boolean isTaken(PackageResource resource) {
    return taken.containsKey(resource);
  }

  @FunctionalInterface
  private interface Name {
    @Nullable ObjectKey of(PackageResource resource);
  }

  private void pair(
      List<PackageResource> from,
      List<PackageResource> to,
      Name name,
      IdentityHashMap<PackageResource, PackageResource> pairs) {
    var known = new LinkedHashMap<ObjectKey, List<PackageResource>>();
    for (PackageResource each : to) {
      ObjectKey key = isTaken(each) ? null : name.of(each);
      if (key != null) {
        known.computeIfAbsent(key, none -> new ArrayList<>()).add(each);
      }
    }
    for (PackageResource each : from) {
      List<PackageResource> found = known.getOrDefault(each.key(), List.of());
      found.stream()
          .filter(other -> other.path().equals(each.path()))
          .findFirst()
          .ifPresent(same -> take(each, same, found, pairs));
    }
    for (PackageResource each : from) {
      List<PackageResource> found = known.getOrDefault(each.key(), List.of());
      if (!found.isEmpty()) {
        take(each, found.getFirst(), found, pairs);
      }
    }
  }

  private void take(
      PackageResource each,
      PackageResource same,
      List<PackageResource> found,
      IdentityHashMap<PackageResource, PackageResource> pairs) {
    if (!pairs.containsKey(each)) {
      found.remove(same);
      pairs.put(each, same);
      taken.put(same, true);
    }
  }

  private void followRenamed() {
    var missing = new HashMap<String, List<PackageResource>>();
    var unknown = new HashMap<String, List<PackageResource>>();
    for (PackageResource each : origin) {
      if (!localOf.containsKey(each) && each.segment().isResource()) {
        missing.computeIfAbsent(place(each), none -> new ArrayList<>()).add(each);
      }
    }
    for (PackageResource each : local) {
      if (!isTaken(each) && each.segment().isResource()) {
        unknown.computeIfAbsent(place(each), none -> new ArrayList<>()).add(each);
      }
    }
    missing.forEach((place, olds) -> {
      List<PackageResource> news = unknown.getOrDefault(place, List.of());
      if (olds.size() == 1 && news.size() == 1) {
        localOf.put(olds.getFirst(), news.getFirst());
        taken.put(news.getFirst(), true);
      }
    });
  }

  private static String place(PackageResource resource) {
    return resource.path() + "\n" + resource.key().group() + "\n" + resource.key().kind();
  }

  private List<ThreeWayObject> triples() {
    var triples = new ArrayList<ThreeWayObject>();
    for (PackageResource each : origin) {
      triples.add(new ThreeWayObject(each, updatedOf.get(each), localOf.get(each)));
    }
    for (PackageResource each : updated) {
      if (!isTaken(each)) {
        triples.add(new ThreeWayObject(null, each, localOfUpdated.get(each)));
      }
    }
    for (PackageResource each : local) {
      if (!isTaken(each)) {
        triples.add(new ThreeWayObject(null, null, each));
      }
    }
    return triples.stream().filter(Objects::nonNull).toList();
  }
}
