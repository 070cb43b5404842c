package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.DryRunFlag;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.UsageException;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply set-last-applied`: its flags.
public final class SetLastAppliedCommand implements Command {
  /// By what name the server knows kubectl here, which says none.
  private static final String FIELD_MANAGER = "kubectl";

  FileFlags files = new FileFlags();
  boolean create;
  DryRunFlag dryRun = new DryRunFlag();
  OutputFlags output = new OutputFlags();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "set-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Write manifests into the last-applied annotation of live objects.")
        .customSynopsis("${ROOT-COMMAND-NAME} set-last-applied -f FILE [FLAGS]")
        .description(
            "Nothing else in the objects changes. The next apply takes these manifests as what was"
                + " applied last.")
        .footer(
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml",
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml --create-annotation");
  }

  @Override
  public void declare(Flags flags) {
    files.declare(flags.section("Input"));
    Flags writing = flags.section("How to write");
    writing
        .add("--create-annotation")
        .help("Create the annotation in objects that do not have it.")
        .bool(create, value -> create = value);
    dryRun.declare(writing);
    output.declare(flags.section("Output"));
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    DryRun dry = dryRun.read(context.console());
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), compatibility, dry);
    var choice =
        new ObjectChoice(
            files.optional(global, compatibility).orElse(null),
            new ObjectArguments(List.of()),
            null,
            false,
            global.connection());
    var options = new WriteOptions(FIELD_MANAGER, "", dry == DryRun.SERVER);
    return new SetRun(
            context,
            cancellation,
            reporter,
            new SetRun.Options(create, dry, compatibility, options))
        .run(choice)
        .status();
  }
}
