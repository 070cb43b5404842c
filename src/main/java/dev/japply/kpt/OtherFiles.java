package dev.japply.kpt;

import dev.japply.diff.TextMerge;
import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The merge of files that are no manifests: as texts, line by line, or as a whole.
final class OtherFiles {
  private final boolean upstreamWins;
  private final List<UpdateConflict> conflicts = new ArrayList<>();

  OtherFiles(boolean upstreamWins) {
    this.upstreamWins = upstreamWins;
  }

  List<UpdateConflict> conflicts() {
    return conflicts;
  }

  /// Returns the merged file; null if it is deleted. A file that was deleted here stays deleted. A
  /// file that upstream deleted stays if it was edited, unless upstream wins.
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
