package dev.japply.cli.edit;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.LiveObject;
import dev.japply.cli.flags.LookupResult;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.io.Cancellation;
import dev.japply.object.LastApplied.Stored;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.report.LastAppliedText;
import dev.japply.report.ProblemReporter.Requests;
import java.util.ArrayList;
import java.util.List;

/// Carries out `japply view-last-applied`.
///
/// @param json whether JSON is printed, else YAML
/// @param compatibility whether named objects without a readable annotation are errors, and
///   documents have a separator; else the objects are passed over
record ViewRun(
    CommandContext context, Cancellation cancellation, boolean json, Compatibility compatibility) {

  ExitCode run(ObjectSelection choice) {
    boolean strict = isStrict();
    LookupResult found =
        context.onCluster(
            choice.connection(), cluster -> choice.find(context, cancellation, cluster));
    var problems = new ArrayList<>(found.problems());
    var texts = new ArrayList<String>();
    for (LiveObject object : found.objects()) {
      switch (object.lastApplied()) {
        case Stored.Document document -> texts.add(object.annotation());
        case Stored.Absent absent -> {
          if (strict ? choice.named() : choice.files() != null) {
            problems.add(EditProblems.noAnnotation(object));
          }
        }
        case Stored.Empty empty -> showOrReport(!strict && !json, object, texts, problems);
        case Stored.Broken broken -> showOrReport(!strict && !json, object, texts, problems);
      }
    }
    if (!found.objects().isEmpty() && texts.isEmpty() && problems.isEmpty() && strict) {
      throw new JapplyException(
          "no last-applied-configuration annotation found on resources",
          "none of the selected objects has been applied");
    }
    print(texts);
    problems.forEach(context.console().problems(Requests.HIDDEN)::print);
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private boolean isStrict() {
    return compatibility.allows(Difference.REPORTS_MISSING_ANNOTATIONS);
  }

  private static void showOrReport(
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
      context.console().data().print(first || json || !isStrict() ? "" : "---\n");
      context.console().data().print(json ? jsonText(text) : LastAppliedText.yaml(text));
      first = false;
    }
    context.console().data().flush();
  }

  private String jsonText(String annotation) {
    String text = LastAppliedText.json(annotation);
    return !isStrict() || text.endsWith("\n") ? text : text + "\n";
  }
}
