package dev.japply.kpt;

import dev.japply.kpt.Kptfile.UpdateStrategy;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An update that ended before all of its files were in their places.
///
/// @param goal the update that was requested
/// @param changes its changes, by the paths of the files
/// @param record the directory of its journal, for messages
public record InterruptedUpdate(Goal goal, SortedMap<String, ChangedFile> changes, String record) {
  public InterruptedUpdate {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /// The update that was requested.
  ///
  /// @param requested the version in the command line; empty for the one that the Kptfile names
  /// @param version the version that was found for it
  public record Goal(String requested, String version, String strategy) {
    /// Whether a later command requests the same.
    ///
    /// @param otherStrategy null for the one that the Kptfile names
    public boolean isRequestedBy(String other, @Nullable UpdateStrategy otherStrategy) {
      return (other.equals(requested) || other.equals(version))
          && (otherStrategy == null || otherStrategy.text().equals(strategy));
    }
  }

  /// A file before and after.
  ///
  /// @param before null when the update adds the file
  /// @param after null when the update deletes the file
  public record ChangedFile(@Nullable PackageFile before, @Nullable PackageFile after) {}

  /// The number of files that are as the update has them.
  public int written(PackageTree local) {
    return (int)
        changes.entrySet().stream()
            .filter(entry -> Objects.equals(local.file(entry.getKey()), entry.getValue().after()))
            .count();
  }

  /// The files that are neither as they were nor as the update has them: they were edited since.
  public List<String> edited(PackageTree local) {
    return changes.entrySet().stream()
        .filter(entry -> {
          PackageFile now = local.file(entry.getKey());
          ChangedFile change = entry.getValue();
          return !Objects.equals(now, change.before()) && !Objects.equals(now, change.after());
        })
        .map(entry -> entry.getKey())
        .toList();
  }

  /// The package as it was before the update, in all that the update changes.
  public PackageTree before(PackageTree local) {
    return with(local, false);
  }

  /// Returns the finished package. Files that were edited since merge with the update's version,
  /// and each is a conflict.
  public MergedPackage finish(PackageTree local, MergeOptions options) {
    PackageTree wanted = with(local, true);
    List<String> edited = edited(local);
    if (edited.isEmpty()) {
      return new MergedPackage(wanted, List.of());
    }
    MergedPackage merged =
        new PackageUpdate(with(local, false), local, wanted)
            .run(UpdateStrategy.RESOURCE_MERGE, options.withComments(false));
    var conflicts = new ArrayList<>(merged.conflicts());
    Set<String> listed =
        conflicts.stream().map(conflict -> conflict.place().source()).collect(Collectors.toSet());
    edited.stream()
        .filter(path -> !listed.contains(path))
        .map(UpdateConflict::editedSince)
        .forEach(conflicts::add);
    return new MergedPackage(placed(merged.tree(), wanted), conflicts);
  }

  /// Returns the package with a Kptfile that names the fetched version.
  private static PackageTree placed(PackageTree merged, PackageTree wanted) {
    Kptfile kptfile = LocalChanges.kptfile(merged);
    Kptfile fresh = LocalChanges.kptfile(wanted);
    return kptfile == null || fresh == null
        ? merged
        : merged.with(Kptfile.NAME, PackageFile.of(kptfile.from(fresh).text()));
  }

  private PackageTree with(PackageTree local, boolean finished) {
    var files = new TreeMap<>(local.files());
    changes.forEach((path, change) -> {
      PackageFile file = finished ? change.after() : change.before();
      if (file == null) {
        files.remove(path);
      } else {
        files.put(path, file);
      }
    });
    return new PackageTree(files);
  }
}
