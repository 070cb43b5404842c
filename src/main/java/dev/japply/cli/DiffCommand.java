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
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply diff`: its flags, and the request that they make.
final class DiffCommand implements Command {
  FileFlags files = new FileFlags();
  String selector = "";
  boolean local;
  int concurrency = Schedule.USUAL_CONCURRENCY;
  boolean managedFields;
  ServerSideFlags serverSide = new ServerSideFlags();
  PruneFlags pruning = new PruneFlags();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "diff";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Show what applying manifests would change.")
        .description(
            "Prints what diff -u says of each object as it is and as it would be; the server makes"
                + " dry runs of the changes. KUBECTL_EXTERNAL_DIFF names a program to compare with,"
                + " and its arguments.",
            "Exits with 0 when nothing differs, 1 when something does, 2 after an error.")
        .footer(
            "  ${ROOT-COMMAND-NAME} diff -f deployment.yaml",
            "  kubectl kustomize overlays/prod | ${ROOT-COMMAND-NAME} diff -f -",
            "  ${ROOT-COMMAND-NAME} diff -f app.yaml --local                  sends nothing but"
                + " reads",
            "  KUBECTL_EXTERNAL_DIFF='diff -U1 -N' ${ROOT-COMMAND-NAME} diff -R -f manifests/");
  }

  @Override
  public void declare(Flags flags) {
    files.declare(flags);
    flags
        .add("-l", "--selector")
        .label("SELECTOR")
        .help("Compare only objects with these labels: a=b, a!=b, a in (b,c), a notin (b), a, !a.")
        .text(selector, value -> selector = value);
    flags
        .add("--local")
        .help(
            "Do without dry runs: show the result of the merge, without what the server would add.")
        .bool(local, value -> local = value);
    flags
        .add("--concurrency")
        .label("N")
        .help("How many objects to look at at once.")
        .number(concurrency, value -> concurrency = value);
    flags
        .add("--show-managed-fields")
        .help("Compare managedFields, too.")
        .bool(managedFields, value -> managedFields = value);
    serverSide.declare(flags);
    pruning.declare(flags);
    global.declare(flags);
  }

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
      throw UsageException.extra(global.command(), arguments);
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
        files.inputs(global, rules == Rules.KUBECTL),
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
