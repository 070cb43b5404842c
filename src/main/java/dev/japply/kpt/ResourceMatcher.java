package dev.japply.kpt;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Matches the objects of three versions by group, kind, namespace and name, in any file. Objects
/// with the same key match within the same file first, then in the same order; those that upstream
/// and the user added match in another file only if there is no other of that key.
///
/// A local object also matches by the former name in kpt's comment. Originals that are missing here
/// match objects that are unknown to upstream and have no comment, as [RenamedObjects] finds them.
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

  /// The keys of objects that are only paired in one file.
  private final Set<ObjectKey> ofOneFile = new HashSet<>();

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
    pairs.pair(origin, updated, PackageResource::key, pairs.updatedOf);
    pairs.pairCommented(origin, updated, pairs.updatedOf);
    // A copy of an object has its comment, too.
    pairs.pair(origin, local, ResourceMatcher::unchangedKey, pairs.localOf);
    pairs.pair(origin, local, PackageResource::fetchedKey, pairs.localOf);
    pairs.pair(origin, local, PackageResource::key, pairs.localOf);
    pairs.pairCommented(origin, local, pairs.localOf);
    List<PackageResource> fresh = updated.stream().filter(each -> !pairs.isTaken(each)).toList();
    pairs.distinguishByFile();
    pairs.pair(fresh, local, PackageResource::fetchedKey, pairs.localOfUpdated);
    pairs.pair(fresh, local, PackageResource::key, pairs.localOfUpdated);
    pairs.pairCommented(fresh, local, pairs.localOfUpdated);
    pairs.followRenamed();
    return pairs.triples();
  }

  /// The key of an object that is named as it was fetched; null if that is unknown.
  private static @Nullable ObjectKey unchangedKey(PackageResource resource) {
    ObjectKey key = resource.key();
    return key.equals(resource.fetchedKey()) ? key : null;
  }

  /// From now on, objects of one name are only paired in one file. An object and its patches, in
  /// overlays of kustomize, have one name: an overlay of upstream is none of the user's.
  private void distinguishByFile() {
    for (List<PackageResource> side : List.of(updated, local)) {
      var keys = new HashSet<ObjectKey>();
      side.stream().map(PackageResource::key).filter(key -> !keys.add(key)).forEach(ofOneFile::add);
    }
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
    pair(from, PackageResource::key, to, name, pairs);
  }

  /// Pairs objects with equal comments: upstream has them from a package of its own.
  private void pairCommented(
      List<PackageResource> from,
      List<PackageResource> to,
      IdentityHashMap<PackageResource, PackageResource> pairs) {
    pair(from, PackageResource::fetchedKey, to, PackageResource::fetchedKey, pairs);
  }

  private void pair(
      List<PackageResource> from,
      Name former,
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
      List<PackageResource> found = found(known, former.of(each));
      found.stream()
          .filter(other -> other.path().equals(each.path()))
          .findFirst()
          .ifPresent(same -> take(each, same, found, pairs));
    }
    for (PackageResource each : from) {
      List<PackageResource> found = found(known, former.of(each));
      if (!found.isEmpty() && !ofOneFile.contains(each.key())) {
        take(each, found.getFirst(), found, pairs);
      }
    }
  }

  private static List<PackageResource> found(
      Map<ObjectKey, List<PackageResource>> known, @Nullable ObjectKey key) {
    return key == null ? List.of() : known.getOrDefault(key, List.of());
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
    List<PackageResource> missing =
        origin.stream()
            .filter(each -> !localOf.containsKey(each) && each.segment().isResource())
            .toList();
    List<PackageResource> unknown =
        local.stream()
            .filter(each -> !isTaken(each) && each.segment().isResource())
            .filter(each -> each.fetchedKey() == null)
            .toList();
    RenamedObjects.find(named(missing), named(unknown))
        .forEach((before, after) -> {
          localOf.put(missing.get(before), unknown.get(after));
          taken.put(unknown.get(after), true);
        });
  }

  private static List<RenamedObjects.Named> named(List<PackageResource> resources) {
    return resources.stream()
        .map(each ->
            new RenamedObjects.Named(each.path(), each.key(), KptMarks.without(each.tree())))
        .toList();
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

  /// One object in the three versions of a package; null where it is not there.
  record ThreeWayObject(
      @Nullable PackageResource origin,
      @Nullable PackageResource updated,
      @Nullable PackageResource local) {

    /// Returns the file for the merged object: the new file if a side moved it, otherwise its
    /// current one.
    String path() {
      if (local == null || updated == null) {
        return local != null ? local.path() : updated == null ? "" : updated.path();
      }
      boolean movedHere = origin == null || !local.path().equals(origin.path());
      return movedHere ? local.path() : updated.path();
    }
  }
}
