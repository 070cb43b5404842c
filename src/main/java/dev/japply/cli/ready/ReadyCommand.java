package dev.japply.cli.ready;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.ReportFlags;
import dev.japply.cli.flags.WaitFlags;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply ready` and its flags.
public final class ReadyCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<LabelSelector> selector =
      flags.section("Input").selector("Only objects whose labels match.");
  private final WaitFlags waiting = new WaitFlags(flags.section("Waiting"), false);
  private final ReportFlags reports = new ReportFlags(flags.section("Output"), "", true);

  public ReadyCommand(FlagSet set) {
    super(set);
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
}
