package dev.japply.cluster;

import org.jspecify.annotations.Nullable;

/// How an object is deleted.
///
/// @param propagation what becomes of the objects that it owns
/// @param gracePeriodSeconds the grace period in seconds; null for the object's own
/// @param uid the object that is meant: another one of that name is left alone; empty for any
/// @param dryRun whether the server only says what it would do
public record DeleteOptions(
    Propagation propagation, @Nullable Integer gracePeriodSeconds, String uid, boolean dryRun) {

  /// What happens to the dependents of a deleted object.
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
