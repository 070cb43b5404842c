package dev.japply.kpt;

import org.jspecify.annotations.Nullable;

/// One object in the three versions of a package; null where it is not there.
record ThreeWayObject(
    @Nullable PackageResource origin,
    @Nullable PackageResource updated,
    @Nullable PackageResource local) {

  /// Returns the file for the merged object: the new file if a side moved it, otherwise its current
  /// one.
  String path() {
    if (local == null || updated == null) {
      return local != null ? local.path() : updated == null ? "" : updated.path();
    }
    boolean movedHere = origin == null || !local.path().equals(origin.path());
    return movedHere ? local.path() : updated.path();
  }
}
