package dev.japply.cli.plan;

import dev.japply.apply.Apply.PruneRequest.Choice;
import dev.japply.apply.ApplyMethod.Ruled;
import dev.japply.apply.DryRun;
import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.RecreateOptions;
import dev.japply.cli.flags.BlockFlags;
import dev.japply.cli.flags.BlockFlags.Blocks;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.LiveFlag;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.PlanningFlags;
import dev.japply.cli.flags.PlanningFlags.ApplyCombinations;
import dev.japply.cli.flags.PruneFlags;
import dev.japply.cli.flags.RecreateFlags;
import dev.japply.cli.flags.RecreateFlags.RecreateSetting;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.ServerSideFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.plan.PlanCommand.PlanRun.Deletions;
import dev.japply.cli.plan.PlanCommand.PlanRun.File;
import dev.japply.cli.plan.PlanCommand.PlanRun.Output;
import dev.japply.cli.plan.PlanCreator.Basis;
import dev.japply.cli.plan.PlanCreator.Extent;
import dev.japply.cli.run.PreviewedObjects;
import dev.japply.cluster.rest.Version;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Action;
import dev.japply.plan.Compatibility;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.report.FailureRecorder;
import dev.japply.report.FirstSteps;
import dev.japply.report.PlanJson;
import dev.japply.report.PlanText;
import dev.japply.report.PlanText.Awaited;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedObject;
import dev.japply.report.Reporter;
import dev.japply.report.Summary;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
    addTargets(/* connects= */ true);
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

  /// The command line that carries out a plan. It selects the same manifests and the same cluster.
  static final class ApplyCommandLine {
    /// The flags of `plan` that select the manifests, and that `apply --plan` needs, too.
    private static final Set<String> OF_MANIFESTS =
        Set.of(
            "--filename",
            "--kustomize",
            "--recursive",
            "--selector",
            "--substitute",
            "--load-restrictor",
            "--allow-unmatched",
            "--offline",
            "--namespace",
            "--context",
            "--compat");

    /// Flags of `plan` that `apply --plan` needs, too, and that a plan file does not contain: it
    /// may come from others, and they decide which programs and servers a run calls.
    private static final Set<String> OF_CONNECTION =
        Set.of("--kubeconfig", "--cluster", "--user", "--server", "--project");

    private static final Pattern SAFE = Pattern.compile("[\\w@%+=:,./-]+");

    private ApplyCommandLine() {}

    /// Returns the command line, whose words are quoted for a shell.
    ///
    /// @param command the program and its command as typed, such as `japply plan`
    /// @param flags the flags of `plan` as `--flag=value`
    static String of(String command, List<String> flags, Path plan) {
      String program = command.substring(0, command.lastIndexOf(' '));
      return Stream.of(
              Stream.of(program, "apply"),
              flags.stream()
                  .filter(flag -> isOf(OF_MANIFESTS, flag) || isOf(OF_CONNECTION, flag))
                  .map(ApplyCommandLine::quoted),
              Stream.of("--plan=" + quoted(plan.toString())))
          .flatMap(words -> words)
          .collect(Collectors.joining(" "));
    }

    /// Returns the flags for a plan file.
    static List<String> stored(List<String> flags) {
      return flags.stream().filter(flag -> isOf(OF_MANIFESTS, flag)).toList();
    }

    /// Returns the command line that carries out a stored plan. Other flags than those that select
    /// manifests are left out: the file may come from others.
    ///
    /// @param command the program and its command as typed, such as `japply show`
    static String ofStored(String command, PlanFile plan, Path file) {
      return of(command, stored(plan.made().flags()), file);
    }

    private static boolean isOf(Set<String> names, String flag) {
      int end = flag.indexOf('=');
      return end > 0 && names.contains(flag.substring(0, end));
    }

    private static String quoted(String word) {
      return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
  }

  /// Runs `japply plan`: plans an apply, prints the plan and writes the plan file.
  record PlanRun(
      CommandContext context,
      Cancellation cancellation,
      PreviewedObjects.Input input,
      Deletions deletions,
      File file,
      Output output) {

    /// The planned deletions.
    ///
    /// @param choice the candidates for pruning; null for none
    /// @param prune the pruning flags; null for none
    record Deletions(Deletion options, @Nullable Choice choice, @Nullable Prune prune) {}

    /// The plan file.
    ///
    /// @param out the path of the file; null to not write it
    /// @param good the validity of the plan
    /// @param by the program that creates the plan
    /// @param flags the flags that the plan file contains
    /// @param apply the command line that carries out the plan
    record File(@Nullable Path out, Duration good, String by, List<String> flags, String apply) {}

    /// The output of the command.
    ///
    /// @param json whether to print the plan in the format of its file instead of text
    /// @param blocks the form of the text about objects
    /// @param requests the style of logged requests on standard error
    /// @param summary whether to print a summary at the end
    /// @param repeats whether the summary is also printed if the text has its numbers
    /// @param secrets whether text and reports contain the values of Secrets
    record Output(
        boolean json,
        Blocks blocks,
        Requests requests,
        boolean summary,
        boolean repeats,
        Secrets secrets,
        List<ReportTarget> reports) {
      public Output {
        reports = List.copyOf(reports);
      }

      /// Returns the parts of the plan that the output requires.
      Extent extent(File file) {
        boolean kept = file.out() != null || json;
        return new Extent(secrets, kept, kept || !reports.isEmpty());
      }
    }

    ExitCode run() {
      if (file.out() != null) {
        PlanFiles.check(file.out());
      }
      var summary = new Summary(true, "");
      Reports reports = Reports.open(context, output.reports(), output.secrets(), cancellation);
      return reports.around("plan", summary, output.summary(), () -> plan(summary, reports));
    }

    private ExitCode plan(Summary summary, Reports reports) {
      var steps = new FirstSteps();
      Console console = context.console();
      Reporter problems = console.problems(output.requests());
      boolean isText = !output.json() && !reports.isPrinted();
      Reporter shown = isText ? Reporter.all(console.warnings().inBlocks(), problems) : problems;
      var events = new FailureRecorder(Reporter.all(summary, reports, shown, steps));
      var chosen = new PreviewedObjects(context, cancellation, input, summary, reports, events);
      var entries = new ArrayList<ReportedObject>();
      Consumer<ReportedObject> planned =
          entry -> {
            entries.add(entry);
            summary.add(entry.end(), entry.object());
            reports.add(entry);
          };
      if (chosen.objects().isEmpty() && !events.failed()) {
        throw new UsageException("no objects passed to plan");
      }
      summary.expect(chosen.objects().size());
      if (!chosen.objects().isEmpty()) {
        PlanFile plan =
            chosen.preview((live, listener) ->
                planning(chosen::note, planned, listener)
                    .make(live, chosen.objects(), events.failed(), cancellation));
        if (cancellation.requested()) {
          return ExitCode.INTERRUPTED;
        }
        if (!reports.isPrinted()) {
          print(plan, entries, summary, steps, events.failed());
        }
        if (!events.failed()) {
          write(plan);
          return ExitCode.OK;
        }
      }
      if (file.out() != null) {
        events.accept(new Event.Rejected(unwritten()));
      }
      return ExitCode.FAILED;
    }

    private void write(PlanFile plan) {
      if (file.out() == null) {
        return;
      }
      PlanFiles.write(file.out(), plan);
      boolean changes =
          plan.entries().stream().anyMatch(entry -> !(entry.action() instanceof Action.Unchanged));
      if (changes && context.console().terminals().err()) {
        context
            .console()
            .err()
            .printLine("until " + plan.made().expires() + ", apply it by: " + file.apply());
      }
    }

    private static Problem unwritten() {
      String what = "no plan was written, since not all objects can be applied";
      return Problem.error(Origin.NONE, what, "");
    }

    private void print(
        PlanFile plan,
        List<ReportedObject> entries,
        Summary summary,
        FirstSteps steps,
        boolean failed) {
      if (!output.json()) {
        summary.printIf(failed || (summary.changed() && output.repeats())); // the text has it, too
        if (!failed) {
          context.console().out().print(PlanText.head(plan.made(), plan.target()));
        } else if (!entries.isEmpty()) {
          context.console().out().print(PlanText.incompleteHead(plan.made(), plan.target()));
        }
        var text = output.blocks().text(context, context.console().terminals().out());
        context
            .console()
            .out()
            .print(
                text.objects(entries, plan.settings().order(), Awaited.APPLIED),
                context.console().colours());
        if (!entries.isEmpty() || !steps.isOneError()) {
          context.console().out().print(steps.text(text.width(), "plan"), /* coloured= */ false);
        }
      } else if (!failed) {
        context.console().data().print(PlanJson.of(plan));
        context.console().data().flush();
      }
      context.console().out().flush();
    }

    private PlanCreator planning(
        Consumer<PlannedObject> noted, Consumer<ReportedObject> planned, Consumer<Event> events) {
      Instant now = context.clock().instant().truncatedTo(ChronoUnit.SECONDS);
      var made = new Made(now, now.plus(file.good()), file.by(), file.flags());
      return new PlanCreator(
          input.settings(deletions.choice(), Annotation.WRITTEN),
          new Basis(made, input.files().names(), deletions.options(), deletions.prune()),
          output.extent(file),
          noted,
          planned,
          events,
          context.console().warnings()::isShown);
    }
  }
}
