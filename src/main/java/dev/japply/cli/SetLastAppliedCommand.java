package dev.japply.cli;

import dev.japply.execute.DryRun;
import dev.japply.execute.Stop;
import dev.japply.live.WriteOptions;
import dev.japply.report.BothReporters;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply set-last-applied`: its flags.
final class SetLastAppliedCommand implements Command {
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
            "Nothing else of the objects changes: the next apply takes the manifest for what was"
                + " applied last.")
        .footer(
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml",
            "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml --create-annotation");
  }

  @Override
  public void declare(Flags flags) {
    files.declare(flags);
    flags
        .add("--create-annotation")
        .help("Also write it to objects that do not have the annotation.")
        .bool(create, value -> create = value);
    dryRun.declare(flags);
    output.declare(flags);
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(global.command(), arguments);
    }
    DryRun dry = dryRun.read(world.console());
    boolean like = global.likeKubectl(world.console());
    Reporter out = output.reporter(world.console(), DryRunFlag.suffix(dry), like);
    var reporter = new BothReporters(out, world.console().problems(global.requests()));
    var choice =
        new ObjectChoice(
            files.optional(global, like),
            new ObjectArguments(List.of()),
            Optional.empty(),
            false,
            global.connection());
    var options = new WriteOptions(FIELD_MANAGER, "", dry == DryRun.SERVER);
    return new SetRun(world, stop, reporter, new SetRun.Options(create, dry, like, options))
        .run(choice)
        .status();
  }
}
