package dev.japply.cli.flags;

import dev.japply.ready.WaitLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The flags that say how it is waited until objects are ready.
public final class WaitFlags {
  private static final Duration USUAL = Duration.ofMinutes(5);
  private static final int LINES = 10;

  boolean wanted;
  boolean ranks;
  Duration timeout = USUAL;
  boolean failFast;
  int logs = LINES;

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--wait-timeout")
        .label("TIME")
        .help("How long to wait until all objects are ready; 0 to look once.")
        .byDefault("5m")
        .time(timeout, value -> timeout = value);
    flags
        .add("--wait-fail-fast")
        .help("Stop waiting at the first object that can no longer become ready.")
        .bool(failFast, value -> failFast = value);
    flags
        .add("--wait-logs")
        .label("LINES")
        .help("How many lines of the log to show of a Pod that keeps an object from being ready.")
        .number(logs, value -> logs = value);
  }

  /// Adds them to those of a command that does something else first.
  public void declareReady(Flags flags) {
    flags
        .add("--wait-ready")
        .help("Wait until all objects are ready that were applied; exit status 4 if they are not.")
        .bool(wanted, value -> wanted = value);
    flags
        .add("--wait-ranks")
        .help(
            "Wait until the objects of a rank, such as Jobs, are ready before those of the next are"
                + " written; implies --wait-ready.")
        .bool(ranks, value -> ranks = value);
    declare(flags);
  }

  /// Whether each rank waits for the one before.
  public boolean isRanked() {
    return ranks;
  }

  /// What they say, if it is to be waited.
  ///
  /// @param dry whether nothing is applied that could become ready
  public Optional<WaitLimits> afterwards(GlobalFlags global, boolean dry) {
    if (!wanted && !ranks) {
      given(global).stream()
          .findFirst()
          .ifPresent(flag -> {
            throw new UsageException(flag + " only works with --wait-ready");
          });
      return Optional.empty();
    }
    if (dry) {
      String flag = ranks ? "--wait-ranks" : "--wait-ready";
      throw new UsageException(flag + " cannot be used with --dry-run");
    }
    return Optional.of(limits());
  }

  /// Those of them that the command line gives.
  private static List<String> given(GlobalFlags global) {
    return Stream.of("--wait-timeout", "--wait-fail-fast", "--wait-logs")
        .filter(global::given)
        .toList();
  }

  /// What they say.
  public WaitLimits limits() {
    if (timeout.isNegative()) {
      throw new UsageException("--wait-timeout must not be negative");
    }
    if (logs < 0) {
      throw new UsageException("--wait-logs must not be negative");
    }
    return new WaitLimits(timeout, failFast, logs);
  }
}
