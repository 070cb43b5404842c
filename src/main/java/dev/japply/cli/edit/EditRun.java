package dev.japply.cli.edit;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.LiveObject;
import dev.japply.cli.flags.LookupResult;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.LastApplied.Stored;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.report.EditReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries out `japply edit-last-applied`: find, edit, save.
record EditRun(
    CommandContext context, Cancellation cancellation, Reporter reporter, EditOptions options) {

  ExitCode run(ObjectSelection choice) {
    return context.onCluster(
        choice.connection(), cluster -> run(cluster, choice.find(context, cancellation, cluster)));
  }

  private ExitCode run(Cluster cluster, LookupResult found) {
    if (!found.problems().isEmpty()) {
      throw new JapplyException(found.problems());
    }
    List<EditedObject> originals = originals(found.objects());
    var session =
        new EditSession(
            EditorProgram.of(context.console().environment(), options.windows(), cancellation),
            options.form(),
            new EditValidation(cluster, options.validation()),
            context.console().temporaryDirectory(),
            cancellation,
            this::print);
    return switch (session.edit(originals)) {
      case EditSession.Result.Nothing(String why) -> {
        context.console().err().printLine(why);
        yield ExitCode.OK;
      }
      case EditSession.Result.Failed(String why, @Nullable Path kept) -> {
        if (kept != null) {
          reportCopy(kept);
        }
        print(Problem.error(Origin.NONE, why, ""));
        yield cancellation.requested() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
      }
      case EditSession.Result.Edited(Path file, List<EditResult> edits) ->
          keeping(
              file,
              new EditSave(cluster, reporter, cancellation, options, context.console().err())
                  .save(edits));
    };
  }

  private ExitCode keeping(Path file, ExitCode end) {
    if (end != ExitCode.OK) {
      reportCopy(file);
      return end;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      context.console().warn(WarningId.TEMPORARY_FILE, "the file " + file + " cannot be removed");
    }
    return end;
  }

  /// Returns the objects that can be edited. Reports objects without the annotation if there are
  /// others.
  private List<EditedObject> originals(List<LiveObject> objects) {
    var originals = new ArrayList<EditedObject>();
    var problems = new ArrayList<Problem>();
    var without = new ArrayList<LiveObject>();
    for (LiveObject object : objects) {
      switch (object.lastApplied()) {
        case Stored.Document document -> originals.add(new EditedObject(object, document.config()));
        case Stored.Absent absent -> without.add(object);
        case Stored.Empty empty -> problems.add(EditProblems.unreadable(object));
        case Stored.Broken broken -> problems.add(EditProblems.unreadable(object));
      }
    }
    problems.addAll(EditProblems.namesakes(originals));
    if (!problems.isEmpty()) {
      throw new JapplyException(problems);
    }
    if (originals.isEmpty()) {
      throw new JapplyException(EditProblems.nothingToEdit());
    }
    without.stream().map(EditProblems::notEdited).forEach(this::print);
    return originals;
  }

  private void print(Problem problem) {
    context.console().problems(Requests.HIDDEN).print(problem);
  }

  private void reportCopy(Path file) {
    context.console().err().printLine(EditReport.copy(file));
  }
}
