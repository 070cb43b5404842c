package dev.japply.cli.snapshot;

import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Schedule;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.rest.Version;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply snapshot`: its flags, and the request built from them.
public final class SnapshotCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), true);
  private final Flag<LabelSelector> selector = flags.section("Input").selector();
  private final Flag<String> out =
      flags
          .section("Output")
          .add("--out")
          .label("FILE")
          .help("Write the snapshot to this file, and replace an existing one.")
          .text("");
  private final Flag<Integer> concurrency =
      flags.section("Output").concurrency("The number of objects to read in parallel.");

  public SnapshotCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "snapshot";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Save live objects to a file, to compare offline.")
        .description(
            "Only reads. With --live, `diff`, `why` and `plan` use the file instead of the"
                + " cluster, with the same output as with --local. The file contains no values of"
                + " Secrets.",
            "Exits with 0, or with 1 after an error; then no file is written.")
        .customSynopsis("${ROOT-COMMAND-NAME} snapshot (-f FILE | -k DIR) [--out FILE] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} snapshot -f manifests/ --out snap.json",
            "  ${ROOT-COMMAND-NAME} snapshot -k overlays/prod --out snap.json",
            "  ${ROOT-COMMAND-NAME} diff -f manifests/ --live snap.json",
            "  ${ROOT-COMMAND-NAME} plan -f manifests/ --live snap.json --out plan.json");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    files.require();
    if (out.get().isEmpty()) {
      throw new UsageException("must specify --out");
    }
    Console console = context.console();
    var compatibility = global.compatibility(console);
    return new SnapshotRun(
            context, cancellation, global.merging(true), options(compatibility), global.requests())
        .run(
            files.inputs(global, compatibility, console),
            selector.get(),
            Path.of(out.get()),
            "japply " + Version.TEXT)
        .status();
  }

  private ExecutionOptions options(Compatibility compatibility) {
    return ExecutionOptions.of(new PlanOptions(compatibility, true))
        .with(new Schedule(Order.INPUT, Math.max(1, concurrency.get())));
  }
}
