package dev.japply.cli.flags;

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

  /// The plan in `file`.
  ///
  /// @throws JapplyException when there is none, or it was edited
  public static PlanFile read(Path file, ByteLimit limit) {
    return stored(file).read(limit, PlanFileCodec::read);
  }

  /// Sees that a plan may still be applied.
  ///
  /// @throws JapplyException when it is too old
  static void checkAge(Path file, PlanFile plan, Instant now) {
    if (now.isAfter(plan.made().expires())) {
      String what = "this plan expired at " + plan.made().expires();
      throw stored(file).problem(what, "plan again");
    }
  }

  /// Sees that a plan can be written, before it is made.
  ///
  /// @throws JapplyException when there is no directory for it
  public static void check(Path file) {
    stored(file).check();
  }

  /// Writes `plan` for its owner's eyes alone. What was in `file` before is there until all of it
  /// is written.
  ///
  /// @throws JapplyException when that is not possible
  public static void write(Path file, PlanFile plan) {
    stored(file).write(PlanJson.of(plan));
  }
}
