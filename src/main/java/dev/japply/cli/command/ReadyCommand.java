package dev.japply.cli.command;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.ReportFlag;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.SummaryFlag;
import dev.japply.cli.flags.WaitFlags;
import dev.japply.io.Cancellation;
import dev.japply.plan.Compatibility;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply ready`: its flags.
public final class ReadyCommand implements Command {
  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  WaitFlags waiting = new WaitFlags();
  ReportFlag reports = new ReportFlag();
  SummaryFlag summary = new SummaryFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Wait until live objects are ready.")
        .description(
            "Follows rollouts, Jobs, claims, load balancers, CRDs and custom resources until all"
                + " are ready, and says what keeps those that are not: exit status 4.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} ready (-f FILE | -k DIR | TYPE NAME... | TYPE/NAME... | TYPE -l"
                + " LABELS) [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} ready -f manifests/",
            "  ${ROOT-COMMAND-NAME} ready deployment/web job/migrate --wait-timeout=10m",
            "  ${ROOT-COMMAND-NAME} ready pods -l app=web --wait-fail-fast",
            "  ${ROOT-COMMAND-NAME} ready -k overlays/prod --wait-timeout=0     look once");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    selector.declare(input, "Only objects whose labels match.");
    waiting.declare(flags.section("Waiting"));
    Flags output = flags.section("Output");
    reports.declare(output);
    summary.declare(output);
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    String labels = selector.text().strip();
    var objects =
        new ObjectChoice(
            files.optional(global, Compatibility.japply()).orElse(null),
            new ObjectArguments(arguments),
            labels.isEmpty() ? null : GoValues.selector(labels),
            false,
            global.connection());
    var request =
        new ReadyRequest(
            objects, waiting.limits(), summary.isWanted(compatibility), reports.targets(false));
    return new ReadyRun(context, cancellation).run(request).status();
  }
}
