package dev.japply.cli;

import dev.japply.execute.Stop;
import dev.japply.object.LabelSelector;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `japply view-last-applied`: its flags.
@CommandLine.Command(
    name = "view-last-applied",
    header = "Print what was applied last, from the annotation of live objects.",
    customSynopsis =
        "${ROOT-COMMAND-NAME} view-last-applied (TYPE NAME... | TYPE/NAME... | TYPE (-l LABELS |"
            + " --all) | -f FILE) [FLAGS]",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} view-last-applied deployment web",
      "  ${ROOT-COMMAND-NAME} view-last-applied -f app.yaml -o json",
      "  ${ROOT-COMMAND-NAME} view-last-applied configmaps -l app=web"
    })
final class ViewLastAppliedCommand implements Command {
  @Spec CommandSpec spec;

  @Mixin FileFlags files = new FileFlags();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "Only objects with these labels.")
  String selector = "";

  @Option(
      names = "--all",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "All objects of the types in the namespace.")
  boolean all;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "yaml|json",
      description = "The form in which it is printed.")
  String output = "yaml";

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    ObjectChoice choice = choice(arguments);
    if (!output.equals("yaml") && !output.equals("json")) {
      throw new UsageException(
          "Unexpected -o output mode: " + output + ", the flag 'output' must be one of yaml|json");
    }
    boolean like = global.likeKubectl(world.console());
    return new ViewRun(world, output.equals("json"), like).run(choice).status();
  }

  private ObjectChoice choice(List<String> arguments) {
    var labels = selector.strip();
    if (all && !labels.isEmpty()) {
      throw new UsageException(
          "found non-empty label selector \""
              + selector
              + "\" with previously set 'all' parameter; give one of --all and -l");
    }
    Optional<LabelSelector> chosen =
        labels.isEmpty() && !all ? Optional.empty() : Optional.of(GoValues.selector(labels));
    return new ObjectChoice(
        files.optional(spec.qualifiedName(), false),
        new ObjectArguments(arguments),
        chosen,
        !global.namespace.isEmpty(),
        global.connection());
  }
}
