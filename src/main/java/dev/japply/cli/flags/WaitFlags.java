package dev.japply.cli.flags;

import dev.japply.ready.CauseFinder;
import dev.japply.ready.WaitLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// The flags for the wait until objects are ready.
public final class WaitFlags {
  private static final Duration USUAL = Duration.ofMinutes(5);
  private final Flag<Boolean> wanted;
  private final Flag<Boolean> ranks;
  private final Flag<Duration> timeout;
  private final Flag<Boolean> failFast;
  private final Flag<Integer> logs;

  /// @param onRequest whether the command waits only if a flag requests it
  public WaitFlags(Flags flags, boolean onRequest) {
    Flags optional = flags.where(onRequest);
    wanted =
        optional
            .add("--wait-ready")
            .help("Wait until all applied objects are ready; otherwise exit with status 4.")
            .bool(false);
    ranks =
        optional
            .add("--wait-ranks")
            .rare()
            .help(
                "Wait until the objects of a phase are ready before writing the next; implies"
                    + " --wait-ready.")
            .bool(false);
    timeout =
        flags
            .add("--wait-timeout")
            .label("TIME")
            .help("The maximum time until all objects are ready; 0 to check once.")
            .byDefault("5m")
            .time(USUAL);
    failFast =
        flags
            .add("--wait-fail-fast")
            .rare()
            .help("Stop waiting at the first object that can no longer become ready.")
            .bool(false);
    logs =
        flags
            .add("--wait-logs")
            .rare()
            .label("LINES")
            .help("The number of log lines to show of a Pod that prevents readiness.")
            .number(CauseFinder.LINES);
  }

  /// Whether each wave waits for the previous one.
  public boolean isRanked() {
    return ranks.get();
  }

  /// Returns the limits of the wait; empty if none is requested.
  ///
  /// @param dry whether this is a dry run, so that no object can become ready
  /// @param between whether the run waits for some objects in any case
  public Optional<WaitLimits> afterwards(boolean dry, boolean between) {
    if (!wanted.get() && !ranks.get()) {
      Stream.of(timeout, failFast, logs)
          .filter(flag -> flag.isGiven() && !between)
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
