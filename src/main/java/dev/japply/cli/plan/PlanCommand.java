package dev.japply.cli.plan;

import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.ApplyCombinations;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.RecreateFlags;
import dev.japply.cli.flags.RecreateSetting;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.plan.PlanRun.Deletions;
import dev.japply.cli.plan.PlanRun.File;
import dev.japply.cli.plan.PlanRun.Output;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply plan`: its flags.
public final class PlanCommand extends Command {
  private static final Duration WEEK = Duration.ofDays(7);

  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final Flag<String> out = flags.section("Output").out("plan");
  private final Flag<Duration> expires =
      flags
          .section("Output")
          .add("--expires")
          .label("TIME")
          .help("The time until the plan expires: 90m, 12h.")
          .byDefault("168h")
          .time(WEEK);
  private final Flag<Boolean> json = OutputFlags.textOrJson(flags.section("Output"));
  private final BlockFlags blocks = new BlockFlags(flags.section("Output"));
  private final ReportFlags reports =
      new ReportFlags(
          flags.section("Output"),
          "the text and the reports, though never in the plan file or -o json",
          true);
  private final LiveFlag live =
      new LiveFlag(
          flags.section("Planning"),
          "Send no dry runs: plan by the local merge, without the server's checks.");
  private final ServerSideFlags serverSide = new ServerSideFlags(flags.section("Planning"));
  private final PlanningFlags planning = PlanningFlags.forApply(flags.section("Planning"));
  private final Flag<Integer> concurrency =
      flags.section("Planning").concurrency("The number of objects to read in parallel.");
  private final RecreateFlags replacing =
      new RecreateFlags(flags.section("Replacement and deletion"), false);
  private final PruneFlags pruning = new PruneFlags(flags.section("Pruning"), true);

  public PlanCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "plan";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Plan an apply: show its effects, and save them for later.")
        .description(
            "Changes nothing. --out writes the plan to a file, without values of Secrets."
                + " `${ROOT-COMMAND-NAME} apply --plan` carries out exactly that, or refuses it if"
                + " the cluster or the manifests have changed.",
            "Exits with 0, or with 1 after an error; then no file is written.")
        .customSynopsis("${ROOT-COMMAND-NAME} plan (-f FILE | -k DIR) [--out FILE] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --out plan.json",
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --report=markdown=comment.md",
            "  ${ROOT-COMMAND-NAME} show plan.json",
            "  ${ROOT-COMMAND-NAME} apply -f manifests/ --plan plan.json");
  }

  @Override
  public boolean needsCluster() {
    return !live.isOffline();
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return plan(context, cancellation, arguments).run().status();
  }

  private PlanRun plan(CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    checkCount(arguments, 0);
    files.require();
    if (expires.get().isZero() || expires.get().isNegative()) {
      throw new UsageException("invalid --expires value; must be more than 0");
    }
    new ApplyCombinations(
            DryRun.NONE, serverSide, replacing.isForced(), pruning, selector.text(), "")
        .check();
    serverSide.checkPreview(live, global, console);
    live.check(pruning);
    live.check(reports.secrets());
    var replacement = replacing.replacement(console);
    var compatibility = global.compatibility(console);
    return new PlanRun(
        context,
        cancellation,
        new PreviewedObjects.Input(
            files.inputs(global, compatibility, console),
            selector.get(),
            live.choice(global.merging(true)),
            options(context, compatibility, replacement)),
        deletions(replacement),
        file(),
        new Output(
            json.get(),
            blocks.blocks(),
            global.requests(),
            reports.summarizes(),
            reports.isSummaryTyped(),
            reports.secrets(),
            reports.targets(json.get())));
  }

  private Deletions deletions(RecreateOptions replacement) {
    return new Deletions(
        replacing.planned(replacement),
        pruning.isWanted() ? pruning.choice(selector.get()) : null,
        pruning.planned(selector.text()).orElse(null));
  }

  private ExecutionOptions options(
      CommandContext context, Compatibility compatibility, RecreateOptions replacement) {
    Ruled ruled = RecreateSetting.read(global, compatibility, replacement);
    return live.preview(
            planning.options(global, context, compatibility).with(ReasonsWanted.SENT),
            concurrency.get())
        .with(serverSide.fieldManager(), planning.validation())
        .with(
            serverSide.method(
                "", /* compared= */ true, ruled, replacing.isForced() ? replacement : null));
  }

  private File file() {
    Path path = out.get().isEmpty() ? null : Path.of(out.get());
    String apply =
        path == null ? "" : ApplyCommandLine.of(global.command(), flags().written(), path);
    List<String> stored = ApplyCommandLine.stored(flags().written());
    return new File(path, expires.get(), "japply " + Version.TEXT, stored, apply);
  }
}
