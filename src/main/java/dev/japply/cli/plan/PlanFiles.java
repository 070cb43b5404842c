package dev.japply.cli.plan;

import dev.japply.cli.flags.StoredFile;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFileCodec;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.report.PlanJson;
import java.nio.file.Path;
import java.time.Instant;

/// Reads and writes plan files.
public final class PlanFiles {
  private PlanFiles() {}

  private static StoredFile stored(Path file) {
    return new StoredFile(file, PlanFileCodec.FORM);
  }

  /// Reads the plan in `file`.
  ///
  /// @throws JapplyException if the file has no plan, or the plan was edited
  public static PlanFile read(Path file, ByteLimit limit) {
    return stored(file).read(limit, PlanFileCodec::read);
  }

  /// Reads the plan in `file`, where an undo file would be possible, too.
  ///
  /// @throws JapplyException if the file has no plan, or the plan was edited
  public static PlanFile readShown(Path file, ByteLimit limit) {
    return new StoredFile(file, PlanFileCodec.FORM, "this is neither a plan nor an undo file")
        .read(limit, PlanFileCodec::read);
  }

  /// Checks that a plan has not expired.
  ///
  /// @throws JapplyException if the plan is too old
  public static void checkAge(Path file, PlanFile plan, Instant now) {
    if (now.isAfter(plan.made().expires())) {
      String what = "this plan expired at " + plan.made().expires();
      throw stored(file).problem(what, "plan again");
    }
  }

  /// Checks, before planning, that a plan can be written.
  ///
  /// @throws JapplyException if the directory does not exist
  public static void check(Path file) {
    stored(file).check();
  }

  /// Writes `plan` to a file that only its owner can read. Replaces the previous content after the
  /// new content is complete.
  ///
  /// @throws JapplyException if the file cannot be written
  public static void write(Path file, PlanFile plan) {
    stored(file).write(PlanJson.of(plan));
  }
}
