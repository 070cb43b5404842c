package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply set-last-applied`: its flags.
public final class SetLastAppliedCommand extends Command {
  /// The field manager that the server records for kubectl, which names none here.
  private static final String FIELD_MANAGER = "kubectl";

  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<Boolean> create =
      flags
          .section("Writing")
          .add("--create-annotation")
          .help("Create the annotation in objects without it.")
          .bool(false);
  private final DryRunFlag dryRun = new DryRunFlag(flags.section("Writing"));
  private final OutputFlags output = new OutputFlags(flags.section("Output"));

  public SetLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "set-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Write manifests into the last-applied annotation.")
        .customSynopsis("${ROOT-COMMAND-NAME} set-last-applied -f FILE [flags]")
        .description(
            "Changes nothing else. The next apply uses these manifests as the last applied ones.")
        .footer(
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml",
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml --create-annotation");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    DryRun dry = dryRun.read(context.console());
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), dry);
    var choice =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(List.of()),
            null,
            false,
            global.connection(),
            compatibility);
    var options = new WriteOptions(FIELD_MANAGER, "", dry == DryRun.SERVER);
    return new SetRun(
            context,
            cancellation,
            reporter,
            new SetRun.Options(create.get(), dry, compatibility, options))
        .run(choice)
        .status();
  }
}
