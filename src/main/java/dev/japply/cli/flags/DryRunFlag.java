package dev.japply.cli.flags;

import dev.japply.apply.DryRun;
import dev.japply.diff.SimilarName;
import dev.japply.problem.WarningId;
import java.util.List;

/// The flag `--dry-run`, including kubectl's deprecated values.
public final class DryRunFlag {
  public static final String NAME = "--dry-run";

  /// The value of the flag if it is set without one.
  private static final String BARE = "unchanged";

  private final Flag<Choice> choice;

  public DryRunFlag(Flags flags) {
    choice =
        flags
            .add(NAME)
            .label("none|client|server")
            .help(
                "Write nothing: only plan the writes (client), or send them as dry runs (server).")
            .bare(BARE)
            .value("none", DryRunFlag::choice);
  }

  /// A value of the flag.
  ///
  /// @param warning a deprecation warning; empty for none
  private record Choice(DryRun mode, String warning) {}

  /// Whether changes are made, which is the default.
  public boolean isNone() {
    return choice.text().equals("none");
  }

  /// Returns the value, and prints a warning if it is deprecated.
  public DryRun read(Console console) {
    Choice read = choice.get();
    if (!read.warning().isEmpty()) {
      console.warn(WarningId.DEPRECATED_FLAG, choice.located(read.warning()));
    }
    return read.mode();
  }

  private static Choice choice(String value) {
    if (GoValues.isBool(value)) {
      return old("--dry-run=" + value + " is deprecated (boolean value)", GoValues.bool(value));
    }
    return switch (value) {
      case BARE -> old("--dry-run is deprecated", true);
      case "client" -> new Choice(DryRun.CLIENT, "");
      case "server" -> new Choice(DryRun.SERVER, "");
      case "none" -> new Choice(DryRun.NONE, "");
      default ->
          throw new UsageException(
              "Invalid dry-run value (%s). Must be \"none\", \"server\", or \"client\".%s"
                  .formatted(
                      value,
                      SimilarName.question(List.of("none", "server", "client"), value)
                          .replace("; did", " Did")));
    };
  }

  private static Choice old(String what, boolean on) {
    return new Choice(
        on ? DryRun.CLIENT : DryRun.NONE,
        what + " and can be replaced with --dry-run=" + (on ? "client" : "none") + ".");
  }
}
