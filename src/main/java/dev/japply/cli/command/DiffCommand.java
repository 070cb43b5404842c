package dev.japply.cli.command;

import dev.japply.apply.ApplyMethod;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Schedule;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.IgnoreFlag;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.SubstituteFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.flags.ValidateFlag;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.Reasons;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply diff`: its flags, and the request that they make.
public final class DiffCommand implements Command {
  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  SubstituteFlag substitute = new SubstituteFlag();
  LiveFlag live = new LiveFlag();
  int concurrency = Schedule.USUAL_CONCURRENCY;
  ServerSideFlags serverSide = new ServerSideFlags();
  PruneFlags pruning = new PruneFlags();
  DiffFlags output = new DiffFlags();
  IgnoreFlag ignore = new IgnoreFlag();
  ValidateFlag validate = new ValidateFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show what applying manifests would change.")
        .description(
            "Prints a unified diff of each object as it is and as it would be, which the server"
                + " computes by dry runs. KUBECTL_EXTERNAL_DIFF names another diff program and its"
                + " arguments.",
            "Status, the metadata that the server maintains and the last-applied annotation are"
                + " left out unless --show-metadata is given.",
            "Exits with 0 when nothing differs, 1 when something does, 2 after an error.")
        .footer(
            "  ${ROOT-COMMAND-NAME} diff -f deployment.yaml",
            "  ${ROOT-COMMAND-NAME} diff -k overlays/prod",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --local                  sends only reads",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --live=snap.json         asks no cluster",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --report=markdown=comment.md   for a pull"
                + " request",
            "  KUBECTL_EXTERNAL_DIFF='diff -U1 -N' ${ROOT-COMMAND-NAME} diff -R -f manifests/");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    substitute.declare(input);
    selector.declare(
        input,
        "Compare only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
    declareComparison(flags.section("How to compare"));
    output.declare(flags.section("Output"));
    serverSide.declare(flags.section("How to compare"));
    pruning.declare(flags.section("Pruning"));
    global.declare(flags);
  }

  private void declareComparison(Flags flags) {
    live.declare(
        flags,
        "Send no dry runs: show the result of the local merge, without what the server would"
            + " add.");
    flags
        .add("--concurrency")
        .label("N")
        .help("How many objects to compare at once.")
        .number(concurrency, value -> concurrency = value);
    validate.declare(flags);
    ignore.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return new DiffRun(context, cancellation).run(request(context.console(), arguments)).status();
  }

  @Override
  public boolean asksCluster() {
    return !live.isOffline();
  }

  @Override
  public ExitCode failure() {
    return ExitCode.DIFF_ERROR;
  }

  private DiffRequest request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    if (files.absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
    serverSide.check();
    if (serverSide.isWanted() && live.isLocal()) {
      throw new UsageException(
          live.name() + " cannot be used with --server-side, where the server merges");
    }
    if (output.why() && serverSide.isWanted()) {
      throw new UsageException("--why cannot be used with --server-side: the server merges then");
    }
    if (output.why() && ExternalDiff.wanted(console)) {
      throw new UsageException("--why cannot be used with KUBECTL_EXTERNAL_DIFF: use japply why");
    }
    LabelSelector labels = selector.read();
    pruning.checkWanted();
    live.check(pruning);
    live.check(output.secrets());
    if (!pruning.applySet().isEmpty()) {
      pruning.checkSet(selector.text());
    }
    var compatibility = global.compatibility(console);
    return new DiffRequest(
        files.inputs(global, compatibility).with(substitute.read(console)),
        labels,
        live.choice(global.merging(console, true)),
        pruning.isWanted() ? pruning.choice(labels) : null,
        new ExecutionOptions(
            planning(compatibility),
            live.isLocal() ? DryRun.CLIENT : DryRun.SERVER,
            serverSide.fieldManager(),
            compatibility.allows(Difference.VALIDATES_DIFFS) ? validate.read() : "",
            new Schedule(Order.INPUT, Math.max(1, concurrency)),
            method()),
        output.output(console, compatibility, global.requests()));
  }

  private PlanOptions planning(Compatibility compatibility) {
    ignore.check(global, serverSide);
    Reasons reasons = output.tellsWhy() && !serverSide.isWanted() ? Reasons.ALL : Reasons.NONE;
    return new PlanOptions(compatibility, true, reasons, ignore.read(global, compatibility));
  }

  private ApplyMethod method() {
    return serverSide.isWanted() ? serverSide.method("", false) : ApplyMethod.ClientSide.PATCHING;
  }
}
