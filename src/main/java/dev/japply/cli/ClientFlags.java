package dev.japply.cli;

import dev.japply.live.Connection.Published;
import dev.japply.live.Connection.Terms;
import java.util.Set;
import picocli.CommandLine.Option;

/// kubectl's flags about the program itself. Those that only make sense for kubectl's own code are
/// refused, and hidden in help texts.
final class ClientFlags {
  private static final Set<String> PROFILES =
      Set.of("cpu", "heap", "goroutine", "threadcreate", "block", "mutex", "allocs");

  @Option(
      names = "--cache-dir",
      paramLabel = "DIR",
      description = "Where to keep what servers publish about types, in place of the user's cache.")
  String cache = "";

  @Option(
      names = "--match-server-version",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Do nothing unless the server has the version of kubectl that japply follows.")
  boolean matchVersion;

  @Option(
      names = "--warnings-as-errors",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "End with a failure if the server sent a warning.")
  boolean warningsAsErrors;

  @Option(names = "--profile", paramLabel = "NAME", hidden = true)
  String profile = "none";

  @Option(names = "--profile-output", paramLabel = "FILE", hidden = true)
  String profileOutput = "";

  /// Log lines are written at once, which is soon enough for any value.
  @Option(names = "--log-flush-frequency", paramLabel = "TIME", hidden = true)
  String flushFrequency = "5s";

  @Option(names = "--vmodule", paramLabel = "PATTERN=N,...", hidden = true)
  String modules = "";

  @Option(
      names = "--version",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      hidden = true)
  String version = "false";

  /// Refuses what japply cannot do.
  void check() {
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
          "--profile and --profile-output are not supported, for they are about programs in Go; set"
              + " JAVA_TOOL_OPTIONS=-XX:StartFlightRecording to profile japply");
    }
    if (!version.equals("raw") && !GoValues.isBool(version)) {
      throw new UsageException(
          "invalid argument \"%s\" for \"--version\" flag: japply has a version of its own"
              .formatted(version));
    }
  }

  /// Whether only the version is asked for.
  boolean versionOnly() {
    return version.equals("raw") || GoValues.bool("--version", version);
  }

  /// On what terms the cluster is talked to.
  Terms terms() {
    return new Terms(cache, matchVersion, Published.ANY);
  }
}
