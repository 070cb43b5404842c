package dev.japply.kpt;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The packages inside of a package: each comes, stays and goes as a whole, and has a Kptfile of
/// its own to merge.
final class InnerPackages {
  private PackageTree origin;
  private final PackageTree local;
  private PackageTree updated;
  private final boolean upstreamWins;
  private final List<UpdateConflict> conflicts = new ArrayList<>();
  private final TreeSet<String> directories = new TreeSet<>();

  /// @throws JapplyException when one was added both upstream and here
  InnerPackages(PackageTree origin, PackageTree local, PackageTree updated, boolean upstreamWins) {
    this.origin = origin;
    this.local = local;
    this.updated = updated;
    this.upstreamWins = upstreamWins;
    directories.addAll(origin.inner());
    directories.addAll(updated.inner());
    directories.forEach(this::align);
    directories.addAll(local.inner());
  }

  /// The version that was fetched, without Kptfiles, as the other two.
  PackageTree origin() {
    return without(origin);
  }

  PackageTree local() {
    return without(local);
  }

  PackageTree updated() {
    return without(updated);
  }

  List<UpdateConflict> conflicts() {
    return conflicts;
  }

  private PackageTree without(PackageTree tree) {
    PackageTree rest = tree;
    for (String directory : directories) {
      rest = rest.without(kptfile(directory));
    }
    return rest;
  }

  private static String kptfile(String directory) {
    return directory + "/" + Kptfile.NAME;
  }

  private static boolean isThere(PackageTree tree, String directory) {
    return !tree.below(directory).files().isEmpty();
  }

  private void align(String directory) {
    boolean before = isThere(origin, directory);
    boolean here = isThere(local, directory);
    boolean upstream = isThere(updated, directory);
    if (before && !here) {
      // Locally deleted parts stay deleted, with all that upstream adds to them.
      if (upstream && isChangedUpstream(directory)) {
        conflicts.add(UpdateConflict.deletedHere(Origin.of(kptfile(directory)), ""));
      }
      origin = origin.with(directory, PackageTree.EMPTY);
      updated = updated.with(directory, PackageTree.EMPTY);
    } else if (before && here && upstream && isElsewhere(directory)) {
      updated = updated.with(directory, origin.below(directory));
    } else if (before && !upstream && !upstreamWins && isEdited(directory)) {
      updated = updated.with(directory, origin.below(directory));
      conflicts.add(UpdateConflict.deletedUpstream(Origin.of(kptfile(directory)), "", false));
    } else if (!before && here && upstream && isOther(directory)) {
      throw new JapplyException(
          Origin.of(directory),
          "this package was added both upstream and here",
          "move yours to another directory");
    }
  }

  /// Whether a package was updated by itself here, or pointed to another place, and upstream has
  /// another version of it. Two versions are not mixed: it stays, and the conflict names them.
  private boolean isElsewhere(String directory) {
    Kptfile before = kptfile(origin, directory);
    Kptfile mine = kptfile(local, directory);
    Kptfile theirs = kptfile(updated, directory);
    if (before == null
        || mine == null
        || theirs == null
        || mine.isFrom(before)
        || theirs.isFrom(before)
        || mine.isFrom(theirs)) {
      return false;
    }
    List<String> shown =
        Stream.<Function<Kptfile, String>>of(
                Kptfile::shownPlace, kptfile -> kptfile.upstream().ref(), Kptfile::commit)
            .map(part -> Stream.of(before, theirs, mine).map(part).toList())
            .filter(parts -> parts.stream().distinct().count() > 1)
            .findFirst()
            .orElse(List.of("", "", ""));
    conflicts.add(
        new UpdateConflict(
            Origin.of(kptfile(directory)),
            "",
            "upstream",
            shown.get(0),
            shown.get(1),
            shown.get(2),
            UpdateConflict.Resolution.LOCAL));
    return true;
  }

  private static @Nullable Kptfile kptfile(PackageTree tree, String directory) {
    PackageFile file = tree.file(kptfile(directory));
    Kptfile kptfile = file == null ? null : Kptfile.parse(kptfile(directory), file.text());
    return kptfile != null && kptfile.hasUpstream() ? kptfile : null;
  }

  private boolean isEdited(String directory) {
    return !LocalChanges.since(origin.below(directory), local.below(directory)).isEmpty();
  }

  private boolean isOther(String directory) {
    return !LocalChanges.since(updated.below(directory), local.below(directory)).isEmpty();
  }

  private boolean isChangedUpstream(String directory) {
    String path = kptfile(directory);
    PackageFile before = origin.file(path);
    PackageFile now = updated.file(path);
    if (before != null && now != null) {
      Kptfile old = Kptfile.parse(path, before.text());
      // The former content of an unfetched reference is unknown.
      if (old.isReference()) {
        return !old.hasUpstreamOf(Kptfile.parse(path, now.text()));
      }
    }
    return !LocalChanges.since(origin.below(directory), updated.below(directory)).isEmpty();
  }

  /// The merged package with the Kptfiles of those inside of it.
  PackageTree complete(PackageTree merged) {
    PackageTree whole = merged;
    for (String directory : directories) {
      String path = kptfile(directory);
      PackageFile file = file(directory, origin.file(path), local.file(path), updated.file(path));
      whole = file == null ? whole : whole.with(path, file);
    }
    return whole;
  }

  private @Nullable PackageFile file(
      String directory,
      @Nullable PackageFile before,
      @Nullable PackageFile mine,
      @Nullable PackageFile theirs) {
    Origin place = Origin.of(kptfile(directory));
    if (mine == null) {
      if (before != null
          && theirs != null
          && !KptMarks.areAllThatDiffers(kptfile(directory), before, theirs)) {
        conflicts.add(UpdateConflict.deletedHere(place, ""));
      }
      return before == null ? theirs : null;
    }
    if (theirs == null) {
      boolean edited =
          before != null && !KptMarks.areAllThatDiffers(kptfile(directory), before, mine);
      if (edited) {
        conflicts.add(UpdateConflict.deletedUpstream(place, "", upstreamWins));
      }
      return before == null || (edited && !upstreamWins) ? mine : null;
    }
    return theirs.equals(before) || theirs.equals(mine)
        ? mine
        : merged(directory, before, mine, theirs);
  }

  private PackageFile merged(
      String directory, @Nullable PackageFile before, PackageFile mine, PackageFile theirs) {
    String path = kptfile(directory);
    Kptfile here = Kptfile.parse(path, mine.text());
    Kptfile upstream = Kptfile.parse(path, theirs.text());
    var merge = new KptfileMerge(here, upstreamWins);
    Kptfile merged = merge.merge(before == null ? null : before.text(), theirs.text());
    merge.conflicts().forEach(conflict -> conflicts.add(conflict.below(directory)));
    boolean follows = before == null || here.hasUpstreamOf(Kptfile.parse(path, before.text()));
    return mine.with((follows ? merged.from(upstream) : merged).text());
  }
}
