package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Schedule;
import dev.japply.cli.command.WhyRequest.Printed;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.IgnoreFlag;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.ReportFlag;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.ShowSecretsFlag;
import dev.japply.cli.flags.SubstituteFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.flags.ValidateFlag;
import dev.japply.io.Cancellation;
import dev.japply.plan.Difference;
import dev.japply.plan.ObjectStory.Show;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Reasons;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply why`: its flags, and the request that they make.
public final class WhyCommand implements Command {
  /// A type and a name, and a field.
  private static final int MOST_ARGUMENTS = 3;

  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  SubstituteFlag substitute = new SubstituteFlag();
  LiveFlag live = new LiveFlag();
  int concurrency = Schedule.USUAL_CONCURRENCY;
  String fieldManager = "kubectl-client-side-apply";
  String show = "";
  String output = "text";
  ReportFlag reports = new ReportFlag();
  ShowSecretsFlag secrets = new ShowSecretsFlag();
  IgnoreFlag ignore = new IgnoreFlag();
  ValidateFlag validate = new ValidateFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "why";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Explain why applying manifests would change fields, or who owns which field.")
        .description(
            "With -f it changes nothing, and shows for each field that would change the old and the"
                + " new value, the rule that decided, and who wrote the live value. With TYPE NAME"
                + " it shows who owns each field of a live object, and since when.",
            "Exits with 0, or with 1 after an error.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} why (-f FILE | TYPE NAME [FIELD] | TYPE/NAME [FIELD]) [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} why -f app.yaml",
            "  ${ROOT-COMMAND-NAME} why -f app.yaml --show=all -o json",
            "  ${ROOT-COMMAND-NAME} why deployment web spec.replicas");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    substitute.declare(input);
    selector.declare(
        input, "Only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
    Flags explaining = flags.section("How to explain");
    live.declare(
        explaining, "Send no dry runs: explain the local merge, which the server has not checked.");
    explaining
        .add("--concurrency")
        .label("N")
        .help("How many objects to compare at once.")
        .number(concurrency, value -> concurrency = value);
    explaining
        .add("--field-manager")
        .label("NAME")
        .help("The name that the server records as owner of the applied fields.")
        .text(fieldManager, value -> fieldManager = value);
    validate.declare(explaining);
    ignore.declare(explaining);
    Flags shown = flags.section("Output");
    shown
        .add("--show")
        .label("patch|ours|all")
        .help(
            "Which fields to show: those that change, all of the manifest, too, or all live ones.")
        .byDefault("patch")
        .text(show, value -> show = value);
    shown
        .add("-o", "--output")
        .label("text|json")
        .help("The output format.")
        .text(output, value -> output = value);
    reports.declare(shown);
    secrets.declare(shown, "the output and the reports");
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public boolean asksCluster() {
    return !live.isOffline();
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    WhyRequest request =
        files.absent() ? ofLive(arguments) : manifests(context.console(), arguments);
    return new WhyRun(context, cancellation).run(request).status();
  }

  private WhyRequest ofLive(List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageException("must specify -f, TYPE NAME or TYPE/NAME");
    }
    int named = arguments.getFirst().contains("/") ? 1 : 2;
    if (arguments.size() > Math.min(named + 1, MOST_ARGUMENTS)) {
      throw UsageException.extra(global.command(), arguments.subList(named + 1, arguments.size()));
    }
    boolean ofManifests = live.isLocal() || reports.isWanted() || ignore.isGiven();
    if (!show.isEmpty() || !selector.text().isEmpty() || ofManifests) {
      throw new UsageException(
          "--show, --selector, --local, --live, --ignore and --report only work with -f");
    }
    List<String> object = arguments.subList(0, Math.min(named, arguments.size()));
    var choice =
        new ObjectChoice(null, new ObjectArguments(object), null, false, global.connection());
    String field = arguments.size() > named ? arguments.get(named) : "";
    return new WhyRequest.OfLive(choice, field, isJson(), secrets.secrets());
  }

  private WhyRequest manifests(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    live.check(secrets.secrets());
    var compatibility = global.compatibility(console);
    return new WhyRequest.OfManifests(
        files.inputs(global, compatibility).with(substitute.read(console)),
        selector.read(),
        live.choice(global.merging(console, true)),
        new ExecutionOptions(
            new PlanOptions(compatibility, true)
                .with(shown() == Show.PATCH ? Reasons.SENT : Reasons.ALL)
                .ignoring(ignore.read(global, compatibility)),
            live.isLocal() ? DryRun.CLIENT : DryRun.SERVER,
            fieldManager,
            compatibility.allows(Difference.VALIDATES_DIFFS) ? validate.read() : "",
            new Schedule(Order.INPUT, Math.max(1, concurrency)),
            ApplyMethod.ClientSide.PATCHING),
        new Printed(shown(), isJson(), secrets.secrets(), reports.targets(isJson())),
        global.requests());
  }

  private Show shown() {
    return switch (show) {
      case "", "patch" -> Show.PATCH;
      case "ours" -> Show.OURS;
      case "all" -> Show.ALL;
      default ->
          throw new UsageException(
              "invalid --show value \"" + show + "\"; must be patch, ours or all");
    };
  }

  private boolean isJson() {
    return switch (output) {
      case "text" -> false;
      case "json" -> true;
      default ->
          throw new UsageException(
              "unknown output format \"" + output + "\", allowed formats are: text,json");
    };
  }
}
