package dev.japply.kpt;

import dev.japply.diff.TextMerge;
import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.kpt.ResourceMatcher.ThreeWayObject;
import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.object.ObjectKey;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Merges upstream's changes into a package that was edited: objects by their names in whatever
/// file, other files as texts.
final class PackageMerge {
  private final PackageTree origin;
  private final PackageTree updated;
  private final PackageTree local;
  private final MergeOptions options;
  private final ManifestFiles.Read read;
  private final List<UpdateConflict> conflicts = new ArrayList<>();

  /// @param read manifests of these packages that were read before
  PackageMerge(
      PackageTree origin,
      PackageTree updated,
      PackageTree local,
      MergeOptions options,
      ManifestFiles.Read read) {
    this.origin = origin.without(Kptfile.NAME);
    this.updated = updated.without(Kptfile.NAME);
    this.local = local.without(Kptfile.NAME);
    this.options = options;
    this.read = read;
  }

  /// The merged files, without the Kptfile.
  MergedPackage run() {
    var manifests = new TreeSet<String>();
    var others = new TreeSet<String>();
    for (PackageTree tree : List.of(origin, updated, local)) {
      for (String path : tree.files().keySet()) {
        boolean merges =
            Stream.of(origin, updated, local).allMatch(t -> ManifestFiles.canMerge(t, path, read));
        (merges ? manifests : others).add(path);
      }
    }
    PackageTree result = mergeManifests(manifests);
    var files = new OtherFiles(options.upstreamWins());
    for (String path : others) {
      PackageFile file = files.merge(path, origin.file(path), updated.file(path), local.file(path));
      result = file == null ? result : result.with(path, file);
    }
    conflicts.addAll(files.conflicts());
    conflicts.sort(PackageMerge::byPlace);
    return new MergedPackage(result, conflicts);
  }

  private static int byPlace(UpdateConflict a, UpdateConflict b) {
    int file = a.place().source().compareTo(b.place().source());
    return file == 0 ? Integer.compare(a.place().line(), b.place().line()) : file;
  }

  private PackageTree mergeManifests(Set<String> paths) {
    ManifestFiles before = ManifestFiles.of(origin, paths, read);
    ManifestFiles theirs = ManifestFiles.of(updated, paths, read);
    ManifestFiles ours = ManifestFiles.of(local, paths, read);
    var moved = new MovedItems(before.resources(), theirs.resources(), ours.resources());
    List<PackageResource> all = new ArrayList<>(ours.resources());
    all.addAll(theirs.resources());
    var merge = new ResourceMerge(new PackageSchemas(all, options.definitions()), moved, options);
    var files = new ManifestMerge(before, theirs, ours, options.upstreamWins());
    List<ThreeWayObject> objects = moved.objects();
    for (ThreeWayObject triple : objects) {
      place(triple, moved, merge, files);
    }
    addCopies(objects);
    conflicts.addAll(merge.conflicts());
    conflicts.addAll(moved.deletedHere());
    var result = new TreeMap<String, PackageFile>();
    for (String path : paths) {
      PackageFile file = files.file(path);
      if (file != null) {
        result.put(path, file);
      }
    }
    conflicts.addAll(files.conflicts());
    return new PackageTree(result);
  }

  /// Reports copies of a renamed object that upstream changed: each may be the fetched one, and
  /// only one of them changes.
  private void addCopies(List<ThreeWayObject> objects) {
    var changed = new HashSet<ObjectKey>();
    for (ThreeWayObject each : objects) {
      PackageResource old = each.origin();
      PackageResource upstream = each.updated();
      PackageResource mine = each.local();
      if (old != null && upstream != null && mine != null && !upstream.isUnedited(old)) {
        ObjectKey fetched = mine.fetchedKey();
        if (fetched != null && !fetched.equals(mine.key())) {
          changed.add(fetched);
        }
      }
    }
    for (ThreeWayObject each : objects) {
      PackageResource copy = each.local();
      if (copy != null && each.origin() == null && each.updated() == null) {
        ObjectKey fetched = copy.fetchedKey();
        if (fetched != null && changed.contains(fetched)) {
          conflicts.add(
              new UpdateConflict(
                  copy.place(), copy.subject(), "", "", "", "", UpdateConflict.Resolution.LOCAL));
        }
      }
    }
  }

  private void place(
      ThreeWayObject triple, MovedItems moved, ResourceMerge merge, ManifestMerge files) {
    PackageResource old = triple.origin();
    PackageResource upstream = triple.updated();
    PackageResource mine = triple.local();
    if (mine == null) {
      if (upstream != null && old == null) {
        moved.text(upstream).ifPresent(text -> files.add(upstream, text));
      } else if (upstream != null && !upstream.hasLinesOf(Objects.requireNonNull(old))) {
        conflicts.add(UpdateConflict.deletedHere(upstream.place(), upstream.subject()));
      }
    } else if (upstream != null) {
      String text = merge.merge(old, upstream, mine);
      if (triple.path().equals(mine.path())) {
        files.keep(mine, text);
      } else {
        files.add(upstream, text);
      }
    } else if (old == null) {
      files.keep(mine, merge.merge(mine));
    } else if (moved.areIn(mine)) {
      merge.merge(old, mine).ifPresent(text -> files.keep(mine, text));
    } else if (!mine.isUnedited(old)) {
      boolean deleted = options.upstreamWins();
      conflicts.add(UpdateConflict.deletedUpstream(mine.place(), mine.subject(), deleted));
      if (!deleted) {
        files.keep(mine, mine.segment().body());
      }
    }
  }

  /// The merge of files that are no manifests: as texts, line by line, or as a whole.
  static final class OtherFiles {
    private final boolean upstreamWins;
    private final List<UpdateConflict> conflicts = new ArrayList<>();

    OtherFiles(boolean upstreamWins) {
      this.upstreamWins = upstreamWins;
    }

    List<UpdateConflict> conflicts() {
      return conflicts;
    }

    /// Returns the merged file; null if it is deleted. A file that was deleted here stays deleted.
    /// A file that upstream deleted stays if it was edited, unless upstream wins.
    @Nullable PackageFile merge(
        String path,
        @Nullable PackageFile origin,
        @Nullable PackageFile updated,
        @Nullable PackageFile local) {
      if (local == null) {
        if (origin != null && updated != null && !updated.equals(origin)) {
          conflicts.add(UpdateConflict.deletedHere(Origin.of(path), ""));
        }
        return origin == null ? updated : null;
      }
      if (updated == null) {
        if (origin == null) {
          return local;
        }
        if (local.equals(origin)) {
          return null;
        }
        conflicts.add(UpdateConflict.deletedUpstream(Origin.of(path), "", upstreamWins));
        return upstreamWins ? null : local;
      }
      if (updated.equals(origin) || updated.equals(local)) {
        return local;
      }
      return local.equals(origin) ? updated : both(path, origin, updated, local);
    }

    private PackageFile both(
        String path, @Nullable PackageFile origin, PackageFile updated, PackageFile local) {
      boolean modeChanged = origin == null || updated.executable() != origin.executable();
      boolean executable = modeChanged ? updated.executable() : local.executable();
      if (!local.isText() || !updated.isText() || (origin != null && !origin.isText())) {
        addConflict(path, 0, "", "", "", upstreamWins ? Resolution.UPSTREAM : Resolution.LOCAL);
        return new PackageFile((upstreamWins ? updated : local).bytes(), executable);
      }
      String before = origin == null ? "" : origin.text();
      var merged = TextMerge.merge(before, local.text(), updated.text(), upstreamWins);
      for (TextMerge.Clash clash : merged.clashes()) {
        addConflict(
            path,
            clash.line(),
            clash.origin(),
            clash.updated(),
            clash.local(),
            upstreamWins ? Resolution.UPSTREAM : Resolution.LOCAL);
      }
      return new PackageFile(local.with(merged.text()).bytes(), executable);
    }

    private void addConflict(
        String path, int line, String origin, String updated, String local, Resolution result) {
      conflicts.add(
          new UpdateConflict(new Origin(path, line, 0), "", "", origin, updated, local, result));
    }
  }
}
