package dev.japply.apply;

import dev.japply.plan.LiveMetadata;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The outcome of applying an object.
public enum Outcome {
  /// It did not exist, and now does.
  CREATED("created"),
  /// It existed, and was changed.
  CONFIGURED("configured"),
  /// It existed, and was deleted and recreated.
  RECREATED("recreated"),
  /// It existed and matches the manifest.
  UNCHANGED("unchanged"),
  /// The server merged it, without reporting whether that created or changed it.
  SERVERSIDE_APPLIED("serverside-applied"),
  /// So it was, and that has changed nothing.
  SERVERSIDE_UNCHANGED("serverside-applied"),
  /// Its last-applied annotation was edited.
  EDITED("edited"),
  /// Fields of it were given up.
  RELEASED("released"),
  /// Fields of it were taken over.
  ADOPTED("adopted"),
  /// It was open in the editor, and is as before.
  SKIPPED("skipped"),
  /// It was applied once, is no longer desired, and was deleted.
  PRUNED("pruned"),
  /// It was deleted, by a request for it or to take its creation back.
  DELETED("deleted"),
  /// It does not exist, and needs no write.
  ABSENT("does not exist"),
  /// It is being deleted, and needs no write.
  GOING("is being deleted");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /// Returns the outcome for an object that needs no write.
  ///
  /// @param live the live object; null if it does not exist
  public static Outcome withoutWrite(@Nullable MapValue live) {
    if (live == null) {
      return ABSENT;
    }
    return LiveMetadata.isBeingDeleted(live) ? GOING : UNCHANGED;
  }

  /// Whether the object is another than before, or may be.
  public boolean isChange() {
    return this != UNCHANGED
        && this != SERVERSIDE_UNCHANGED
        && this != SKIPPED
        && this != ABSENT
        && this != GOING;
  }

  /// The words after the name of the object, which are kubectl's where it has the outcome.
  public String word() {
    return word;
  }
}
