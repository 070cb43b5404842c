package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import java.util.Set;

/// kubectl's flags for the program itself. Flags that depend on kubectl's implementation are
/// rejected, and hidden in help.
public final class ClientFlags {
  private static final Set<String> PROFILES =
      Set.of("cpu", "heap", "goroutine", "threadcreate", "block", "mutex", "allocs", "trace");

  private final Flag<String> cache;
  private final Flag<Boolean> matchVersion;
  private final Flag<Boolean> warningsAsErrors;
  private final Flag<String> profile;
  private final Flag<String> profileOutput;

  /// The log flush interval. Log lines are written immediately, which satisfies any value.
  private final Flag<String> flushFrequency;

  private final Flag<String> modules;
  private final Flag<String> version;

  ClientFlags(Flags all) {
    Flags flags = all.section("Behaviour and logging");
    cache =
        flags
            .add("--cache-dir")
            .label("DIR")
            .help("DIR/japply is the cache for API discovery and schemas.")
            .byDefault("~/.cache")
            .text("");
    matchVersion =
        flags
            .add("--match-server-version")
            .help("Fail unless the server has the version of the kubectl that japply follows.")
            .bool(false);
    warningsAsErrors =
        flags
            .add("--warnings-as-errors")
            .help("Exit with status 1 if the server sent a warning.")
            .bool(false);
    profile = flags.add("--profile").label("NAME").hidden().text("none");
    profileOutput = flags.add("--profile-output").label("FILE").hidden().text("");
    flushFrequency = flags.add("--log-flush-frequency").label("TIME").hidden().text("5s");
    modules = flags.add("--vmodule").label("PATTERN=N,...").hidden().text("");
    version = flags.add("--version").hidden().bare("true").text("false");
  }

  /// Rejects flags that japply does not support.
  public void check() {
    if (flushFrequency.isGiven() && !GoValues.isTime(flushFrequency.get())) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--log-flush-frequency\" flag: parse error"
              .formatted(flushFrequency.get()));
    }
    if (!modules.get().isEmpty()) {
      throw new UsageException(
          ("invalid argument \"%s\" for \"--vmodule\" flag: it names source files of kubectl, which"
                  + " japply does not have; use -v")
              .formatted(modules.get()));
    }
    String profiled = profile.get();
    if (!profiled.equals("none") && !PROFILES.contains(profiled)) {
      throw new UsageException("unknown profile '" + profiled + "'");
    }
    if (!profiled.equals("none") || !profileOutput.get().isEmpty()) {
      throw new UsageException(
          "--profile and --profile-output are not supported, because they profile Go programs;"
              + " leave them out");
    }
    if (!version.get().equals("raw") && !GoValues.isBool(version.get())) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--version\" flag: japply has a version of its own"
              .formatted(version.get()));
    }
  }

  /// Whether a warning from the server fails the run.
  public boolean treatsWarningsAsErrors() {
    return warningsAsErrors.get();
  }

  /// Whether the command only prints the version.
  public boolean versionOnly() {
    return version.get().equals("raw") || GoValues.bool(version.get());
  }

  /// Returns the connection options from these flags.
  ClientOptions clientOptions() {
    return new ClientOptions(cache.get(), matchVersion.get(), OpenApiVersion.ANY);
  }
}
