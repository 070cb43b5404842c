package dev.japply.cli;

import static dev.japply.manifest.NestedLists.REFUSED;
import static dev.japply.manifest.NestedLists.TAKEN_APART;

import dev.japply.cli.ApplyRequest.Output;
import dev.japply.execute.ApplyOptions;
import dev.japply.execute.Stop;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.plan.Order;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `japply apply`: its flags, and the request that they make.
@CommandLine.Command(
    name = "apply",
    subcommands = {
      ViewLastAppliedCommand.class,
      SetLastAppliedCommand.class,
      EditLastAppliedCommand.class
    },
    header = "Make the objects of a cluster what the manifests say.",
    description = {
      "Each object is read, merged with its manifest and with what was applied last, and changed by"
          + " at most one PATCH. Objects that do not exist are created."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  japply apply -f deployment.yaml",
      "  japply apply -R -f manifests/ -n shop",
      "  kubectl kustomize overlays/prod | japply apply -f -",
      "  japply apply -f app.yaml --dry-run=client -o yaml     the merged objects, nothing sent"
    })
final class ApplyCommand implements Command {
  private static final String NAME = "japply apply";

  @Mixin FileFlags files = new FileFlags();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description =
          "Apply only objects with these labels: a=b, a!=b, a in (b,c), a notin (b), a, !a.")
  String selector = "";

  @Mixin DryRunFlag dryRun = new DryRunFlag();

  @Mixin OutputFlags output = new OutputFlags();

  @Option(
      names = "--field-manager",
      paramLabel = "NAME",
      description = "Who the server writes down as the owner of the fields.")
  String fieldManager = "kubectl-client-side-apply";

  @Option(
      names = "--validate",
      arity = "1",
      fallbackValue = "strict",
      paramLabel = "strict|warn|ignore",
      description = "Whether unknown and duplicate fields are errors, warnings, or let pass.")
  String validate = "strict";

  @Option(
      names = "--overwrite",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description =
          "Undo what others changed in fields of the manifest; if false, report it as an error.")
  boolean overwrite = true;

  @Option(
      names = "--order",
      paramLabel = "dependencies|input",
      description =
          "Apply what others need before them, or all in the order of the input; printed is always"
              + " in that order.")
  String order = "";

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return new ApplyRun(world, stop).run(request(world.console(), arguments)).status();
  }

  /// The request, or the first thing that is wrong, in kubectl's order.
  private ApplyRequest request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(NAME, arguments);
    }
    var dry = dryRun.read(console);
    if (files.absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
    String validation = ValidateFlag.read(validate);
    var rules = global.likeKubectl(console) ? Rules.KUBECTL : Rules.CORRECTED;
    var options =
        new ApplyOptions(
            new MergeRequest.Options(rules, overwrite),
            dry,
            fieldManager,
            validation,
            order(rules));
    return new ApplyRequest(
        files.inputs(NAME, rules == Rules.KUBECTL ? REFUSED : TAKEN_APART),
        GoValues.selector(selector),
        global.connection(),
        options,
        new Output(output.format(), output.managedFields, global.requests()));
  }

  private Order order(Rules rules) {
    return switch (order) {
      case "" -> rules == Rules.KUBECTL ? Order.INPUT : Order.DEPENDENCIES;
      case "input" -> Order.INPUT;
      case "dependencies" -> Order.DEPENDENCIES;
      default ->
          throw new UsageException(
              "invalid --order value \"" + order + "\"; must be dependencies or input");
    };
  }
}
