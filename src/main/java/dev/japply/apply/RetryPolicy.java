package dev.japply.apply;

import dev.japply.apply.WriteResult.Busy;
import dev.japply.apply.WriteResult.Cancelled;
import dev.japply.apply.WriteResult.Changed;
import dev.japply.apply.WriteResult.Failed;
import dev.japply.apply.WriteResult.Gone;
import dev.japply.apply.WriteResult.NoResponse;
import dev.japply.apply.WriteResult.NotReady;
import dev.japply.apply.WriteResult.NotSent;
import dev.japply.apply.WriteResult.Rejected;
import dev.japply.apply.WriteResult.ServerError;
import dev.japply.apply.WriteResult.Uncertain;
import dev.japply.apply.WriteResult.Unknown;
import dev.japply.apply.Writer.WriteRequest.Kind;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /// Failed attempts to write one object, and the decision that follows from them. A value without
  /// a clock and without requests: [Writer] sends and waits.
  ///
  /// After a lost response nothing is sent blindly. Either the object is read first and shows the
  /// outcome, or sending twice has the same effect as sending once. Where neither helps, the
  /// outcome stays unknown.
  ///
  /// @param lost the last write that may have been carried out; null if there is none
  /// @param conflicted whether the last attempt failed because the object had changed
  /// @param losses number of writes that may have been carried out
  /// @param retries number of retries that count against the budget
  /// @param forgiven number of conflicts with unrelated changes, which do not count
  /// @param waits number of waits for a webhook
  record RetryState(
      RetryPolicy policy,
      @Nullable Uncertain lost,
      boolean conflicted,
      int losses,
      int retries,
      int forgiven,
      int waits) {
    /// Maximum number of conflicts that are forgiven.
    private static final int FORGIVEN = 20;

    private static final String INTERRUPTED = "the run was interrupted";

    /// Pause before each retry except the first, which follows immediately.
    static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration SHORT_PAUSE = Duration.ofMillis(100);

    /// Maximum number of waits for a webhook; each is twice as long as the one before.
    private static final int WAITS = 4;

    /// Time for a webhook to become ready, a quarter of a minute.
    static final Duration WEBHOOK_LIMIT =
        Duration.ofSeconds(PAUSE.toSeconds() * ((1 << WAITS) - 1));

    /// State before the first attempt.
    static RetryState initial(RetryPolicy policy) {
      return new RetryState(policy, null, false, 0, 0, 0, 0);
    }

    /// Next step after a failed attempt.
    sealed interface Next {
      /// Another attempt follows.
      ///
      /// @param pause the wait before it, without jitter
      /// @param reason the message about the failed attempt
      record Again(RetryState state, Duration pause, String reason) implements Next {}

      /// No attempt follows; [RetryState#end] has the result.
      record GiveUp(RetryState state) implements Next {}
    }

    /// Decides about another attempt.
    ///
    /// @param hopeless whether another object has waited for the webhook of `result` without
    ///   success
    Next next(Failed result, boolean hopeless) {
      Uncertain uncertain = uncertain(result).orElse(null);
      Uncertain last = uncertain == null ? lost : uncertain;
      boolean uninformative = last != null && isUninformative(result.failure());
      if (result instanceof NotReady(WebhookNotReady webhook, var e) && !uninformative) {
        return hopeless || policy.dryRun() || waits == WAITS
            ? new Next.GiveUp(this)
            : new Next.Again(
                new RetryState(policy, lost, conflicted, losses, retries, forgiven, waits + 1),
                PAUSE.multipliedBy(1L << waits),
                webhook.name() + " is not responding yet");
      }
      boolean conflict = result instanceof Changed changed && isRetried(changed);
      // After an error inside the server the object is read in any case, to report the outcome.
      boolean readsOnly = uncertain instanceof ServerError && policy.reads();
      boolean mayRetry = !isLast() && (uncertain != null || uninformative || conflict);
      boolean retried = !(result instanceof NotSent) && (readsOnly || mayRetry);
      var state =
          new RetryState(
              policy,
              last,
              result instanceof NotSent ? conflicted : conflict,
              losses + (uncertain == null ? 0 : 1),
              retries + (retried ? 1 : 0),
              forgiven,
              waits);
      return retried
          ? new Next.Again(
              state,
              state.retries > 1 ? PAUSE : forgiven > 0 ? SHORT_PAUSE : Duration.ZERO,
              conflict
                  ? "changed by another client"
                  : result instanceof ServerError ? "the server failed" : "the response was lost")
          : new Next.GiveUp(state);
    }

    /// The result as a write that is looked for, because it may have been carried out.
    private Optional<Uncertain> uncertain(Failed result) {
      boolean looked =
          result instanceof NoResponse || (result instanceof ServerError && !policy.dryRun());
      return looked ? Optional.of((Uncertain) result) : Optional.empty();
    }

    private boolean isRetried(Changed changed) {
      return !changed.failure().isConflict() || (changed.kind() != Kind.DELETE && !policy.pinned());
    }

    /// Whether `e` shows nothing about the outcome of an earlier write.
    private boolean isUninformative(ClusterException e) {
      return e.isWithoutResponse() || (!policy.reads() && e.mayPass());
    }

    /// Returns the final result after `result`: [#next] gave up, or the run was ended.
    ///
    /// @param unreachable whether the run ends because the server is unreachable
    /// @param cancelled whether the run is to end
    WriteResult end(KubeObject object, Failed result, boolean unreachable, boolean cancelled) {
      ClusterException e = result.failure();
      if (result instanceof NotSent && lost != null && isSeenUndone() && lost.failure().equals(e)) {
        return result;
      }
      boolean silent = result instanceof NoResponse && !policy.dryRun();
      if (silent && cancelled) {
        return new Unknown(
            WriteResult.Unknown.withoutResponse(object, ((NoResponse) result).kind().verb()));
      }
      boolean untried =
          switch (result) {
            case NotSent none -> true;
            case Busy busy -> true;
            case NoResponse lost -> policy.dryRun();
            case ServerError error -> false;
            case Rejected rejected -> unreachable;
            case Gone gone -> false;
            case Changed changed -> false;
            case NotReady waiting -> false;
          };
      boolean maybeOwnChange = result instanceof Changed && policy.pinned();
      boolean unknown = silent || result instanceof ServerError;
      if (lost != null
          && !policy.dryRun()
          && (unknown || untried || maybeOwnChange || isUninformative(e))) {
        return unknown(
            object,
            lost,
            !lost.failure().equals(e)
                ? ServerProblems.sentence(e)
                : cancelled ? INTERRUPTED : policy.budget().exhausted());
      }
      return untried && cancelled ? new Cancelled() : result;
    }

    /// Final result of an attempt that was not made, because the run is to end.
    WriteResult endCancelled(KubeObject object) {
      return lost != null && !policy.dryRun()
          ? unknown(object, lost, INTERRUPTED)
          : new Cancelled();
    }

    /// @param then the failure that kept the outcome of `lost` unknown
    private static Unknown unknown(KubeObject object, Uncertain lost, String then) {
      return new Unknown(WriteResult.Unknown.unresolved(object, lost.failure(), then));
    }

    /// Whether there was an attempt before.
    boolean isRetry() {
      return count() > 0;
    }

    /// Number of attempts that failed and were tried again.
    int count() {
      return retries + forgiven + waits;
    }

    /// Whether a write that fails now is not sent again.
    boolean isLast() {
      return retries >= policy.budget().retries();
    }

    /// Whether nothing more is sent: too many responses were lost, or the object, which was read
    /// since, does not show a write after an error inside the server.
    boolean isFinal() {
      return losses >= policy.budget().losses() || isSeenUndone();
    }

    /// Whether the object was read after an error inside the server. If it does not show the write,
    /// the write was refused, because nothing is stored later.
    private boolean isSeenUndone() {
      return lost instanceof ServerError && policy.reads();
    }

    /// Whether the object has waited for a webhook as long as it may.
    boolean hasWaited() {
      return waits == WAITS;
    }

    /// Whether failed reads are repeated.
    boolean readsPatiently() {
      return policy.patient() || lost != null;
    }

    /// Returns the state without the last conflict, because it was with an unrelated change. The
    /// conflicts of a dry run count: its last attempt is not guarded.
    RetryState forgiving() {
      return conflicted && policy.reads() && forgiven < FORGIVEN
          ? new RetryState(policy, lost, false, losses, retries - 1, forgiven + 1, waits)
          : this;
    }
  }
}
