package dev.japply.cli.edit;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply view-last-applied`: its flags.
public final class ViewLastAppliedCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final Flag<LabelSelector> selector =
      flags.section("Input").selector("Only objects whose labels match.");
  private final Flag<Boolean> all =
      flags
          .section("Input")
          .add("--all")
          .help("All objects of the given types in the namespace.")
          .bool(false);
  private final Flag<Boolean> json =
      flags
          .section("Output")
          .add("-o", "--output")
          .label("yaml|json")
          .help("The output format.")
          .value("yaml", ViewLastAppliedCommand::isJson);

  public ViewLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "view-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Print the last-applied annotation of live objects.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} view-last-applied (TYPE NAME... | TYPE/NAME... | TYPE (-l LABELS"
                + " | --all) | -f FILE) [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} view-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} view-last-applied -f app.yaml -o json",
            "  ${ROOT-COMMAND-NAME} view-last-applied configmaps -l app=web");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    ObjectSelection choice = choice(context, compatibility, arguments);
    boolean asJson = json.get();
    return new ViewRun(context, cancellation, asJson, compatibility).run(choice).status();
  }

  private static boolean isJson(String output) {
    if (!output.equals("yaml") && !output.equals("json")) {
      throw new UsageException(
          "Unexpected -o output mode: " + output + ", the flag 'output' must be one of yaml|json");
    }
    return output.equals("json");
  }

  private ObjectSelection choice(
      CommandContext context, Compatibility compatibility, List<String> arguments) {
    boolean selects = !selector.text().isBlank();
    if (all.get() && selects) {
      throw new UsageException(
          "found non-empty label selector \""
              + selector.text()
              + "\" with previously set 'all' parameter; give one of --all and -l");
    }
    LabelSelector chosen = selects || all.get() ? selector.get() : null;
    return new ObjectSelection(
        files.optional(global, compatibility, context.console()).orElse(null),
        new ObjectArguments(arguments),
        chosen,
        global.hasNamespace(),
        global.connection(),
        compatibility);
  }
}
