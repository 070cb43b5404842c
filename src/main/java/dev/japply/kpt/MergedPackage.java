package dev.japply.kpt;

import java.util.List;

/// The result of an update.
///
/// @param conflicts the fields and files that both sides changed, with either result
public record MergedPackage(PackageTree tree, List<UpdateConflict> conflicts) {
  public MergedPackage {
    conflicts = List.copyOf(conflicts);
  }
}
