package dev.japply.cli;

import dev.japply.edit.EditProblems;
import dev.japply.edit.Found;
import dev.japply.edit.LiveObject;
import dev.japply.object.LastApplied.Stored;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.LastAppliedText;
import dev.japply.report.ProblemReporter.Requests;
import java.util.ArrayList;
import java.util.List;

/// Carries out `japply view-last-applied`.
///
/// @param json whether JSON is printed, else YAML
/// @param likeKubectl whether objects without the annotation are passed over, documents follow each
///   other without a separator, and nothing is printed after an error
record ViewRun(World world, boolean json, boolean likeKubectl) {

  ExitCode run(ObjectChoice choice) {
    Found found = world.onCluster(choice.connection(), cluster -> choice.find(world, cluster));
    var problems = new ArrayList<>(found.problems());
    var texts = new ArrayList<String>();
    for (LiveObject object : found.objects()) {
      switch (object.lastApplied()) {
        case Stored.Document document -> texts.add(object.annotation());
        case Stored.Absent absent -> {
          if (likeKubectl ? choice.files().isPresent() : choice.named()) {
            problems.add(EditProblems.noAnnotation(object));
          }
        }
        case Stored.Empty empty -> tellOr(likeKubectl && !json, object, texts, problems);
        case Stored.Broken broken -> tellOr(likeKubectl && !json, object, texts, problems);
      }
    }
    if (texts.isEmpty() && problems.isEmpty() && !likeKubectl) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "no last-applied-configuration annotation found on resources",
              "nothing that was chosen has been applied"));
    }
    print(likeKubectl && !problems.isEmpty() ? List.of() : texts);
    problems.forEach(world.console().problems(Requests.HIDDEN)::print);
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void tellOr(
      boolean show, LiveObject object, List<String> texts, List<Problem> problems) {
    if (show) {
      texts.add(object.annotation());
    } else {
      problems.add(EditProblems.unreadable(object));
    }
  }

  private void print(List<String> texts) {
    boolean first = true;
    for (String text : texts) {
      world.console().data().print(first || json || likeKubectl ? "" : "---\n");
      world.console().data().print(json ? jsonText(text) : LastAppliedText.yaml(text));
      first = false;
    }
    world.console().data().flush();
  }

  private String jsonText(String annotation) {
    String text = LastAppliedText.json(annotation);
    return likeKubectl || text.endsWith("\n") ? text : text + "\n";
  }
}
