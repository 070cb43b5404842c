package dev.japply.kpt;

import java.util.List;

/// What an update came to.
///
/// @param tree the package
/// @param conflicts what both sides changed, however it was decided
public record MergedPackage(PackageTree tree, List<UpdateConflict> conflicts) {
  public MergedPackage {
    conflicts = List.copyOf(conflicts);
  }
}
