package dev.japply.apply;

import dev.japply.object.KubeObject;

/// Failures after which a write to one object is tried again, and how often.
///
/// @param dryRun whether writes change nothing, so that none has an unknown outcome
/// @param pinned whether the user named the version to write: a conflict is then final
/// @param patient whether failed reads are repeated although no response was lost
public record RetryPolicy(Budget budget, boolean dryRun, boolean pinned, boolean patient) {
  /// Number of times a write is sent again.
  public enum Budget {
    /// The object is read before each retry.
    READING(5, 3, "the object does not show it yet"),
    /// The same write is sent again.
    RESENDING(4, 5, "the retries failed, too"),
    /// The write changes nothing; as many tries as kubectl makes.
    DRY_RUN(3, 4, "the retries failed, too");

    private final int retries;
    private final int losses;
    private final String exhausted;

    Budget(int retries, int losses, String exhausted) {
      this.retries = retries;
      this.losses = losses;
      this.exhausted = exhausted;
    }

    /// Maximum number of retries.
    int retries() {
      return retries;
    }

    /// Number of unknown outcomes after which nothing more is sent.
    int losses() {
      return losses;
    }

    /// Message for a budget that is used up.
    String exhausted() {
      return exhausted;
    }
  }

  /// Policy for applying `object`, which may name a version.
  public static RetryPolicy of(Budget budget, ExecutionOptions options, KubeObject object) {
    boolean pinned = object.tree().map("metadata").has("resourceVersion");
    return new RetryPolicy(budget, options.dryRun() != DryRun.NONE, pinned, false);
  }

  static RetryPolicy forDryRun() {
    return new RetryPolicy(Budget.DRY_RUN, /* dryRun= */ true, false, false);
  }

  /// Whether the object is read between two writes.
  boolean reads() {
    return budget == Budget.READING;
  }

  /// This policy without a named version.
  RetryPolicy unpinned() {
    return new RetryPolicy(budget, dryRun, false, patient);
  }

  /// This policy with patient reads.
  RetryPolicy patiently() {
    return new RetryPolicy(budget, dryRun, pinned, true);
  }
}
