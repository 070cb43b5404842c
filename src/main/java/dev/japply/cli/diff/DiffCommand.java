package dev.japply.cli.diff;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.RecreateFlags.RecreateSetting;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Difference;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.problem.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply diff`: its flags.
public final class DiffCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector =
      flags
          .section("Input")
          .selector(
              "Compare only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a,"
                  + " !a.");
  private final LiveFlag live =
      new LiveFlag(
          flags.section("Comparison"),
          "Send no dry runs: show the local merge, without the server's additions.");
  private final Flag<Integer> concurrency =
      flags.section("Comparison").concurrency("The number of objects to compare in parallel.");
  private final PlanningFlags planning = PlanningFlags.forPreview(flags.section("Comparison"));
  private final DiffFlags output = new DiffFlags(flags.section("Output"));
  private final ServerSideFlags serverSide = new ServerSideFlags(flags.section("Comparison"));
  private final PruneFlags pruning = new PruneFlags(flags.section("Pruning"), false);

  public DiffCommand(FlagSet set) {
    super(set);
    addTargets(/* connects= */ true);
  }

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show the changes that an apply would make.")
        .description(
            "Prints a unified diff of each object. The server computes the changes in dry runs."
                + " KUBECTL_EXTERNAL_DIFF sets another diff program with its arguments.",
            "Omits status, the server's metadata and the last-applied annotation, unless"
                + " --show-metadata is given.",
            "Exits with 0 if nothing differs, 1 if something differs, 2 after an error.")
        .customSynopsis("${ROOT-COMMAND-NAME} diff (-f FILE | -k DIR) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} diff -f deployment.yaml",
            "  ${ROOT-COMMAND-NAME} diff -k overlays/prod",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --local                  sends only reads",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --live=snap.json         needs no cluster",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --report=markdown=comment.md   for a pull"
                + " request",
            "  KUBECTL_EXTERNAL_DIFF='diff -U1 -N' ${ROOT-COMMAND-NAME} diff -R -f manifests/");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return diff(context, cancellation, arguments).run().status();
  }

  @Override
  public boolean needsCluster() {
    return !live.isOffline();
  }

  @Override
  public ExitCode failure() {
    return ExitCode.DIFF_ERROR;
  }

  private DiffRun diff(CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    checkCount(arguments, 0);
    files.require();
    serverSide.check();
    serverSide.checkPreview(live, global, console);
    if (output.why() && ExternalDiff.wanted(console)) {
      throw new UsageException("--why cannot be used with KUBECTL_EXTERNAL_DIFF: use japply why");
    }
    LabelSelector labels = selector.get();
    pruning.checkWanted();
    live.check(pruning);
    live.check(output.secrets());
    if (!pruning.applySet().isEmpty()) {
      pruning.checkSet(selector.text());
    }
    var compatibility = global.compatibility(console);
    var options =
        live.preview(
                planning.options(global, context, compatibility).with(reasons()), concurrency.get())
            .with(
                serverSide.fieldManager(),
                compatibility.allows(Difference.VALIDATES_DIFFS) ? planning.validation() : "")
            .with(serverSide.shown(RecreateSetting.shown(global, compatibility, console)));
    return new DiffRun(
        context,
        cancellation,
        new PreviewedObjects.Input(
            files.inputs(global, compatibility, console),
            labels,
            live.choice(global.merging(true)),
            options),
        pruning.isWanted() ? pruning.choice(labels) : null,
        output.output(console, compatibility, global.requests()));
  }

  private ReasonsWanted reasons() {
    return output.explains() ? ReasonsWanted.ALL : ReasonsWanted.NONE;
  }
}
