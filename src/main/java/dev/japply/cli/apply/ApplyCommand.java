package dev.japply.cli.apply;

import dev.japply.apply.Apply.PruneRequest;
import dev.japply.apply.ApplyMethod;
import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.DryRun;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.apply.PlanToApply;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.apply.ApplyRun.Output;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.PlanningFlags.ApplyCombinations;
import dev.japply.cli.flags.PlanningFlags.ForbidSetting;
import dev.japply.cli.flags.PlanningFlags.MoveSetting;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.RecordFlag;
import dev.japply.cli.flags.RecreateFlags;
import dev.japply.cli.flags.RecreateFlags.RecreateSetting;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UndoFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.flags.WaitFlags;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.file.PlanFile.Prune;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply apply`: its flags.
public final class ApplyCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector =
      flags
          .section("Input")
          .selector(
              "Apply only objects whose labels match: a=b, a!=b, a in (b,c), a notin (b), a, !a.");
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Apply"));
  private final OutputFlags output = new OutputFlags(flags.section("Output"));
  private final ServerSideFlags serverSide = new ServerSideFlags(flags.section("Apply"));
  private final Flag<String> subresource =
      flags
          .section("Apply")
          .add("--subresource")
          .rare()
          .label("NAME")
          .help("Apply to this subresource, such as status; only with --server-side.")
          .text("");
  private final RecreateFlags replacing =
      new RecreateFlags(flags.section("Replacement and deletion"), true);
  private final PruneFlags pruning = new PruneFlags(flags.section("Pruning"), true);
  private final PlanningFlags planning = PlanningFlags.forApply(flags.section("Apply"));
  private final PlanFlags planned = new PlanFlags(flags.section("Apply"));
  private final Flag<Boolean> preflight =
      flags
          .section("Apply")
          .add("--preflight")
          .rare()
          .help("Check all required permissions first; write nothing if one is missing.")
          .bool(false);
  private final Flag<String> order =
      flags
          .section("Apply")
          .add("--order")
          .rare()
          .label("dependencies|input")
          .help("Apply dependencies first, or in input order. Output is always in input order.")
          .byDefault("dependencies")
          .text("");
  private final Flag<Integer> concurrency =
      flags
          .section("Apply")
          .concurrency(
              "The number of objects to apply in parallel; always one with --order=input.");
  private final Flag<Boolean> openApi =
      flags
          .section("Apply")
          .add("--openapi-patch")
          .rare()
          .help("Merge by the server's schemas; if false, by the built-in ones.")
          .bool(true);
  private final RecordFlag record = new RecordFlag(flags.section("Apply"));
  private final UndoFlags undoing = new UndoFlags(flags.section("Undo"), true);
  private final WaitFlags waiting = new WaitFlags(flags.section("Waiting"), true);
  private final Flag<Boolean> exitCode =
      flags
          .section("Output")
          .add("--exit-code")
          .help(
              "Exit with status 10 if everything succeeded and something changed, or would change.")
          .bool(false);
  private final Flag<Boolean> hideUnchanged =
      flags
          .section("Output")
          .add("--hide-unchanged")
          .rare()
          .help("Do not print unchanged objects.")
          .bool(false);
  private final ReportFlags reports =
      new ReportFlags(flags.section("Output"), "the reports and the plan of --confirm", true);

  public ApplyCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "apply";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Apply manifests to a cluster.")
        .description(
            "Merges each live object with its manifest and the last applied manifest, and sends"
                + " at most one PATCH. Creates objects that do not exist.")
        .customSynopsis("${ROOT-COMMAND-NAME} apply (-f FILE | -k DIR) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} apply -f deployment.yaml",
            "  ${ROOT-COMMAND-NAME} apply -R -f manifests/ -n shop",
            "  ${ROOT-COMMAND-NAME} apply -k overlays/prod --wait-ready --wait-timeout=10m",
            "  ${ROOT-COMMAND-NAME} apply -f app.yaml --ignore=Deployment/web:spec.replicas",
            "  ${ROOT-COMMAND-NAME} apply -f app.yaml --dry-run=client -o yaml   (nothing is"
                + " sent)");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return apply(context, cancellation, arguments).run().status();
  }

  /// Returns the run, or fails with the first usage error in kubectl's order.
  private ApplyRun apply(
      CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    checkCount(arguments, 0);
    checkPlanAndSecrets();
    var dry = dryRun.read(console);
    var replacement = replacing.replacement(console);
    if (files.absent() && planned.isSet()) {
      throw new UsageException(
          "must specify one of -f and -k: --plan needs the manifests that were planned, since a"
              + " plan has no values of Secrets");
    }
    files.require();
    String validation = planning.validation();
    PruneRequest prune = prune(replacement).orElse(null);
    new ApplyCombinations(
            dry, serverSide, replacing.isForced(), pruning, selector.text(), subresource.get())
        .check();
    var compatibility = global.compatibility(console);
    PlanToApply plan = plan(context, compatibility);
    var schedule = new Schedule(order(compatibility), positive(concurrency));
    String manager = serverSide.fieldManager();
    var method = method(replacement, compatibility);
    var options =
        plan == null
            ? ExecutionOptions.of(planning.options(global, context, compatibility).with(reasons()))
                .with(dry)
                .with(manager, validation)
                .with(schedule)
                .with(method)
            : ExecutionOptions.planned(
                plan.plan().settings(),
                compatibility,
                schedule,
                ForbidSetting.read(global, context),
                MoveSetting.read(global));
    boolean moves = moves(prune, plan, options);
    return new ApplyRun(
        context,
        cancellation,
        files.inputs(global, compatibility, console),
        selector.get(),
        global.merging(openApi.get()),
        options,
        prune,
        plan,
        planned.confirmation(subresource.get(), dry, replacing, replacement, given()).orElse(null),
        preflight.get(),
        waiting.afterwards(dry != DryRun.NONE, moves).orElse(null),
        moves && dry == DryRun.NONE ? waiting.limits() : null,
        waiting.isRanked(),
        undoing.recording(options.dryRun()).orElse(null),
        record.cause(global, console).orElse(null),
        printed());
  }

  /// Whether the run may delete objects after others have taken their place.
  private static boolean moves(
      @Nullable PruneRequest prune, @Nullable PlanToApply plan, ExecutionOptions options) {
    boolean prunes = prune != null || (plan != null && plan.prune() != null);
    return prunes && !options.planning().moves().isEmpty();
  }

  private ReasonsWanted reasons() {
    return reports.isWanted() ? ReasonsWanted.ALL : ReasonsWanted.NONE;
  }

  private @Nullable PlanToApply plan(CommandContext context, Compatibility compatibility) {
    var given =
        new PlanFlags.Given(
            given(),
            planning.ignored(global, compatibility).texts(),
            RecreateSetting.rules(global, compatibility));
    return planned.use(context, compatibility, replacing, given).orElse(null);
  }

  private @Nullable Prune given() {
    return pruning.planned(selector.text()).orElse(null);
  }

  private Output printed() {
    return new Output(
        output.format(),
        global.requests(),
        exitCode.get(),
        hideUnchanged.get(),
        reports.summarizes(),
        reports.secrets(),
        reports.targets(output.isGiven()));
  }

  /// Checks the plan flags, and that `--show-secrets` has an output with Secret values. A plan file
  /// contains none.
  private void checkPlanAndSecrets() {
    planned.check(dryRun.isNone());
    boolean shows = reports.isWanted() || planned.showsNewPlan();
    if (reports.secrets() == Secrets.SHOWN && !shows) {
      throw new UsageException(
          "--show-secrets only works with --report, or with --confirm and without --plan");
    }
  }

  private ApplyMethod method(RecreateOptions replacement, Compatibility compatibility) {
    Ruled ruled = RecreateSetting.read(global, compatibility, replacement);
    return serverSide.method(
        subresource.get(), isCompared(), ruled, replacing.isForced() ? replacement : null);
  }

  /// Whether objects of server-side apply are read before, to report changes.
  private boolean isCompared() {
    return exitCode.get() || hideUnchanged.get() || reports.isWanted();
  }

  private Optional<PruneRequest> prune(RecreateOptions replacement) {
    PruneRequest.Choice choice = pruning.choice(selector.get());
    return pruning.isWanted()
        ? Optional.of(new PruneRequest(choice, replacement.deletion(), replacing.isAwaited()))
        : Optional.empty();
  }

  private Order order(Compatibility compatibility) {
    return switch (order.get()) {
      case "" ->
          compatibility.allows(Difference.ORDERS_BY_DEPENDENCY) ? Order.DEPENDENCIES : Order.INPUT;
      case "input" -> Order.INPUT;
      case "dependencies" -> Order.DEPENDENCIES;
      default ->
          throw new UsageException(
              "invalid --order value \"" + order.get() + "\"; must be dependencies or input");
    };
  }
}
