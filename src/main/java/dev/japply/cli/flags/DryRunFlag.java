package dev.japply.cli.flags;

import dev.japply.apply.DryRun;

/// The flag `--dry-run`, with the forms that kubectl no longer likes.
public final class DryRunFlag {
  static final String NAME = "--dry-run";

  /// What the flag without a value stands for.
  private static final String BARE = "unchanged";

  String value = "none";

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add(NAME)
        .label("none|client|server")
        .help("Write nothing: only plan the writes (client), or send them as dry runs (server).")
        .bare(BARE)
        .text(value, text -> value = text);
  }

  /// Whether it says, as it does where it is not given, that changes are made.
  public boolean isNone() {
    return value.equals("none");
  }

  public DryRun read(Console console) {
    if (GoValues.isBool(value)) {
      boolean on = GoValues.bool("--dry-run", value);
      warnOfOldForm(console, "--dry-run=" + value + " is deprecated (boolean value)", on);
      return on ? DryRun.CLIENT : DryRun.NONE;
    }
    return switch (value) {
      case BARE -> {
        warnOfOldForm(console, "--dry-run is deprecated", true);
        yield DryRun.CLIENT;
      }
      case "client" -> DryRun.CLIENT;
      case "server" -> DryRun.SERVER;
      case "none" -> DryRun.NONE;
      default ->
          throw new UsageException(
              "Invalid dry-run value (%s). Must be \"none\", \"server\", or \"client\"."
                  .formatted(value));
    };
  }

  private static void warnOfOldForm(Console console, String what, boolean on) {
    String instead = on ? "client" : "none";
    console.warn(what + " and can be replaced with --dry-run=" + instead + ".");
  }
}
