package dev.japply.cli;

import dev.japply.execute.DryRun;
import dev.japply.execute.Stop;
import dev.japply.live.WriteOptions;
import dev.japply.report.BothReporters;
import dev.japply.report.Reporter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `japply set-last-applied`: its flags.
@CommandLine.Command(
    name = "set-last-applied",
    header = "Write manifests into the last-applied annotation of live objects.",
    description = {
      "Nothing else of the objects changes: the next apply takes the manifest for what was applied"
          + " last."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} set-last-applied -f FILE [FLAGS]",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml",
      "  ${ROOT-COMMAND-NAME} set-last-applied -f app.yaml --create-annotation"
    })
final class SetLastAppliedCommand implements Command {
  /// By what name the server knows kubectl here, which says none.
  private static final String FIELD_MANAGER = "kubectl";

  @Spec CommandSpec spec;

  @Mixin FileFlags files = new FileFlags();

  @Option(
      names = "--create-annotation",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Also write it to objects that do not have the annotation.")
  boolean create;

  @Mixin DryRunFlag dryRun = new DryRunFlag();

  @Mixin OutputFlags output = new OutputFlags();

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(spec.qualifiedName(), arguments);
    }
    DryRun dry = dryRun.read(world.console());
    boolean like = global.likeKubectl(world.console());
    Reporter out = output.reporter(world.console(), DryRunFlag.suffix(dry), like);
    var reporter = new BothReporters(out, world.console().problems(global.requests()));
    var choice =
        new ObjectChoice(
            files.optional(spec.qualifiedName(), like),
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
