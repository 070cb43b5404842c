package dev.japply.cli;

import dev.japply.execute.ApplyMethod;
import dev.japply.execute.ForecastOptions;
import dev.japply.execute.PruneRequest.Choice;
import dev.japply.execute.Schedule;
import dev.japply.execute.Stop;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.LabelSelector;
import dev.japply.problem.ExitCode;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `japply diff`: its flags, and the request that they make.
@CommandLine.Command(
    name = "diff",
    header = "Show what applying manifests would change.",
    description = {
      "Prints what diff -u says of each object as it is and as it would be; the server makes dry"
          + " runs of the changes. KUBECTL_EXTERNAL_DIFF names a program to compare with, and its"
          + " arguments.",
      "Exits with 0 when nothing differs, 1 when something does, 2 after an error."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} diff -f deployment.yaml",
      "  kubectl kustomize overlays/prod | ${ROOT-COMMAND-NAME} diff -f -",
      "  ${ROOT-COMMAND-NAME} diff -f app.yaml --local                  sends nothing but reads",
      "  KUBECTL_EXTERNAL_DIFF='diff -U1 -N' ${ROOT-COMMAND-NAME} diff -R -f manifests/"
    })
final class DiffCommand implements Command {
  @Spec CommandSpec spec;

  @Mixin FileFlags files = new FileFlags();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description =
          "Compare only objects with these labels: a=b, a!=b, a in (b,c), a notin (b), a, !a.")
  String selector = "";

  @Option(
      names = "--local",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description =
          "Do without dry runs: show the result of the merge, without what the server would add.")
  boolean local;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "How many objects to look at at once.")
  int concurrency = Schedule.USUAL_CONCURRENCY;

  @Option(
      names = "--show-managed-fields",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Compare managedFields, too.")
  boolean managedFields;

  @Mixin ServerSideFlags serverSide = new ServerSideFlags();

  @Mixin PruneFlags pruning = new PruneFlags();

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return new DiffRun(world, stop).run(request(world.console(), arguments)).status();
  }

  @Override
  public ExitCode failure() {
    return ExitCode.DIFF_ERROR;
  }

  private DiffRequest request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(spec.qualifiedName(), arguments);
    }
    if (files.absent()) {
      throw new UsageException("must specify one of -f and -k");
    }
    serverSide.check();
    if (serverSide.serverSide && local) {
      throw new UsageException("--local cannot be used with --server-side: the server merges then");
    }
    LabelSelector labels = GoValues.selector(selector);
    var applied = new Choice.Applied(labels, pruning.types());
    var rules = global.likeKubectl(console) ? Rules.KUBECTL : Rules.CORRECTED;
    var merge = new MergeRequest.Options(rules, true);
    return new DiffRequest(
        files.inputs(spec.qualifiedName(), rules == Rules.KUBECTL),
        labels,
        global.merging(console, true),
        pruning.prune ? Optional.of(applied) : Optional.empty(),
        new ForecastOptions(
            merge, serverSide.fieldManager(), method(), local, Math.max(1, concurrency)),
        managedFields,
        global.requests());
  }

  private ApplyMethod method() {
    return serverSide.serverSide ? serverSide.method("", false) : ApplyMethod.ClientSide.PATCHING;
  }
}
