package dev.japply.cli.edit;

import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.GlobalFlags;
import dev.japply.cli.flags.GoValues;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectChoice;
import dev.japply.cli.flags.SelectorFlag;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply view-last-applied`: its flags.
public final class ViewLastAppliedCommand implements Command {
  FileFlags files = new FileFlags();
  SelectorFlag selector = new SelectorFlag();
  boolean all;
  String output = "yaml";
  GlobalFlags global = new GlobalFlags();

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
                + " | --all) | -f FILE) [FLAGS]")
        .footer(
            "  ${ROOT-COMMAND-NAME} view-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} view-last-applied -f app.yaml -o json",
            "  ${ROOT-COMMAND-NAME} view-last-applied configmaps -l app=web");
  }

  @Override
  public void declare(Flags flags) {
    Flags input = flags.section("Input");
    files.declare(input);
    selector.declare(input, "Only objects whose labels match.");
    input
        .add("--all")
        .help("All objects of the given types in the namespace.")
        .bool(all, value -> all = value);
    flags
        .section("Output")
        .add("-o", "--output")
        .label("yaml|json")
        .help("The output format.")
        .text(output, value -> output = value);
    global.declare(flags);
  }

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    ObjectChoice choice = choice(arguments);
    if (!output.equals("yaml") && !output.equals("json")) {
      throw new UsageException(
          "Unexpected -o output mode: " + output + ", the flag 'output' must be one of yaml|json");
    }
    var compatibility = global.compatibility(context.console());
    return new ViewRun(context, cancellation, output.equals("json"), compatibility)
        .run(choice)
        .status();
  }

  private ObjectChoice choice(List<String> arguments) {
    var labels = selector.text().strip();
    if (all && !labels.isEmpty()) {
      throw new UsageException(
          "found non-empty label selector \""
              + selector.text()
              + "\" with previously set 'all' parameter; give one of --all and -l");
    }
    LabelSelector chosen = labels.isEmpty() && !all ? null : GoValues.selector(labels);
    return new ObjectChoice(
        files.optional(global, Compatibility.japply()).orElse(null),
        new ObjectArguments(arguments),
        chosen,
        global.hasNamespace(),
        global.connection());
  }
}
