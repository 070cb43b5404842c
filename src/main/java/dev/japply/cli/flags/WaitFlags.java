package dev.japply.cli.flags;

import dev.japply.ready.WaitLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// The flags for the wait until objects are ready.
public final class WaitFlags {
  private static final Duration USUAL = Duration.ofMinutes(5);
  private static final int LINES = 10;

  private final Flag<Boolean> wanted;
  private final Flag<Boolean> ranks;
  private final Flag<Duration> timeout;
  private final Flag<Boolean> failFast;
  private final Flag<Integer> logs;

  /// @param asked whether the command waits only if a flag requests it
  public WaitFlags(Flags flags, boolean asked) {
    Flags asking = flags.where(asked);
    wanted =
        asking
            .add("--wait-ready")
            .help(
                "Wait until all objects are ready that were applied; exit status 4 if they are"
                    + " not.")
            .bool(false);
    ranks =
        asking
            .add("--wait-ranks")
            .help(
                "Wait until the objects of a rank, such as Jobs, are ready before those of the next"
                    + " are written; implies --wait-ready.")
            .bool(false);
    timeout =
        flags
            .add("--wait-timeout")
            .label("TIME")
            .help("How long to wait until all objects are ready; 0 to look once.")
            .byDefault("5m")
            .time(USUAL);
    failFast =
        flags
            .add("--wait-fail-fast")
            .help("Stop waiting at the first object that can no longer become ready.")
            .bool(false);
    logs =
        flags
            .add("--wait-logs")
            .label("LINES")
            .help(
                "How many lines of the log to show of a Pod that keeps an object from being ready.")
            .number(LINES);
  }

  /// Whether each wave waits for the previous one.
  public boolean isRanked() {
    return ranks.get();
  }

  /// Returns the limits of the wait; empty if none is requested.
  ///
  /// @param dry whether this is a dry run, so that no object can become ready
  public Optional<WaitLimits> afterwards(boolean dry) {
    if (!wanted.get() && !ranks.get()) {
      Stream.of(timeout, failFast, logs)
          .filter(Flag::isGiven)
          .findFirst()
          .ifPresent(flag -> {
            throw new UsageException(flag.name() + " only works with --wait-ready");
          });
      return Optional.empty();
    }
    if (dry) {
      String flag = ranks.get() ? "--wait-ranks" : "--wait-ready";
      throw new UsageException(flag + " cannot be used with --dry-run");
    }
    return Optional.of(limits());
  }

  /// Returns the limits of the wait.
  public WaitLimits limits() {
    if (timeout.get().isNegative()) {
      throw new UsageException("--wait-timeout must not be negative");
    }
    if (logs.get() < 0) {
      throw new UsageException("--wait-logs must not be negative");
    }
    return new WaitLimits(timeout.get(), failFast.get(), logs.get());
  }
}
