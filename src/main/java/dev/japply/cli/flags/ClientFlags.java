package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import java.util.Set;

/// kubectl's flags about the program itself. Flags that only make sense for kubectl's own code are
/// refused, and hidden in help texts.
public final class ClientFlags {
  private static final Set<String> PROFILES =
      Set.of("cpu", "heap", "goroutine", "threadcreate", "block", "mutex", "allocs");

  private final Flag<String> cache;
  private final Flag<Boolean> matchVersion;
  private final Flag<Boolean> warningsAsErrors;
  private final Flag<String> profile;
  private final Flag<String> profileOutput;

  /// Log lines are written immediately, which is soon enough for any value.
  private final Flag<String> flushFrequency;

  private final Flag<String> modules;
  private final Flag<String> version;

  ClientFlags(Flags all) {
    Flags flags = all.section("Behaviour and logging");
    cache =
        flags
            .add("--cache-dir")
            .label("DIR")
            .help("The cache directory for API discovery and schemas.")
            .byDefault("~/.cache/japply")
            .text("");
    matchVersion =
        flags
            .add("--match-server-version")
            .help("Fail unless the server has the same version as the kubectl that japply follows.")
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

  /// Refuses what japply cannot do.
  public void check() {
    if (!GoValues.isTime(flushFrequency.get())) {
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
          "--profile and --profile-output are not supported, because they profile Go programs; set"
              + " JAVA_TOOL_OPTIONS=-XX:StartFlightRecording to profile japply");
    }
    if (!version.get().equals("raw") && !GoValues.isBool(version.get())) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--version\" flag: japply has a version of its own"
              .formatted(version.get()));
    }
  }

  /// Whether a warning of the server is to end in a failure.
  public boolean treatsWarningsAsErrors() {
    return warningsAsErrors.get();
  }

  /// Whether only the version is asked for.
  public boolean versionOnly() {
    return version.get().equals("raw") || GoValues.bool(version.get());
  }

  /// The options of the connection that come from these flags.
  ClientOptions clientOptions() {
    return new ClientOptions(cache.get(), matchVersion.get(), OpenApiVersion.ANY);
  }
}
