package dev.japply.cli;

import dev.japply.edit.Edit;
import dev.japply.edit.EditForm;
import dev.japply.edit.EditProblems;
import dev.japply.edit.EditSession;
import dev.japply.edit.EditorProgram;
import dev.japply.edit.Found;
import dev.japply.edit.LiveObject;
import dev.japply.edit.Original;
import dev.japply.execute.Stop;
import dev.japply.live.Cluster;
import dev.japply.live.WriteOptions;
import dev.japply.object.LastApplied.Stored;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.EditReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.Reporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Carries out `japply edit-last-applied`: find, edit, save.
record EditRun(World world, Stop stop, Reporter reporter, Options options) {

  /// How annotations are edited.
  ///
  /// @param likeKubectl whether the annotation takes the form that `kubectl edit-last-applied`
  ///   gives it, writes of others are written over, and nothing is said of what an edit means
  /// @param windows whether this is Windows
  /// @param cause what is written into edited annotations about why
  record Options(
      EditForm form,
      WriteOptions write,
      boolean likeKubectl,
      boolean windows,
      Optional<ChangeCause> cause) {}

  ExitCode run(ObjectChoice choice) {
    return world.onCluster(
        choice.connection(), cluster -> run(cluster, choice.find(world, cluster)));
  }

  private ExitCode run(Cluster cluster, Found found) {
    if (!found.problems().isEmpty()) {
      throw new JapplyException(found.problems());
    }
    List<Original> originals = originals(found.objects());
    var session =
        new EditSession(
            EditorProgram.of(world.console().environment(), options.windows(), stop),
            options.form(),
            world.console().temporaryDirectory(),
            !options.likeKubectl(),
            stop,
            this::print);
    return switch (session.edit(originals)) {
      case EditSession.Result.Nothing(String why) -> {
        world.console().err().line(why);
        yield ExitCode.OK;
      }
      case EditSession.Result.Failed(String why, Optional<Path> kept) -> {
        kept.ifPresent(this::tellOfCopy);
        print(Problem.error(Origin.NONE, why, ""));
        yield stop.requested() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
      }
      case EditSession.Result.Edited(Path file, List<Edit> edits) ->
          keeping(
              file,
              new EditSave(cluster, reporter, stop, options, world.console().err()).save(edits));
    };
  }

  private ExitCode keeping(Path file, ExitCode end) {
    if (end != ExitCode.OK) {
      tellOfCopy(file);
      return end;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      world.console().warn("the file " + file + " cannot be removed");
    }
    return end;
  }

  /// What can be edited; what lacks the annotation is told, if anything else is there.
  private List<Original> originals(List<LiveObject> objects) {
    var originals = new ArrayList<Original>();
    var problems = new ArrayList<Problem>();
    var without = new ArrayList<LiveObject>();
    for (LiveObject object : objects) {
      switch (object.lastApplied()) {
        case Stored.Document document -> originals.add(new Original(object, document.config()));
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
    if (!options.likeKubectl()) {
      without.stream().map(EditProblems::notEdited).forEach(this::print);
    }
    return originals;
  }

  private void print(Problem problem) {
    boolean shown = problem.severity() == Severity.ERROR || !options.likeKubectl();
    if (shown) {
      world.console().problems(Requests.HIDDEN).print(problem);
    }
  }

  private void tellOfCopy(Path file) {
    world.console().err().line(EditReport.copy(file));
  }
}
