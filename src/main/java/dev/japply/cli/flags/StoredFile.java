package dev.japply.cli.flags;

import dev.japply.io.FileErrors;
import dev.japply.io.FileReplacement;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.DeletionPlanCodec;
import dev.japply.plan.file.PlanDocument;
import dev.japply.plan.file.Snapshot;
import dev.japply.plan.file.SnapshotCodec;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.report.PlanJson;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

/// A file with one document that japply has written.
///
/// @param denial the error if the file has no such document
public record StoredFile(Path path, PlanDocument form, String denial) {

  public StoredFile(Path path, PlanDocument form) {
    this(path, form, "this is no " + form.noun());
  }

  /// Reads the document and converts it with `reading`.
  ///
  /// @throws JapplyException if there is no document, or `reading` fails
  public <T> T read(ByteLimit limit, Function<MapValue, T> reading) {
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] content = limit.read(stream);
      MapValue tree = document(content);
      if (!form.isKindOf(tree)) {
        throw form.other(content, denial);
      }
      return reading.apply(tree);
    } catch (IOException e) {
      throw problem("cannot be read: " + FileErrors.reason(e), "");
    } catch (JapplyException e) {
      throw located(e);
    }
  }

  private MapValue document(byte[] content) {
    try {
      if (Json.parseUnique(content) instanceof MapValue tree) {
        return tree;
      }
      throw form.other(content, denial);
    } catch (JsonSyntaxException e) {
      String message = Objects.requireNonNullElse(e.getMessage(), "");
      throw message.startsWith("Duplicate field")
          ? form.ambiguous(message)
          : form.other(content, denial);
    }
  }

  private JapplyException located(JapplyException e) {
    Origin here = Origin.of(path.toString());
    return new JapplyException(e.problems().stream().map(problem -> problem.at(here)).toList());
  }

  /// Checks, before there is any content, that the file can be written.
  ///
  /// @throws JapplyException if the directory does not exist
  public void check() {
    Path directory = path.toAbsolutePath().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw problem(
          "cannot be written: no such file or directory",
          "create the directory, or name another file");
    }
  }

  /// Writes `text` to a file that only its owner can read. Replaces the previous content after the
  /// new content is complete.
  ///
  /// @throws JapplyException if the file cannot be written
  public void write(String text) {
    try {
      Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        throw problem("is no file", "name one");
      }
      Path draft = Files.createTempFile(target.getParent(), ".japply-", ".json");
      FileReplacement.write(draft, text, target);
    } catch (IOException e) {
      throw problem("cannot be written: " + FileErrors.reason(e), "");
    }
  }

  /// Returns an error about the file.
  public JapplyException problem(String what, String hint) {
    return new JapplyException(Origin.of(path.toString()), what, hint);
  }

  /// Whether the file has such a document, in any version.
  public boolean isOfForm(ByteLimit limit) {
    try (InputStream stream = Files.newInputStream(path)) {
      return Json.parseUnique(limit.read(stream)) instanceof MapValue tree && form.isKindOf(tree);
    } catch (IOException | JsonSyntaxException | JapplyException e) {
      return false;
    }
  }

  /// Reads and writes plans of deletions.
  public static final class DeletionPlanFiles {
    private DeletionPlanFiles() {}

    private static StoredFile stored(Path file) {
      return new StoredFile(file, DeletionPlanCodec.FORM);
    }

    /// Whether `file` has a plan of a deletion.
    public static boolean is(Path file, ByteLimit limit) {
      return stored(file).isOfForm(limit);
    }

    /// Reads the plan in `file`.
    ///
    /// @throws JapplyException if the file has no plan of a deletion, or the plan was edited
    public static DeletionPlan read(Path file, ByteLimit limit) {
      return stored(file).read(limit, DeletionPlanCodec::read);
    }

    /// Reads the plan in `file`, which must not have expired.
    ///
    /// @throws JapplyException if the file has no plan of a deletion, or it was edited or is too
    ///   old
    public static DeletionPlan read(Path file, ByteLimit limit, Instant now) {
      DeletionPlan plan = read(file, limit);
      if (now.isAfter(plan.made().expires())) {
        String what = "this plan expired at " + plan.made().expires();
        throw stored(file).problem(what, "plan again");
      }
      return plan;
    }

    /// Checks, before planning, that a plan can be written.
    ///
    /// @throws JapplyException if the directory does not exist
    public static void check(Path file) {
      stored(file).check();
    }

    /// Writes `plan` to a file that only its owner can read, and replaces an existing file.
    ///
    /// @throws JapplyException if the file cannot be written
    public static void write(Path file, DeletionPlan plan) {
      stored(file).write(PlanJson.of(plan));
    }
  }

  /// Reads and writes snapshot files.
  public static final class SnapshotFiles {
    private SnapshotFiles() {}

    private static StoredFile stored(Path file) {
      return new StoredFile(file, SnapshotCodec.FORM);
    }

    /// Reads the snapshot in `file`.
    ///
    /// @throws dev.japply.problem.JapplyException if the file has no snapshot, or it was edited
    public static Snapshot read(Path file, ByteLimit limit) {
      return stored(file).read(limit, SnapshotCodec::read);
    }

    /// Checks, before taking a snapshot, that it can be written.
    ///
    /// @throws dev.japply.problem.JapplyException if the directory does not exist
    public static void check(Path file) {
      stored(file).check();
    }

    /// Writes `snapshot` to a file that only its owner can read, and replaces an existing file.
    ///
    /// @throws dev.japply.problem.JapplyException if the file cannot be written
    public static void write(Path file, Snapshot snapshot) {
      stored(file).write(GoJson.writeInOrder(SnapshotCodec.toTree(snapshot)) + "\n");
    }
  }
}
