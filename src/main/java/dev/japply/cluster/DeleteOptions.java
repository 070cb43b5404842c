package dev.japply.cluster;

import org.jspecify.annotations.Nullable;

/// Options for the deletion of an object.
///
/// @param propagation the deletion policy for the object's dependents
/// @param gracePeriodSeconds the grace period in seconds; null for the object's own
/// @param uid the UID that the object must have to be deleted; empty for any
/// @param version the resourceVersion that the object must have to be deleted; empty for any
/// @param dryRun whether the server does not persist the deletion
public record DeleteOptions(
    Propagation propagation,
    @Nullable Integer gracePeriodSeconds,
    String uid,
    String version,
    boolean dryRun) {
  /// Options for an object in any version.
  public DeleteOptions(
      Propagation propagation, @Nullable Integer gracePeriodSeconds, String uid, boolean dryRun) {
    this(propagation, gracePeriodSeconds, uid, "", dryRun);
  }

  /// Returns these options for that version of the object alone; for any if it is empty.
  public DeleteOptions at(String only) {
    return new DeleteOptions(propagation, gracePeriodSeconds, uid, only, dryRun);
  }

  /// The deletion policy for the dependents of a deleted object.
  public enum Propagation {
    /// Dependents are deleted after the object.
    BACKGROUND("Background"),
    /// Dependents are deleted before the object.
    FOREGROUND("Foreground"),
    /// Dependents are kept.
    ORPHAN("Orphan");

    private final String text;

    Propagation(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
