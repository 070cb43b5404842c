package dev.japply.cli;

import dev.japply.cli.ApplyRequest.Output;
import dev.japply.execute.ApplyMethod;
import dev.japply.execute.ApplyOptions;
import dev.japply.execute.PruneRequest;
import dev.japply.execute.Replacement;
import dev.japply.execute.Schedule;
import dev.japply.execute.Stop;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.plan.Order;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
      "  ${ROOT-COMMAND-NAME} apply -f deployment.yaml",
      "  ${ROOT-COMMAND-NAME} apply -R -f manifests/ -n shop",
      "  kubectl kustomize overlays/prod | ${ROOT-COMMAND-NAME} apply -f -",
      "  ${ROOT-COMMAND-NAME} apply -f app.yaml --dry-run=client -o yaml     the merged objects,"
          + " nothing sent"
    })
final class ApplyCommand implements Command {
  @Spec CommandSpec spec;

  @Mixin FileFlags files = new FileFlags();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description =
          "Apply only objects with these labels: a=b, a!=b, a in (b,c), a notin (b), a, !a.")
  String selector = "";

  @Mixin DryRunFlag dryRun = new DryRunFlag();

  @Mixin OutputFlags output = new OutputFlags();

  @Mixin ServerSideFlags serverSide = new ServerSideFlags();

  @Option(
      names = "--subresource",
      paramLabel = "NAME",
      description = "Apply this part of the objects, as status; only with --server-side.")
  String subresource = "";

  @Mixin ReplaceFlags replacing = new ReplaceFlags();

  @Mixin PruneFlags pruning = new PruneFlags();

  @Option(
      names = "--all",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Prune all objects that were applied, not only those with the labels of -l.")
  boolean all;

  @Option(
      names = "--applyset",
      paramLabel = "[RESOURCE/]NAME",
      description = "Prune what the set that this object stands for no longer has.")
  String applySet = "";

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

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many objects to apply at once; with --order=input always one.")
  int concurrency = Schedule.USUAL_CONCURRENCY;

  @Option(
      names = "--openapi-patch",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description =
          "Merge by what the server publishes about types; if false, by what is built in.")
  boolean openApi = true;

  @Mixin RecordFlag record = new RecordFlag();

  @Option(
      names = "--exit-code",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "End with status 10 if all is done and something changed, or would.")
  boolean exitCode;

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return new ApplyRun(world, stop).run(request(world.console(), arguments)).status();
  }

  /// The request, or the first thing that is wrong, in kubectl's order.
  private ApplyRequest request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(spec.qualifiedName(), arguments);
    }
    var dry = dryRun.read(console);
    var replacement = replacing.replacement(console);
    if (files.absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
    String validation = ValidateFlag.read(validate);
    Optional<PruneRequest> prune = prune(console, replacement);
    new ApplyCombinations(this, dry).check();
    var rules = global.likeKubectl(console) ? Rules.KUBECTL : Rules.CORRECTED;
    var options =
        new ApplyOptions(
            new MergeRequest.Options(rules, overwrite),
            dry,
            serverSide.fieldManager(),
            validation,
            new Schedule(order(rules), concurrency()),
            method(replacement));
    return new ApplyRequest(
        files.inputs(spec.qualifiedName(), rules == Rules.KUBECTL),
        GoValues.selector(selector),
        global.merging(console, openApi),
        options,
        prune,
        new Output(output.format(console, rules == Rules.KUBECTL), global.requests(), exitCode),
        record.cause(global, console));
  }

  private ApplyMethod method(Replacement replacement) {
    return serverSide.serverSide
        ? serverSide.method(subresource, exitCode)
        : new ApplyMethod.ClientSide(replacing.force ? Optional.of(replacement) : Optional.empty());
  }

  /// kubectl has `--applyset` only where a variable says so.
  private Optional<PruneRequest> prune(Console console, Replacement replacement) {
    boolean there = console.variable("KUBECTL_APPLYSET").equalsIgnoreCase("true");
    if (!applySet.isEmpty() && !there && global.likeKubectl(console)) {
      throw UsageException.of(spec.qualifiedName(), "unknown flag: --applyset");
    }
    PruneRequest.Choice choice =
        applySet.isEmpty()
            ? new PruneRequest.Choice.Applied(GoValues.selector(selector), pruning.types())
            : new PruneRequest.Choice.Members(applySet);
    return pruning.prune
        ? Optional.of(new PruneRequest(choice, replacement.deletion(), replacing.await))
        : Optional.empty();
  }

  private int concurrency() {
    if (concurrency < 1) {
      throw new UsageException(
          "invalid --concurrency value \"" + concurrency + "\"; must be at least 1");
    }
    return concurrency;
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
