package dev.japply.cli.flags;

import dev.japply.cluster.config.ConnectionOptions.ClientOptions;
import dev.japply.cluster.config.ConnectionOptions.OpenApiVersion;
import java.util.Set;

/// kubectl's flags about the program itself. Those that only make sense for kubectl's own code are
/// refused, and hidden in help texts.
public final class ClientFlags {
  private static final Set<String> PROFILES =
      Set.of("cpu", "heap", "goroutine", "threadcreate", "block", "mutex", "allocs");

  String cache = "";
  boolean matchVersion;
  boolean warningsAsErrors;
  String profile = "none";
  String profileOutput = "";

  /// Log lines are written at once, which is soon enough for any value.
  String flushFrequency = "5s";

  String modules = "";
  String version = "false";

  /// Adds them to those of a command.
  void declare(Flags all) {
    Flags flags = all.section("Behaviour and logging");
    flags
        .add("--cache-dir")
        .label("DIR")
        .help("The cache directory for API discovery and schemas.")
        .byDefault("~/.cache/japply")
        .text(cache, value -> cache = value);
    flags
        .add("--match-server-version")
        .help("Fail unless the server has the same version as the kubectl that japply follows.")
        .bool(matchVersion, value -> matchVersion = value);
    flags
        .add("--warnings-as-errors")
        .help("Exit with status 1 if the server sent a warning.")
        .bool(warningsAsErrors, value -> warningsAsErrors = value);
    flags.add("--profile").label("NAME").hidden().text(profile, value -> profile = value);
    flags
        .add("--profile-output")
        .label("FILE")
        .hidden()
        .text(profileOutput, value -> profileOutput = value);
    flags
        .add("--log-flush-frequency")
        .label("TIME")
        .hidden()
        .text(flushFrequency, value -> flushFrequency = value);
    flags.add("--vmodule").label("PATTERN=N,...").hidden().text(modules, value -> modules = value);
    flags.add("--version").hidden().bare("true").text(version, value -> version = value);
  }

  /// Refuses what japply cannot do.
  public void check() {
    if (!GoDuration.parses(flushFrequency)) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--log-flush-frequency\" flag: parse error"
              .formatted(flushFrequency));
    }
    if (!modules.isEmpty()) {
      throw new UsageException(
          ("invalid argument \"%s\" for \"--vmodule\" flag: it names source files of kubectl, which"
                  + " japply does not have; use -v")
              .formatted(modules));
    }
    if (!profile.equals("none") && !PROFILES.contains(profile)) {
      throw new UsageException("unknown profile '" + profile + "'");
    }
    if (!profile.equals("none") || !profileOutput.isEmpty()) {
      throw new UsageException(
          "--profile and --profile-output are not supported, because they profile Go programs; set"
              + " JAVA_TOOL_OPTIONS=-XX:StartFlightRecording to profile japply");
    }
    if (!version.equals("raw") && !GoValues.isBool(version)) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--version\" flag: japply has a version of its own"
              .formatted(version));
    }
  }

  /// Whether a warning of the server is to end in a failure.
  public boolean treatsWarningsAsErrors() {
    return warningsAsErrors;
  }

  /// Whether only the version is asked for.
  public boolean versionOnly() {
    return version.equals("raw") || GoValues.bool("--version", version);
  }

  /// How the cluster is talked to.
  ClientOptions clientOptions() {
    return new ClientOptions(cache, matchVersion, OpenApiVersion.ANY);
  }
}
