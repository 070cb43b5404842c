package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Replacement;
import dev.japply.apply.Schedule;
import dev.japply.cli.command.PlanRequest.Deletions;
import dev.japply.cli.command.PlanRequest.File;
import dev.japply.cli.command.PlanRequest.Output;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.IgnoreFlag;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.MergeFlags;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.ReplaceFlags;
import dev.japply.cli.flags.ReportFlag;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.ShowSecretsFlag;
import dev.japply.cli.flags.SubstituteFlag;
import dev.japply.cli.flags.SummaryFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Reasons;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply plan`: its flags, and the request that they make.
public final class PlanCommand implements Command {
  private static final Duration WEEK = Duration.ofDays(7);

  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  SubstituteFlag substitute = new SubstituteFlag();
  String out = "";
  Duration expires = WEEK;
  String output = "text";
  LiveFlag live = new LiveFlag();
  boolean serverSide;
  ReplaceFlags replacing = new ReplaceFlags();
  PruneFlags pruning = new PruneFlags();
  String fieldManager = "kubectl-client-side-apply";
  MergeFlags merging = new MergeFlags();
  int concurrency = Schedule.USUAL_CONCURRENCY;
  ReportFlag reports = new ReportFlag();
  ShowSecretsFlag secrets = new ShowSecretsFlag();
  SummaryFlag summary = new SummaryFlag();
  IgnoreFlag ignore = new IgnoreFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "plan";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show all that applying manifests would do, and write it down to be applied later.")
        .description(
            "It changes nothing. With --out it writes the plan to a file, which"
                + " `${ROOT-COMMAND-NAME} apply --plan` carries out as it is, or refuses if the"
                + " cluster or the manifests have changed. The values of Secrets are not in it.",
            "Exits with 0, or with 1 after an error; then no file is written.")
        .footer(
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --out plan.json",
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --out plan.json"
                + " --report=markdown=comment.md   for a pull request",
            "  ${ROOT-COMMAND-NAME} show plan.json",
            "  ${ROOT-COMMAND-NAME} apply -f manifests/ --plan plan.json");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    substitute.declare(input);
    selector.declare(
        input, "Only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
    declareOutput(flags.section("Output"));
    declarePlanning(flags.section("How to plan"));
    replacing.declarePlanned(flags.section("Replacing and deleting"));
    pruning.declareWithAll(flags.section("Pruning"));
    global.declare(flags);
  }

  private void declareOutput(Flags flags) {
    flags
        .add("--out")
        .label("FILE")
        .help("Write the plan to this file, in place of what is there.")
        .text(out, value -> out = value);
    flags
        .add("--expires")
        .label("TIME")
        .help("How long the plan can be applied: 90m, 12h.")
        .byDefault("168h")
        .time(expires, value -> expires = value);
    flags
        .add("-o", "--output")
        .label("text|json")
        .help("The output format.")
        .text(output, value -> output = value);
    reports.declare(flags);
    secrets.declare(flags, "the text and the reports, though never in the plan file or -o json");
    summary.declare(flags);
  }

  private void declarePlanning(Flags flags) {
    live.declare(
        flags, "Send no dry runs: plan by the local merge, which the server has not checked.");
    declareMerge(flags);
    flags
        .add("--concurrency")
        .label("N")
        .help("How many objects to look at at once.")
        .number(concurrency, value -> concurrency = value);
  }

  private void declareMerge(Flags flags) {
    flags.add("--server-side").hidden().bool(serverSide, value -> serverSide = value);
    flags
        .add("--field-manager")
        .label("NAME")
        .help("The name that the server records as owner of the applied fields.")
        .text(fieldManager, value -> fieldManager = value);
    merging.declare(flags);
    ignore.declare(flags);
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
    return new PlanRun(context, cancellation).run(request(context.console(), arguments)).status();
  }

  private PlanRequest request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    if (serverSide) {
      throw new UsageException(
          "--server-side cannot be planned: the server merges when it is applied; use `"
              + "diff --server-side`");
    }
    if (files.absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
    if (expires.isZero() || expires.isNegative()) {
      throw new UsageException("invalid --expires value; must be more than 0");
    }
    new ApplyCombinations(
            DryRun.NONE, new ServerSideFlags(), replacing.isForced(), pruning, selector.text(), "")
        .check();
    live.check(pruning);
    live.check(secrets.secrets());
    var replacement = replacing.replacement(console);
    var compatibility = global.compatibility(console);
    return new PlanRequest(
        files.inputs(global, compatibility).with(substitute.read(console)),
        selector.read(),
        live.choice(global.merging(console, true)),
        options(compatibility, replacement),
        deletions(replacement),
        file(),
        new Output(
            isJson(),
            global.requests(),
            summary.isWanted(compatibility),
            secrets.secrets(),
            reports.targets(isJson())));
  }

  private Deletions deletions(Replacement replacement) {
    return new Deletions(
        replacing.planned(replacement),
        pruning.isWanted() ? pruning.choice(selector.read()) : null,
        pruning.planned(selector.text()).orElse(null));
  }

  private ExecutionOptions options(Compatibility compatibility, Replacement replacement) {
    return new ExecutionOptions(
        new PlanOptions(compatibility, merging.overwrites())
            .with(Reasons.SENT)
            .ignoring(ignore.read(global, compatibility)),
        live.isLocal() ? DryRun.CLIENT : DryRun.SERVER,
        fieldManager,
        merging.validation(),
        new Schedule(Order.INPUT, Math.max(1, concurrency)),
        new ApplyMethod.ClientSide(replacing.isForced() ? replacement : null));
  }

  private File file() {
    return new File(out.isEmpty() ? null : Path.of(out), expires, "japply " + Version.TEXT);
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
