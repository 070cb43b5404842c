package dev.japply.kpt;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Takes over what has changed upstream, by one of the strategies.
///
/// @param origin the package as it was fetched last
/// @param local the package here
/// @param updated the package as it is upstream now
public record PackageUpdate(PackageTree origin, PackageTree local, PackageTree updated) {
  /// The package that was fetched, in a directory of that name.
  public static PackageTree fetched(PackageTree upstream, Kptfile placed) {
    String text = upstream.kptfile();
    Kptfile kptfile = text == null ? placed : Kptfile.parse(Kptfile.NAME, text).placedAs(placed);
    return upstream.with(Kptfile.NAME, file(upstream, kptfile));
  }

  private static PackageFile file(PackageTree tree, Kptfile kptfile) {
    PackageFile old = tree.file(Kptfile.NAME);
    return old == null ? PackageFile.of(kptfile.text()) : old.with(kptfile.text());
  }

  /// The updated package; its Kptfile still has the upstream and the lock of the local one.
  ///
  /// @throws JapplyException when the strategy does not allow it
  public MergedPackage run(UpdateStrategy strategy, MergeOptions options) {
    return switch (strategy) {
      case FORCE_DELETE_REPLACE -> whole(fetched(updated, localKptfile()));
      case FAST_FORWARD -> whole(forward());
      case RESOURCE_MERGE -> merge(options);
    };
  }

  private static MergedPackage whole(PackageTree tree) {
    return new MergedPackage(tree, List.of());
  }

  private MergedPackage merge(MergeOptions options) {
    if (origin.equals(updated)) {
      return whole(local);
    }
    ConflictMarkers.requireNone(local, origin);
    var read = new ManifestFiles.Read();
    MergedPackage merged = merged(options, read);
    if (merged.conflicts().isEmpty()) {
      return merged;
    }
    MergedPackage marked =
        options.choice() == ConflictChoice.MARK
            ? ConflictMarkers.between(merged, merged(options.with(ConflictChoice.UPSTREAM), read))
            : merged;
    var secrets = new PackageSecrets(origin, local, updated);
    return new MergedPackage(
        marked.tree(), marked.conflicts().stream().map(secrets::hidden).toList());
  }

  private MergedPackage merged(MergeOptions options, ManifestFiles.Read read) {
    var inner = new InnerPackages(origin, local, updated, options.upstreamWins());
    MergedPackage files =
        new PackageMerge(inner.origin(), inner.updated(), inner.local(), options, read).run();
    PackageTree whole = inner.complete(files.tree());
    var conflicts = new ArrayList<UpdateConflict>();
    if (local.kptfile() != null) {
      var merge = new KptfileMerge(localKptfile(), options.upstreamWins());
      PackageFile file = file(local, merge.merge(origin.kptfile(), updated.kptfile()));
      whole = whole.with(Kptfile.NAME, file);
      conflicts.addAll(merge.conflicts());
    }
    conflicts.addAll(inner.conflicts());
    conflicts.addAll(files.conflicts());
    return new MergedPackage(whole, conflicts);
  }

  private Kptfile localKptfile() {
    Kptfile kptfile = LocalChanges.kptfile(local);
    if (kptfile == null) {
      throw new JapplyException(Problem.error(Origin.of(Kptfile.NAME), "is not there", ""));
    }
    return kptfile;
  }

  private PackageTree forward() {
    List<LocalChanges.Edit> edits = LocalChanges.since(origin, local);
    if (!edits.isEmpty()) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "fast-forward updates only packages without local edits: "
                  + LocalChanges.named(edits.stream().map(LocalChanges.Edit::path).toList()),
              "take them back, or use another --strategy"));
    }
    return origin.equals(updated) ? local : fetched(updated, localKptfile());
  }
}
