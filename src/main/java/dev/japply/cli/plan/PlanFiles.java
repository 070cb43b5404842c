package dev.japply.cli.plan;

import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFileCodec;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.PlanJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/// Reads and writes plan files.
public final class PlanFiles {
  private PlanFiles() {}

  /// The plan in `file`.
  ///
  /// @throws JapplyException when there is none, or it was edited
  public static PlanFile read(Path file, ByteLimit limit) {
    try (InputStream stream = Files.newInputStream(file)) {
      String text = new String(limit.read(stream), StandardCharsets.UTF_8);
      if (Json.parse(text) instanceof MapValue tree) {
        return PlanFileCodec.read(tree);
      }
      throw noPlan(file);
    } catch (JsonSyntaxException e) {
      throw noPlan(file);
    } catch (IOException e) {
      throw problem(file, "cannot be read: " + e, "");
    } catch (JapplyException e) {
      throw new JapplyException(
          e.problems().stream().map(problem -> problem.at(Origin.of(file.toString()))).toList());
    }
  }

  /// Sees that a plan may still be applied.
  ///
  /// @throws JapplyException when it is too old
  public static void checkAge(Path file, PlanFile plan, Instant now) {
    if (now.isAfter(plan.made().expires())) {
      throw problem(file, "this plan expired at " + plan.made().expires(), "plan again");
    }
  }

  /// Writes `plan` for its owner's eyes alone. What was in `file` before is there until all of it
  /// is written.
  ///
  /// @throws JapplyException when that is not possible
  public static void write(Path file, PlanFile plan) {
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw problem(file, "is no file", "name one with --out");
      }
      replace(target, PlanJson.of(plan));
    } catch (IOException e) {
      throw problem(file, "cannot be written: " + e, "");
    }
  }

  private static void replace(Path target, String text) throws IOException {
    Path draft = Files.createTempFile(target.getParent(), ".japply-plan-", ".json");
    try {
      Files.writeString(draft, text);
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static JapplyException noPlan(Path file) {
    return problem(file, "this is no plan", "make one by `japply plan -f … --out FILE`");
  }

  private static JapplyException problem(Path file, String what, String hint) {
    return new JapplyException(Problem.error(Origin.of(file.toString()), what, hint));
  }
}
