package dev.japply.cli.flags;

import dev.japply.report.PlanText;

/// The flags of the text about objects that change.
public final class BlockFlags {
  private final Flag<Boolean> wide;
  private final Flag<Boolean> brief;

  public BlockFlags(Flags flags) {
    wide = flags.wide();
    brief =
        flags
            .add("--brief")
            .rare()
            .help("Print no reasons, and only the number of fields of a new object.")
            .bool(false);
  }

  /// Returns the form of the text.
  public Blocks blocks() {
    return new Blocks(wide.get(), brief.get());
  }

  /// The form of the text.
  ///
  /// @param wide whether lines are as long as their text
  /// @param brief whether reasons are left out, and the fields of new objects
  public record Blocks(boolean wide, boolean brief) {
    /// Returns the printer of objects.
    ///
    /// @param terminal whether the stream is a terminal
    public PlanText text(CommandContext context, boolean terminal) {
      return new PlanText(context.width(wide, terminal), brief);
    }
  }
}
