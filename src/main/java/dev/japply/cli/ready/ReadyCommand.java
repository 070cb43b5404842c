package dev.japply.cli.ready;

import dev.japply.apply.Event;
import dev.japply.apply.ResolvedObject;
import dev.japply.apply.ResolvedObjects;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.ReportFlags.ReportTarget;
import dev.japply.cli.flags.Reports;
import dev.japply.cli.flags.WaitFlags;
import dev.japply.cli.run.ExplainedWait;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.SecretValues;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.ready.ReadyState;
import dev.japply.ready.WaitLimits;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReadyText;
import dev.japply.report.ReportedObject;
import dev.japply.report.Summary;
import dev.japply.report.Summary.End;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply ready` and its flags.
public final class ReadyCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector =
      flags.section("Input").selector("Only objects whose labels match.");
  private final WaitFlags waiting = new WaitFlags(flags.section("Waiting"), false);
  private final ReportFlags reports = new ReportFlags(flags.section("Output"), "", true);

  public ReadyCommand(FlagSet set) {
    super(set);
    addTargets(/* connects= */ true);
  }

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Wait until live objects are ready.")
        .description(
            "Watches rollouts, Jobs, claims, load balancers, CRDs and custom resources until all"
                + " are ready. Otherwise reports causes, with exit status 4.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} ready (-f FILE | -k DIR | TYPE NAME... | TYPE/NAME... | TYPE -l"
                + " LABELS) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} ready -f manifests/",
            "  ${ROOT-COMMAND-NAME} ready deployment/web job/migrate --wait-timeout=10m",
            "  ${ROOT-COMMAND-NAME} ready pods -l app=web --wait-fail-fast",
            "  ${ROOT-COMMAND-NAME} ready -k overlays/prod --wait-timeout=0     check once");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    var objects =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(arguments),
            selector.text().isBlank() ? null : selector.get(),
            false,
            global.connection(),
            compatibility);
    return new ReadyRun(
            context,
            cancellation,
            objects,
            waiting.limits(),
            reports.summarizes(),
            reports.targets(false))
        .run()
        .status();
  }

  /// Runs `japply ready`.
  ///
  /// @param limits the limits of the wait, and the amount of log
  /// @param summarizes whether to print a summary at the end
  /// @param targets additional reports, which never contain values of Secrets
  private record ReadyRun(
      CommandContext context,
      Cancellation cancellation,
      ObjectSelection objects,
      WaitLimits limits,
      boolean summarizes,
      List<ReportTarget> targets) {
    ReadyRun {
      targets = List.copyOf(targets);
    }

    ExitCode run() {
      var summary = new Summary(false, "");
      Reports reports = Reports.open(context, targets, Secrets.MASKED, cancellation);
      return reports.around("ready", summary, summarizes, () -> run(summary, reports));
    }

    private ExitCode run(Summary summary, Reports reports) {
      return context.onCluster(
          objects.connection(),
          cluster -> {
            summary.on(cluster.address());
            var output = new Output(context.console(), summary, reports, new AtomicBoolean());
            ResolvedObjects found = objects.targets(context, cancellation, cluster, output);
            return await(cluster, found, output);
          });
    }

    private ExitCode await(Cluster cluster, ResolvedObjects found, Output output) {
      List<ResolvedObject> targets = found.targets();
      if (cancellation.requested()) {
        return ExitCode.INTERRUPTED;
      }
      boolean wrong = output.failed().get() || !found.problems().isEmpty();
      if (targets.isEmpty() && !wrong) {
        throw new JapplyException("no matching resources found", "see --selector and -n");
      }
      output.summary().expect(targets.size());
      found.problems().forEach(problem -> output.accept(new Event.Rejected(problem)));
      ExplainedWait.End end =
          new ExplainedWait(
                  context.console(), cluster, cancellation, limits, output, secrets(targets))
              .await(targets);
      if (end.refused() != null) {
        throw new JapplyException(end.refused());
      }
      end.states().forEach(output::count);
      boolean failed = wrong && end.status() != ExitCode.INTERRUPTED;
      return failed ? ExitCode.FAILED : end.status();
    }

    private static SecretValues secrets(List<ResolvedObject> targets) {
      return SecretValues.of(targets.stream().map(ResolvedObject::desired).toList());
    }

    /// Prints ready objects on standard output, and problems on standard error.
    private record Output(Console console, Summary summary, Reports reports, AtomicBoolean failed)
        implements Consumer<Event> {
      @Override
      public void accept(Event event) {
        summary.accept(event);
        reports.accept(event);
        if (event instanceof Event.Rejected) {
          failed.set(true);
        }
        if (!(event instanceof Event.Ready ready)) {
          console.problems(Requests.HIDDEN).accept(event);
        } else if (!reports.isPrinted()) {
          console.out().printLine(ReadyText.line(ready.desired()));
        }
      }

      private void count(ReadyState state) {
        End end = state.isReady() ? End.READY : End.NOT_READY;
        KubeObject object = state.target().desired();
        summary.add(end, object);
        reports.add(new ReportedObject(object, end, "", List.of()));
      }
    }
  }
}
