package dev.japply.cli.delete;

import dev.japply.apply.DeletionOptions;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.DeletionFlags;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags.ForbidSetting;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.StoredFile.DeletionPlanFiles;
import dev.japply.cli.flags.UndoFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.run.PlannedOutput;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.object.ManagedFields;
import dev.japply.plan.ApplySetParent;
import dev.japply.plan.Compatibility;
import dev.japply.plan.DeletionPlanner;
import dev.japply.plan.Difference;
import dev.japply.plan.NamedObjects;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import dev.japply.plan.file.DeletionPlan;
import dev.japply.plan.file.DeletionPlan.Options;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.problem.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply delete`: its flags.
public final class DeleteCommand extends Command {
  /// The grace period of `--now` in seconds.
  private static final int SHORT = 1;

  /// The time until a plan expires.
  private static final Duration WEEK = Duration.ofDays(7);

  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final Flag<String> applySet =
      flags
          .section("Input")
          .add("--applyset")
          .label("[RESOURCE/]NAME")
          .help("Delete the members of the ApplySet with this parent, and then the parent.")
          .text("");
  private final Flag<String> lostSet =
      flags
          .section("Input")
          .add("--applyset-id")
          .label("ID")
          .help("Delete the members of an ApplySet whose parent is gone; `sets --lost` lists them.")
          .text("");
  private final Flag<List<String>> take =
      flags
          .section("Deletion")
          .add("--take")
          .label("KIND[.GROUP][/NAME]")
          .help(
              "Delete these objects although others applied them last, or have objects in them; *"
                  + " for all.")
          .texts();
  private final Flag<Boolean> confirm =
      flags
          .section("Deletion")
          .add("--confirm")
          .help(
              "Show the deletions, and prompt before the first one; on a terminal always with"
                  + " --applyset.")
          .bool(false);
  private final Flag<Boolean> interactive =
      flags
          .section("Deletion")
          .add("-i", "--interactive")
          .rare()
          .help("The same as --confirm.")
          .bool(false);
  private final Flag<Boolean> yes =
      flags
          .section("Deletion")
          .add("-y", "--yes")
          .help("Do not prompt, whatever --confirm is.")
          .bool(false);
  private final Flag<String> planOut =
      flags
          .section("Deletion")
          .add("--plan-out")
          .label("FILE")
          .help("Write the plan to this file, and delete nothing; `show` prints it.")
          .text("");
  private final Flag<String> planned =
      flags
          .section("Deletion")
          .add("--plan")
          .label("FILE")
          .help("Delete exactly the objects of this plan; refuse it if they have changed.")
          .text("");
  private final Flag<Boolean> strict =
      flags
          .section("Deletion")
          .add("--strict")
          .rare()
          .help("With --plan: also refuse it if an object has another resourceVersion.")
          .bool(false);
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Deletion"));
  private final DeletionFlags deletion = new DeletionFlags(flags.section("Deletion"));
  private final Flag<Boolean> now =
      flags
          .section("Deletion")
          .add("--now")
          .rare()
          .help("The same as --grace-period=1.")
          .bool(false);
  private final Flag<Boolean> force =
      flags
          .section("Deletion")
          .add("--force")
          .rare()
          .help("Remove the objects without waiting for a graceful end.")
          .bool(false);
  private final Flag<Boolean> ignoreMissing =
      flags
          .section("Deletion")
          .add("--ignore-not-found")
          .rare()
          .help("Report no object that does not exist, with --compat=kubectl.")
          .bool(false);
  private final Flag<Boolean> wait =
      flags.section("Waiting").add("--wait").help("Wait until the objects are gone.").bool(true);
  private final Flag<Duration> timeout =
      flags
          .section("Waiting")
          .add("--timeout")
          .label("TIME")
          .help("The maximum time until an object is gone; 0 for the default.")
          .byDefault("1m and the grace period")
          .time(Duration.ZERO);
  private final Flag<Duration> waitTimeout =
      flags
          .section("Waiting")
          .add("--wait-timeout")
          .hidden()
          .label("TIME")
          .help("Another name of --timeout.")
          .time(Duration.ZERO);
  private final Flag<String> fieldManager =
      flags
          .section("Deletion")
          .fieldManager("Another field manager of yours: its objects are deleted, too.", "");
  private final Flag<Integer> concurrency =
      flags.section("Deletion").concurrency("The number of objects to delete in parallel.");
  private final UndoFlags undoing = new UndoFlags(flags.section("Undo"), false);
  private final OutputFlags output = new OutputFlags(flags.section("Output"));
  private final BlockFlags blocks = new BlockFlags(flags.section("Output"));
  private final ReportFlags reports = new ReportFlags(flags.section("Output"), "the reports", true);

  public DeleteCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "delete";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Delete the objects of manifests, or of an ApplySet.")
        .description(
            "Deletes dependents before the objects that they need, and waits until all are gone."
                + " Before the first deletion it checks all objects: if others applied one last, or"
                + " have objects in a Namespace or of a type, nothing is deleted.",
            "An object that does not exist is no error, so an interrupted run can be repeated.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} delete (-f FILE | -k DIR | --applyset NAME | --plan FILE)"
                + " [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} delete -f app.yaml --confirm",
            "  ${ROOT-COMMAND-NAME} delete -k overlays/test --dry-run=server",
            "  ${ROOT-COMMAND-NAME} delete -f app.yaml --undo-file app.undo",
            "  ${ROOT-COMMAND-NAME} delete -f app.yaml --plan-out plan.json",
            "  ${ROOT-COMMAND-NAME} delete --plan plan.json",
            "  ${ROOT-COMMAND-NAME} delete -f app.yaml --take=Namespace/shop",
            "  ${ROOT-COMMAND-NAME} delete --applyset configmaps/shop -n shop");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return delete(context, cancellation, arguments).run().status();
  }

  private DeleteRun delete(
      CommandContext context, Cancellation cancellation, List<String> arguments) {
    Console console = context.console();
    if (!arguments.isEmpty()) {
      throw new UsageException(
          "delete takes manifests, by -f or -k; kubectl deletes objects by their type and name");
    }
    DeletionPlan plan = plan(context);
    if (plan == null) {
      checkInput();
    }
    DeletionOptions how = how(console, plan);
    int most = positive(concurrency);
    DryRun dry = dryRun.read(console);
    Compatibility compatibility = global.compatibility(console);
    boolean ordered = compatibility.allows(Difference.ORDERS_BY_DEPENDENCY);
    if (!ordered && (plan != null || !planOut.get().isEmpty())) {
      throw new UsageException("--plan and --plan-out cannot be used with --compat=kubectl");
    }
    var planning =
        new PlanOptions(compatibility, true).forbidding(ForbidSetting.read(global, context));
    var options =
        ExecutionOptions.of(planning)
            .with(dry)
            .with(new Schedule(ordered ? Order.DEPENDENCIES : Order.INPUT, most));
    return new DeleteRun(
        context,
        cancellation,
        plan == null ? input(compatibility, console) : DeleteRun.Input.of(plan),
        global.connection(),
        options,
        planner(planning, plan),
        use(context, how, plan),
        new DeleteRun.Deleting(
            how,
            wait.get(),
            prompts(console) && dry == DryRun.NONE,
            ignoreMissing.get() || compatibility.allows(Difference.ACCEPTS_DELETED_OBJECTS)),
        undoing.recording(dry).orElse(null),
        PlannedOutput.of(global, output, blocks, reports));
  }

  /// Returns the plan to carry out; null if there is none.
  private @Nullable DeletionPlan plan(CommandContext context) {
    if (planned.get().isEmpty()) {
      if (strict.get()) {
        throw new UsageException("--strict only works with --plan");
      }
      return null;
    }
    Stream.of(
            "--filename",
            "--kustomize",
            "--selector",
            "--applyset",
            "--applyset-id",
            "--plan-out",
            "--cascade",
            "--grace-period",
            "--now",
            "--force",
            "--field-manager")
        .filter(flags()::isTyped)
        .findFirst()
        .ifPresent(flag -> {
          throw new UsageException(
              flag + " cannot be used with --plan: the plan determines all deletions");
        });
    return DeletionPlanFiles.read(
        Path.of(planned.get()), context.console().byteLimit(), context.clock().instant());
  }

  private DeletionOptions how(Console console, @Nullable DeletionPlan plan) {
    if (plan == null) {
      return new DeletionOptions(
          deletion.propagation(console), gracePeriod(), limit(), Outcome.DELETED);
    }
    int seconds = plan.options().deletion().gracePeriod();
    return new DeletionOptions(
        DeletionFlags.propagation(plan.options().deletion().cascade()),
        seconds < 0 ? null : seconds,
        limit(),
        Outcome.DELETED);
  }

  private DeleteRun.PlanUse use(
      CommandContext context, DeletionOptions how, @Nullable DeletionPlan plan) {
    if (plan != null) {
      return new DeleteRun.PlanUse.CarriedOut(plan, strict.get());
    }
    if (planOut.get().isEmpty()) {
      return new DeleteRun.PlanUse.None();
    }
    Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    Integer seconds = how.gracePeriodSeconds();
    return new DeleteRun.PlanUse.Written(
        Path.of(planOut.get()),
        new Made(now, now.plus(WEEK), "japply " + Version.TEXT),
        new Options(
            applySet.get(),
            lostSet.get(),
            fieldManager.get(),
            new Deletion(
                how.propagation().name().toLowerCase(Locale.ROOT),
                seconds == null ? -1 : seconds)));
  }

  private void checkInput() {
    String set = isSet() ? applySet.get().isEmpty() ? "--applyset-id" : "--applyset" : "";
    if (set.isEmpty()) {
      files.require();
    } else if (!files.absent()) {
      throw new UsageException(set + " cannot be used with -f and -k: it has its members");
    } else if (!selector.text().isEmpty()) {
      throw new UsageException("--selector is incompatible with " + set);
    } else if (!applySet.get().isEmpty() && !lostSet.get().isEmpty()) {
      throw new UsageException("--applyset and --applyset-id cannot be used together");
    } else if (!lostSet.get().isEmpty() && !ApplySetParent.isId(lostSet.get())) {
      throw new UsageException(
          "invalid --applyset-id value \"%s\"; must be an id such as `japply sets --lost` lists"
              .formatted(lostSet.get()));
    }
  }

  private boolean isSet() {
    return !applySet.get().isEmpty() || !lostSet.get().isEmpty();
  }

  private DeleteRun.Input input(Compatibility compatibility, Console console) {
    if (!lostSet.get().isEmpty()) {
      return new DeleteRun.Input.Lost(lostSet.get());
    }
    return applySet.get().isEmpty()
        ? new DeleteRun.Input.Manifests(
            files.inputs(global, compatibility, console), selector.get())
        : new DeleteRun.Input.Members(applySet.get());
  }

  private boolean prompts(Console console) {
    boolean whole = isSet() && console.terminals().in() && console.terminals().err();
    return !yes.get() && (confirm.get() || interactive.get() || whole);
  }

  private DeletionPlanner planner(PlanOptions planning, @Nullable DeletionPlan plan) {
    return new DeletionPlanner(
            Set.of(ManagedFields.CLIENT_SIDE, ManagedFields.SERVER_SIDE),
            /* set= */ "",
            take.get().stream()
                .map(text -> NamedObjects.parse(text, "--take=" + text, Origin.NONE))
                .toList(),
            planning)
        .with(plan == null ? fieldManager.get() : plan.options().fieldManager());
  }

  private Duration limit() {
    return waitTimeout.isGiven() ? waitTimeout.get() : timeout.get();
  }

  /// Returns the grace period in seconds, as kubectl does; null for the objects' own.
  private @Nullable Integer gracePeriod() {
    int given = deletion.gracePeriod();
    if (now.get() && given != -1) {
      throw new UsageException("--now and --grace-period cannot be specified together");
    }
    int seconds = now.get() ? SHORT : given;
    if (force.get()) {
      return Math.max(0, seconds);
    }
    return seconds < 0 ? null : Math.max(SHORT, seconds);
  }
}
