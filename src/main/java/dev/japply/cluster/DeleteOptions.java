package dev.japply.cluster;

import org.jspecify.annotations.Nullable;

/// Options for the deletion of an object.
///
/// @param propagation the deletion policy for the object's dependents
/// @param gracePeriodSeconds the grace period in seconds; null for the object's own
/// @param uid the UID that the object must have to be deleted; empty for any
/// @param dryRun whether the server does not persist the deletion
public record DeleteOptions(
    Propagation propagation, @Nullable Integer gracePeriodSeconds, String uid, boolean dryRun) {

  /// The deletion policy for the dependents of a deleted object.
  public enum Propagation {
    /// They are deleted after it.
    BACKGROUND("Background"),
    /// They are deleted before it.
    FOREGROUND("Foreground"),
    /// They stay.
    ORPHAN("Orphan");

    private final String text;

    Propagation(String text) {
      this.text = text;
    }

    /// As the API has it.
    public String text() {
      return text;
    }
  }
}
