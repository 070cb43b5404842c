package dev.japply.cli.sets;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.diff.SimilarName;
import dev.japply.io.Cancellation;
import dev.japply.object.ManagedFields;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply sets`: its flags.
public final class SetsCommand extends Command {
  private static final List<String> FORMATS = List.of("json", "name", "wide");

  private final Flag<Boolean> everywhere =
      flags
          .section("Input")
          .add("-A", "--all-namespaces")
          .help("List the ApplySets of all namespaces, and of cluster-scoped parents.")
          .bool(false);
  private final Flag<String> fieldManager =
      flags
          .section("Input")
          .fieldManager("Another field manager of yours: its applies count, too.", "");
  private final Flag<Integer> concurrency =
      flags.section("Input").concurrency("The number of types to list in parallel.");
  private final Flag<SetsRun.Format> output =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("FORMAT")
          .candidates(FORMATS)
          .help("The output format: json, name, or wide for a table with ids and namespaces.")
          .value("", SetsCommand::format);

  public SetsCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "sets";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("List ApplySets, with their members and readiness.")
        .description(
            "Finds parents by their label: Secrets, ConfigMaps, and custom resources whose"
                + " CustomResourceDefinition permits it. Lists members by the types and namespaces"
                + " that the parents record. Changes nothing.",
            "Exits with 0, or with 1 if a type cannot be listed.")
        .customSynopsis("${ROOT-COMMAND-NAME} sets [-n NAMESPACE | -A] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} sets -n shop",
            "  ${ROOT-COMMAND-NAME} sets -A -o wide",
            "  ${ROOT-COMMAND-NAME} sets -A -o json");
  }

  private static SetsRun.Format format(String text) {
    return switch (text) {
      case "" -> SetsRun.Format.TABLE;
      case "wide" -> SetsRun.Format.WIDE;
      case "name" -> SetsRun.Format.NAMES;
      case "json" -> SetsRun.Format.JSON;
      default ->
          throw new UsageException(
              "unable to match a printer suitable for the output format \""
                  + text
                  + "\", allowed formats are: json,name,wide"
                  + SimilarName.question(FORMATS, text));
    };
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 0);
    var managers = Set.of(ManagedFields.CLIENT_SIDE, ManagedFields.SERVER_SIDE, fieldManager.get());
    return new SetsRun(
            context,
            cancellation,
            global.connection(),
            everywhere.get(),
            output.get(),
            managers,
            positive(concurrency))
        .run()
        .status();
  }
}
