package dev.japply.apply;

import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.apply.RetryPolicy.RetryState.Next;
import dev.japply.apply.WriteResult.Cancelled;
import dev.japply.apply.WriteResult.Failed;
import dev.japply.apply.WriteResult.NotReady;
import dev.japply.apply.WriteResult.NotSent;
import dev.japply.apply.WriteResult.Stored;
import dev.japply.apply.WriteResult.Unknown;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions;
import dev.japply.cluster.Jitter;
import dev.japply.io.Cancellation.CriticalSection;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Sends the writes to one object, one at a time, and waits between attempts. [RetryState] decides
/// about the attempts.
public final class Writer {
  /// Maximum number of reads of an object while reads fail.
  private static final int READS = 5;

  private final KubeObject object;
  private final RunCancellation cancellation;
  private final Consumer<Event> events;
  private RetryState retries;

  public Writer(
      KubeObject object, RetryPolicy policy, RunCancellation cancellation, Consumer<Event> events) {
    this.object = object;
    this.retries = RetryState.initial(policy);
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Makes `attempt` until it succeeds or another attempt is of no use. It may throw a
  /// [ClusterException] of a read.
  public WriteResult write(Supplier<WriteResult> attempt) {
    while (true) {
      Optional<WriteResult> end = next(attempted(attempt));
      if (end.isPresent()) {
        return end.get();
      }
    }
  }

  /// Sends `request` until it succeeds or another attempt is of no use.
  public WriteResult write(WriteRequest request) {
    return write(() -> send(request));
  }

  private static WriteResult attempted(Supplier<WriteResult> attempt) {
    try {
      return attempt.get();
    } catch (ClusterException e) {
      return new NotSent(e);
    }
  }

  RetryState retries() {
    return retries;
  }

  /// Notes that the last conflict was with a change that the write is not about.
  void ignoreUnrelatedConflict() {
    retries = retries.forgiving();
  }

  /// Sends one request.
  WriteResult send(WriteRequest request) {
    if (retries.isFinal()) {
      return new NotSent(Objects.requireNonNull(retries.lost()).failure());
    }
    if (retries.policy().dryRun()) {
      return cancellation.requested() ? new Cancelled() : sendNow(request);
    }
    Optional<CriticalSection> section = cancellation.enter();
    try {
      return section.isPresent() ? sendNow(request) : new Cancelled();
    } finally {
      section.ifPresent(CriticalSection::leave);
    }
  }

  private WriteResult sendNow(WriteRequest request) {
    events.accept(new Event.Sending(object, request.kind().verb(), request.body()));
    try {
      MapValue stored = request.request().get();
      cancellation.responded();
      return new Stored(stored);
    } catch (ClusterException e) {
      return WriteResult.of(request.kind(), e);
    }
  }

  /// Reads; after an unknown outcome repeatedly while the server may come back.
  <T> T read(Supplier<T> request) {
    for (int reads = 1; ; reads++) {
      try {
        return request.get();
      } catch (ClusterException e) {
        boolean last = !retries.readsPatiently() || reads == READS || !e.mayPass();
        if (last || cancellation.requested()) {
          throw e;
        }
        cancellation.pause(Jitter.of(RetryState.PAUSE));
      }
    }
  }

  /// Returns the final result after an attempt; empty after the wait for another attempt.
  Optional<WriteResult> next(WriteResult result) {
    return switch (result) {
      case Cancelled cancelled -> Optional.of(retries.endCancelled(object));
      case Failed failed -> next(failed);
      case Stored stored -> Optional.of(stored);
      case Unknown unknown -> Optional.of(unknown);
    };
  }

  private Optional<WriteResult> next(Failed failed) {
    if (!failed.failure().isAway()) {
      cancellation.responded();
    }
    boolean hopeless =
        failed instanceof NotReady waiting && !cancellation.mayAwait(waiting.webhook());
    Next next = retries.next(failed, hopeless);
    return switch (next) {
      case Next.GiveUp(RetryState state) -> {
        if (failed instanceof NotReady waiting && state.hasWaited()) {
          cancellation.giveUpOn(waiting.webhook());
        }
        retries = state;
        yield Optional.of(end(failed));
      }
      case Next.Again(RetryState state, Duration pause, String reason) -> {
        retries = state;
        if (failed instanceof NotReady waiting && cancellation.awaits(waiting.webhook())) {
          events.accept(new Event.Waiting(waiting(waiting)));
        }
        events.accept(new Event.Retrying(object, reason, state.count()));
        if (pause.isPositive()) {
          cancellation.pause(Jitter.of(pause));
        }
        yield cancellation.requested() ? Optional.of(end(failed)) : Optional.empty();
      }
    };
  }

  private WriteResult end(Failed failed) {
    ClusterException e = failed.failure();
    boolean unreachable = e.isAway() && cancellation.endedWithoutResponse(e);
    return retries.end(object, failed, unreachable, cancellation.requested());
  }

  private Problem waiting(NotReady waiting) {
    String text =
        "%s is not responding yet: %s"
            .formatted(waiting.webhook().name(), WebhookNotReady.cause(waiting.failure()));
    return object.warning(
        WarningId.WAITING,
        SecretValues.scrubbed(text, object),
        "trying again for %d s".formatted(RetryState.WEBHOOK_LIMIT.toSeconds()));
  }

  /// One request that changes an object, or that gets the result of a change on a dry run.
  ///
  /// @param body the body to report
  /// @param request sends the request and returns the object afterwards
  record WriteRequest(Kind kind, Value body, Supplier<MapValue> request) {
    public enum Kind {
      POST("POST"),
      PATCH("PATCH"),
      /// A PATCH that the server merges, and that creates a missing object.
      APPLY("PATCH"),
      DELETE("DELETE");

      private final String verb;

      Kind(String verb) {
        this.verb = verb;
      }

      String verb() {
        return verb;
      }
    }

    /// Returns the request that deletes the live object of `target`.
    static WriteRequest delete(Cluster cluster, ResolvedObject target, DeleteOptions how) {
      KubeObject object = target.desired();
      return new WriteRequest(
          Kind.DELETE,
          MapValue.EMPTY,
          () -> {
            cluster.delete(target.resource(), object.namespace(), object.name(), how);
            return MapValue.EMPTY;
          });
    }
  }
}
