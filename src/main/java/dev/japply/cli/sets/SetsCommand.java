package dev.japply.cli.sets;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.UsageException;
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
  private final Flag<Boolean> lost =
      flags
          .section("Input")
          .add("--lost")
          .help("List objects whose ApplySet has no parent any more.")
          .bool(false);
  private final Flag<String> fieldManager =
      flags
          .section("Input")
          .fieldManager("Another field manager of yours: its applies count, too.", "");
  private final Flag<Integer> concurrency =
      flags.section("Input").concurrency("The number of types to list in parallel.");
  private final Flag<SetsSetting.Format> output =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("FORMAT")
          .candidates(FORMATS)
          .help(
              "The output format: json, name, or wide for a table with ids and namespaces, or whole"
                  + " lines.")
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
        .header("List ApplySets, or show the members of one.")
        .description(
            "Lists the sets with their members and readiness. With NAME, shows each member: whether"
                + " it is ready, its fields that differ from the last-applied configuration, and"
                + " objects with the label of the set that the parent does not record. Changes"
                + " nothing.",
            "Exits with 0, or with 1 if a type cannot be listed.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} sets [[TYPE/]NAME | --lost] [-n NAMESPACE | -A] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} sets -A -o wide",
            "  ${ROOT-COMMAND-NAME} sets configmaps/shop -n shop",
            "  ${ROOT-COMMAND-NAME} sets --lost -A");
  }

  private static SetsSetting.Format format(String text) {
    return switch (text) {
      case "" -> SetsSetting.Format.TABLE;
      case "wide" -> SetsSetting.Format.WIDE;
      case "name" -> SetsSetting.Format.NAMES;
      case "json" -> SetsSetting.Format.JSON;
      default -> throw OutputFlags.unknown(text, String.join(",", FORMATS), FORMATS);
    };
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    checkCount(arguments, 1);
    boolean named = !arguments.isEmpty();
    if (named && (everywhere.get() || lost.get())) {
      throw new UsageException("--all-namespaces and --lost list sets, and take no NAME");
    }
    var managers = Set.of(ManagedFields.CLIENT_SIDE, ManagedFields.SERVER_SIDE, fieldManager.get());
    var setting =
        new SetsSetting(
            context, cancellation, everywhere.get(), output.get(), managers, positive(concurrency));
    return context
        .onCluster(
            global.connection(),
            cluster ->
                named
                    ? new SetRun(setting, arguments.getFirst()).run(cluster)
                    : lost.get()
                        ? new LostSetsRun(setting).run(cluster)
                        : new SetsRun(setting).run(cluster))
        .status();
  }
}
