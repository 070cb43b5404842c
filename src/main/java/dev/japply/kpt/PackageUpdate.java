package dev.japply.kpt;

import dev.japply.diff.TextMerge;
import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Takes over what has changed upstream, by one of the strategies.
///
/// @param origin the package as it was fetched last
/// @param updated the package as it is upstream now
public record PackageUpdate(PackageTree origin, PackageTree local, PackageTree updated) {
  /// The package that was fetched, in a directory of that name.
  public static PackageTree fetched(PackageTree upstream, Kptfile placed) {
    String text = upstream.kptfile();
    Kptfile kptfile = text == null ? placed : Kptfile.parse(Kptfile.NAME, text).placedAs(placed);
    return upstream.with(Kptfile.NAME, file(upstream, kptfile));
  }

  /// The package with comments that identify its objects, also under other names.
  public static PackageTree commented(PackageTree fetched) {
    return MergeComments.everywhere(fetched);
  }

  private static PackageTree commented(PackageTree fetched, MergeOptions options) {
    return options.comments() ? commented(fetched) : fetched;
  }

  private static PackageFile file(PackageTree tree, Kptfile kptfile) {
    PackageFile old = tree.file(Kptfile.NAME);
    return old == null ? PackageFile.of(kptfile.text()) : old.with(kptfile.text());
  }

  /// The updated package; its Kptfile still has the upstream and the lock of the local one.
  ///
  /// @throws JapplyException when the strategy does not allow it
  public MergedPackage run(UpdateStrategy strategy, MergeOptions options) {
    List<String> own = fetchedHere();
    PackageTree rest = local;
    for (String directory : own) {
      rest = rest.with(directory, PackageTree.EMPTY);
    }
    MergedPackage merged = new PackageUpdate(origin, rest, updated).whole(strategy, options);
    PackageTree tree = merged.tree();
    for (String directory : own) {
      tree = tree.with(directory, local.below(directory));
    }
    return new MergedPackage(tree, merged.conflicts());
  }

  /// Returns the directories of packages that the user has fetched into this one: they have an
  /// upstream of their own, and are updated by themselves.
  private List<String> fetchedHere() {
    return local.inner().stream()
        .filter(directory ->
            origin.below(directory).files().isEmpty() && updated.below(directory).files().isEmpty())
        .filter(directory -> {
          String text = local.below(directory).kptfile();
          return text != null && Kptfile.parse(directory + "/" + Kptfile.NAME, text).hasUpstream();
        })
        .toList();
  }

  private MergedPackage whole(UpdateStrategy strategy, MergeOptions options) {
    return switch (strategy) {
      case FORCE_DELETE_REPLACE -> whole(commented(fetched(updated, localKptfile()), options));
      case FAST_FORWARD -> whole(forward(options));
      case RESOURCE_MERGE -> merge(options);
      case COPY_MERGE -> resolved(options, this::copied);
    };
  }

  private static MergedPackage whole(PackageTree tree) {
    return new MergedPackage(tree, List.of());
  }

  private MergedPackage merge(MergeOptions options) {
    ConflictMarkers.requireNone(local, origin);
    if (origin.equals(updated)) {
      return whole(local);
    }
    var read = new ManifestFiles.Read();
    return resolved(options, choice -> merged(choice, read));
  }

  /// Merges, and marks the conflicts if the options choose that.
  private MergedPackage resolved(
      MergeOptions options, Function<MergeOptions, MergedPackage> merging) {
    MergedPackage merged = merging.apply(options);
    if (merged.conflicts().isEmpty()) {
      return merged;
    }
    MergedPackage marked =
        options.choice() == ConflictChoice.MARK
            ? ConflictMarkers.between(merged, merging.apply(options.with(ConflictChoice.UPSTREAM)))
            : merged;
    var secrets = new PackageSecrets(origin, local, updated);
    return new MergedPackage(
        marked.tree(), marked.conflicts().stream().map(secrets::hidden).toList());
  }

  private MergedPackage merged(MergeOptions options, ManifestFiles.Read read) {
    var inner = new InnerPackages(origin, local, updated, options.upstreamWins());
    PackageUpdate aligned =
        MergeComments.aligned(
            new PackageUpdate(inner.origin(), inner.local(), inner.updated()),
            options.comments(),
            read);
    MergedPackage files =
        new PackageMerge(aligned.origin(), aligned.updated(), aligned.local(), options, read).run();
    var conflicts = new ArrayList<UpdateConflict>();
    PackageTree whole = withKptfile(inner.complete(files.tree()), options, conflicts);
    conflicts.addAll(inner.conflicts());
    conflicts.addAll(files.conflicts());
    return new MergedPackage(whole, conflicts);
  }

  private PackageTree withKptfile(
      PackageTree tree, MergeOptions options, List<UpdateConflict> conflicts) {
    if (local.kptfile() == null) {
      return tree;
    }
    var merge = new KptfileMerge(localKptfile(), options.upstreamWins());
    PackageFile file = file(local, merge.merge(origin.kptfile(), updated.kptfile()));
    conflicts.addAll(merge.conflicts());
    return tree.with(Kptfile.NAME, file);
  }

  /// Takes each file of upstream in the place of the local one, and removes files that upstream has
  /// removed. A local file keeps its permissions.
  private MergedPackage copied(MergeOptions options) {
    PackageTree tree = local;
    for (String path : origin.files().keySet()) {
      tree = updated.file(path) == null ? tree.without(path) : tree;
    }
    for (var entry : commented(updated, options).files().entrySet()) {
      PackageFile file = entry.getValue();
      PackageFile mine = local.file(entry.getKey());
      tree =
          tree.with(
              entry.getKey(),
              mine == null ? file : new PackageFile(file.bytes(), mine.executable()));
    }
    var conflicts = new ArrayList<UpdateConflict>();
    return new MergedPackage(withKptfile(tree, options, conflicts), conflicts);
  }

  private Kptfile localKptfile() {
    Kptfile kptfile = LocalChanges.kptfile(local);
    if (kptfile == null) {
      throw new JapplyException(Origin.of(Kptfile.NAME), "is not there", "");
    }
    return kptfile;
  }

  private PackageTree forward(MergeOptions options) {
    List<LocalChanges.Edit> edits = LocalChanges.since(origin, local);
    if (!edits.isEmpty()) {
      throw new JapplyException(
          "fast-forward updates only packages without local edits: "
              + LocalChanges.named(edits.stream().map(LocalChanges.Edit::path).toList()),
          "take them back, or use another --strategy");
    }
    return origin.equals(updated)
        ? local
        : commented(fetched(updated, localKptfile().withoutStatus()), options);
  }

  /// Packages with conflict marks around both versions of each conflict.
  private static final class ConflictMarkers {
    private ConflictMarkers() {}

    /// Sees that nothing is left of the marks of an earlier update: those lines are neither side's.
    ///
    /// @throws JapplyException when a file has some that it was not fetched with
    static void requireNone(PackageTree local, PackageTree origin) {
      List<Problem> left = new ArrayList<>();
      local
          .files()
          .forEach((path, file) -> {
            int line = mark(file);
            if (line > 0 && mark(origin.file(path)) == 0) {
              left.add(
                  Problem.error(
                      new Origin(path, line, 0),
                      "is marked as a conflict of an earlier update",
                      "choose a side, and remove the marks"));
            }
          });
      if (!left.isEmpty()) {
        throw new JapplyException(left);
      }
    }

    /// The line of the first mark; 0 where there is none.
    private static int mark(@Nullable PackageFile file) {
      return file != null && file.isText()
          ? file.text().lines().toList().indexOf(TextMerge.MARK) + 1
          : 0;
    }

    /// Returns the package with marks wherever the two merges differ.
    ///
    /// @param local the merge with precedence for the local side
    /// @param upstream the merge with precedence for upstream
    static MergedPackage between(MergedPackage local, MergedPackage upstream) {
      PackageTree tree = local.tree();
      for (var entry : local.tree().files().entrySet()) {
        PackageFile mine = entry.getValue();
        PackageFile theirs = upstream.tree().file(entry.getKey());
        if (theirs != null && !theirs.equals(mine) && mine.isText() && theirs.isText()) {
          tree = tree.with(entry.getKey(), mine.with(TextMerge.marked(mine.text(), theirs.text())));
        }
      }
      return new MergedPackage(tree, local.conflicts());
    }
  }

  /// The result of an update.
  ///
  /// @param conflicts the fields and files that both sides changed, with either result
  public record MergedPackage(PackageTree tree, List<UpdateConflict> conflicts) {
    public MergedPackage {
      conflicts = List.copyOf(conflicts);
    }
  }
}
