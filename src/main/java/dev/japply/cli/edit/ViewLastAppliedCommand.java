package dev.japply.cli.edit;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ObjectSelection.LiveObject;
import dev.japply.cli.flags.ObjectSelection.LookupResult;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
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
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply view-last-applied`: its flags.
public final class ViewLastAppliedCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<LabelSelector> selector =
      flags.section("Input").selector("Only objects whose labels match.");
  private final Flag<Boolean> all =
      flags
          .section("Input")
          .add("--all")
          .help("All objects of the given types in the namespace.")
          .bool(false);
  private final Flag<Boolean> json =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("yaml|json")
          .help("The output format.")
          .value("yaml", ViewLastAppliedCommand::isJson);

  public ViewLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "view-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Print the last-applied annotation of live objects.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} view-last-applied (TYPE NAME... | TYPE/NAME... | TYPE (-l LABELS"
                + " | --all) | -f FILE) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} view-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} view-last-applied -f app.yaml -o json",
            "  ${ROOT-COMMAND-NAME} view-last-applied configmaps -l app=web");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    ObjectSelection choice = choice(context, compatibility, arguments);
    boolean asJson = json.get();
    return new ViewRun(context, cancellation, asJson, compatibility).run(choice).status();
  }

  private static boolean isJson(String output) {
    if (!output.equals("yaml") && !output.equals("json")) {
      throw new UsageException(
          "Unexpected -o output mode: " + output + ", the flag 'output' must be one of yaml|json");
    }
    return output.equals("json");
  }

  private ObjectSelection choice(
      CommandContext context, Compatibility compatibility, List<String> arguments) {
    boolean selects = !selector.text().isBlank();
    if (all.get() && selects) {
      throw new UsageException(
          "found non-empty label selector \""
              + selector.text()
              + "\" with previously set 'all' parameter; give one of --all and -l");
    }
    LabelSelector chosen = selects || all.get() ? selector.get() : null;
    return new ObjectSelection(
        files.optional(global, compatibility, context.console()).orElse(null),
        new ObjectArguments(arguments),
        chosen,
        global.hasNamespace(),
        global.connection(),
        compatibility);
  }

  /// Carries out `japply view-last-applied`.
  ///
  /// @param json whether JSON is printed, else YAML
  /// @param compatibility whether named objects without a readable annotation are errors, and
  ///   documents have a separator; else the objects are passed over
  private record ViewRun(
      CommandContext context,
      Cancellation cancellation,
      boolean json,
      Compatibility compatibility) {

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
              problems.add(object.unannotated());
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
        problems.add(object.unreadable());
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
}
