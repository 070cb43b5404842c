package dev.japply.apply;

import dev.japply.apply.Write.Fate;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Jitter;
import dev.japply.cluster.ServerProblems;
import dev.japply.io.Cancellation.CriticalSection;
import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The attempts at one object: sends its writes and reads, and decides what a failure leads to, for
/// all that writes. An attempt is made again when somebody else wrote in between, when the answer
/// to its write was lost, or when what the server asks about it does not answer yet.
///
/// After a lost answer nothing is sent blindly: either the object is read first, and shows whether
/// the write was carried out, or what is sent twice is the same as what is sent once. Where neither
/// helps the object ends as unknown.
public final class Attempts {
  /// How often an object is read while reads fail, too.
  private static final int READS = 5;

  /// So many conflicts do not count in which nothing moved that the write is about.
  private static final int FORGIVEN = 20;

  private static final String INTERRUPTED = "the run was interrupted";

  /// Before each retry but the first, which comes at once.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration SHORT_PAUSE = Duration.ofMillis(100);

  /// So often is waited for what is not ready, twice as long each time: a quarter of a minute.
  private static final int WAITS = 4;

  /// How often a write is sent again.
  public enum Budget {
    /// The object is read in between.
    READING(5, 3, "the object does not show it yet"),
    /// It is sent again as it is.
    RESENDING(4, 5, "the retries failed, too"),
    /// It changes nothing; as often as kubectl tries.
    DRY_RUN(3, 4, "the retries failed, too");

    private final int retries;
    private final int losses;
    private final String inVain;

    Budget(int retries, int losses, String inVain) {
      this.retries = retries;
      this.losses = losses;
      this.inVain = inVain;
    }
  }

  /// What is tried again.
  ///
  /// @param compatibility which failures are tried again that are final for kubectl
  /// @param dryRun whether writes change nothing, so that none of them can end as unknown
  /// @param pinned whether the write is for one version that the user named: a conflict stays one
  /// @param patient whether reads that fail are repeated though no answer was lost
  public record Policy(
      Budget budget, Compatibility compatibility, boolean dryRun, boolean pinned, boolean patient) {

    /// That of applying `object`, which names a version or not.
    public static Policy of(Budget budget, ExecutionOptions options, KubeObject object) {
      boolean pinned = object.tree().map("metadata").has("resourceVersion");
      return new Policy(
          budget, options.compatibility(), options.dryRun() != DryRun.NONE, pinned, false);
    }

    /// Whether the object is read between two writes.
    boolean reads() {
      return budget == Budget.READING;
    }

    boolean allows(Difference difference) {
      return compatibility.allows(difference);
    }

    /// The same for versions that the user has not named.
    Policy unpinned() {
      return new Policy(budget, compatibility, dryRun, false, patient);
    }

    /// The same with patient reads.
    Policy patiently() {
      return new Policy(budget, compatibility, dryRun, pinned, true);
    }
  }

  /// A write that may have been carried out: its answer was lost, or the server failed inside.
  ///
  /// @param fate [Fate#UNKNOWN] or [Fate#ERROR]
  record Lost(Write.Kind kind, Fate fate, ClusterException failure) {}

  private final KubeObject object;
  private final Policy policy;
  private final Outage cancellation;
  private final Consumer<Event> events;

  /// The write that is under way, or was the last one; null while the object is read.
  private @Nullable Write write;

  private @Nullable Lost lost;
  private boolean conflicted;
  private int losses;
  private int retries;
  private int forgiven;
  private int waits;

  public Attempts(KubeObject object, Policy policy, Outage cancellation, Consumer<Event> events) {
    this.object = object;
    this.policy = policy;
    this.cancellation = cancellation;
    this.events = events;
  }

  /// Makes `attempt` until there is no use in making it again.
  ///
  /// @param attempt is empty when the run is to end
  /// @param refused how it ends when the server refuses
  /// @return empty when the run was interrupted before anything was sent
  public Optional<Event.Ended> settle(
      Supplier<Optional<Event.Ended>> attempt, Function<ClusterException, Event.Ended> refused) {
    return settle(attempt, refused, problem -> new Event.Unknown(object, problem));
  }

  /// The same for what ends in another way than by an event.
  ///
  /// @param unknown how it ends when it is not known whether a write was carried out
  public <T> Optional<T> settle(
      Supplier<Optional<T>> attempt,
      Function<ClusterException, T> refused,
      Function<Problem, T> unknown) {
    while (true) {
      try {
        Optional<T> end = attempt.get();
        return end.isPresent() || policy.dryRun()
            ? end
            : lost().map(what -> unknown.apply(unresolved(what, INTERRUPTED)));
      } catch (ClusterException e) {
        if (!isAway(e)) {
          cancellation.answered();
        }
        if (!retry(e)) {
          return conclude(e, refused, unknown);
        }
      }
    }
  }

  /// Sends a write; empty when the run is to end.
  public Optional<MapValue> send(Write next) {
    if (losses >= policy.budget().losses || isSeenUndone()) {
      throw lost().orElseThrow().failure();
    }
    if (policy.dryRun()) {
      return cancellation.requested() ? Optional.empty() : Optional.of(request(next));
    }
    Optional<CriticalSection> section = cancellation.enter();
    try {
      return section.map(entered -> request(next));
    } finally {
      section.ifPresent(CriticalSection::leave);
    }
  }

  /// Whether the object, read after the server had failed inside, does not show the write: nothing
  /// of it comes later, so that it was refused.
  private boolean isSeenUndone() {
    return lost != null && lost.fate() == Fate.ERROR && policy.reads() && write == null;
  }

  private MapValue request(Write next) {
    events.accept(new Event.Sending(object, next.kind().verb(), next.body()));
    write = next;
    MapValue answer = next.request().get();
    cancellation.answered();
    return answer;
  }

  /// Reads, after a lost answer again and again while the server may come back.
  <T> T read(Supplier<T> request) {
    write = null;
    for (int reads = 1; ; reads++) {
      try {
        return request.get();
      } catch (ClusterException e) {
        boolean patient = policy.patient() || lost != null;
        if (!patient || reads == READS || !mayPass(e) || cancellation.requested()) {
          throw e;
        }
        cancellation.pause(Jitter.of(PAUSE));
      }
    }
  }

  /// Whether to read again after a read that failed with `e`; after a time-out it took long enough.
  public static boolean mayPass(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, REFUSED, CUT, UNEXPECTED -> true;
      case ANSWERED -> e.status() >= 500;
      case UNAUTHORIZED, CONFIGURATION, UNKNOWN_HOST, UNREACHABLE, TIMEOUT, TLS -> false;
    };
  }

  /// The last write whose answer was lost.
  Optional<Lost> lost() {
    return Optional.ofNullable(lost);
  }

  /// Whether the attempt is made again.
  boolean isRetry() {
    return retries + forgiven + waits > 0;
  }

  /// Whether what failed last was a read.
  boolean wasReading() {
    return write == null;
  }

  /// Whether a write that fails now is not sent again.
  boolean isLast() {
    return retries >= policy.budget().retries;
  }

  /// Says that the last conflict was about nothing that the write is about, so that it does not
  /// count as a retry.
  void forgive() {
    if (conflicted
        && policy.allows(Difference.FORGIVES_UNRELATED_CONFLICTS)
        && forgiven < FORGIVEN) {
      retries--;
      forgiven++;
      conflicted = false;
    }
  }

  /// Whether to make the attempt again after `e`; waits for the right time.
  private boolean retry(ClusterException e) {
    Write sent = write;
    if (sent == null) {
      return false;
    }
    Fate fate = sent.fate(e);
    boolean open = fate == Fate.UNKNOWN || (fate == Fate.ERROR && !policy.dryRun());
    boolean unanswered = open && policy.allows(Difference.RETRIES_LOST_WRITES);
    if (unanswered) {
      lost = new Lost(sent.kind(), fate, e);
      losses++;
    }
    boolean away = lost != null && tellsNothing(e);
    if (fate == Fate.UNREADY && !away) {
      return await(Unready.of(e).orElseThrow(), e) && !cancellation.requested();
    }
    conflicted = fate == Fate.CHANGED && mayPassNextTime(e);
    boolean readsOnly = unanswered && fate == Fate.ERROR && policy.reads();
    if (!readsOnly && (isLast() || !(unanswered || away || conflicted))) {
      return false;
    }
    retries++;
    tell(
        conflicted
            ? "changed by somebody else"
            : fate == Fate.ERROR ? "the server failed" : "the answer was lost");
    if (retries > 1) {
      cancellation.pause(Jitter.of(PAUSE));
    } else if (forgiven > 0) {
      cancellation.pause(SHORT_PAUSE);
    }
    return !cancellation.requested();
  }

  private void tell(String why) {
    events.accept(new Event.Retrying(object, why, retries + forgiven + waits));
  }

  /// Waits for what is not ready; whether that is of use.
  private boolean await(Unready what, ClusterException e) {
    boolean patient = policy.allows(Difference.AWAITS_WEBHOOKS) && !policy.dryRun();
    if (!patient || !cancellation.mayAwait(what)) {
      return false;
    }
    if (waits == WAITS) {
      cancellation.awaitedInVain(what);
      return false;
    }
    if (cancellation.awaits(what)) {
      events.accept(new Event.Waiting(waiting(what, e)));
    }
    waits++;
    tell(what.name() + " does not answer yet");
    cancellation.pause(Jitter.of(PAUSE.multipliedBy(1L << (waits - 1))));
    return true;
  }

  private Problem waiting(Unready what, ClusterException e) {
    String text = "%s does not answer yet: %s".formatted(what.name(), Unready.cause(e));
    return Problem.warning(
        object.origin(),
        object.key().subject(),
        SecretValues.scrubbed(text, object),
        "trying again for %d s".formatted((1 << WAITS) - 1));
  }

  private boolean mayPassNextTime(ClusterException e) {
    Write.Kind kind = Objects.requireNonNull(write).kind();
    if (!e.isConflict()) {
      return policy.allows(
          kind == Write.Kind.POST ? Difference.MERGES_WITH_CREATED : Difference.CREATES_DELETED);
    }
    boolean isFinal = policy.pinned() && policy.allows(Difference.RESPECTS_NAMED_VERSIONS);
    boolean repeatable =
        kind != Write.Kind.APPLY || policy.allows(Difference.RETRIES_SERVER_SIDE_CONFLICTS);
    return repeatable && !isFinal;
  }

  /// Whether `e` does not say what became of an earlier write.
  private boolean tellsNothing(ClusterException e) {
    return isSilence(e) || (!policy.reads() && mayPass(e));
  }

  /// Whether no answer came, or none could.
  public static boolean isSilence(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, REFUSED, CUT, TIMEOUT, UNKNOWN_HOST, UNREACHABLE -> true;
      case ANSWERED, UNEXPECTED, UNAUTHORIZED, CONFIGURATION, TLS -> false;
    };
  }

  /// Whether the server is not there, or not for this user any more.
  static boolean isAway(ClusterException e) {
    return isSilence(e) || e.kind() == ClusterException.Kind.UNAUTHORIZED;
  }

  private <T> Optional<T> conclude(
      ClusterException e, Function<ClusterException, T> refused, Function<Problem, T> unknown) {
    if (isSeenUndone() && e.equals(lost().orElseThrow().failure())) {
      return Optional.of(refused.apply(e));
    }
    Fate fate = write == null ? Fate.NOT_DONE : write.fate(e);
    boolean away =
        isAway(e)
            && policy.allows(Difference.STOPS_WITHOUT_SERVER)
            && cancellation.endedUnanswered(e);
    boolean silent = fate == Fate.UNKNOWN && !policy.dryRun();
    if (silent && cancellation.requested()) {
      String verb = Objects.requireNonNull(write).kind().verb();
      return Optional.of(unknown.apply(LostAnswer.unanswered(object, verb)));
    }
    boolean untried =
        write == null
            || fate == Fate.BUSY
            || (policy.dryRun() && fate == Fate.UNKNOWN)
            || (away && fate == Fate.NOT_DONE);
    boolean own = fate == Fate.CHANGED && policy.pinned();
    boolean open = silent || fate == Fate.ERROR;
    if (lost != null && !policy.dryRun() && (open || untried || own || tellsNothing(e))) {
      return lost().map(what -> unknown.apply(unresolved(what, then(what, e))));
    }
    return untried && cancellation.requested() ? Optional.empty() : Optional.of(refused.apply(e));
  }

  private String then(Lost what, ClusterException e) {
    return !what.failure().equals(e)
        ? ServerProblems.sentence(e)
        : cancellation.requested() ? INTERRUPTED : policy.budget().inVain;
  }

  private Problem unresolved(Lost what, String then) {
    return LostAnswer.unresolved(object, what.failure(), then);
  }
}
