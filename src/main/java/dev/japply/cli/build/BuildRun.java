package dev.japply.cli.build;

import dev.japply.cli.flags.BuildRequest;
import dev.japply.cli.flags.Builder;
import dev.japply.cli.flags.CommandContext;
import dev.japply.input.ManifestSet;
import dev.japply.input.RequiredFields;
import dev.japply.io.Cancellation;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.report.OutputFormat;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;

/// Runs `japply build`.
record BuildRun(CommandContext context, Cancellation cancellation) {
  private static final OutputFormat.Yaml YAML = new OutputFormat.Yaml(/* managedFields= */ true);

  /// Builds the kustomization and writes the result.
  ///
  /// @param output the file or directory to write; empty for standard output
  ExitCode run(BuildRequest request, String output) {
    var builder = new Builder(context, cancellation);
    var target = new BuildOutput(output);
    if (request.command().isEmpty()) {
      KustomizationBuild.Result built = builder.build(request);
      built.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
      if (target.isDirectory()) {
        target.write(new ManifestSet(built.objects(), List.of()), BuildRun::text);
      } else {
        put(text(built), target);
      }
    } else if (target.isDirectory()) {
      target.write(builder.objects(request, RequiredFields.ALL), BuildRun::text);
    } else {
      put(builder.handOver(request), target);
    }
    return ExitCode.OK;
  }

  private void put(String text, BuildOutput target) {
    if (target.path().isEmpty()) {
      context.console().data().print(text);
    } else {
      target.write(text);
    }
  }

  /// Serializes the objects as YAML documents.
  private static String text(KustomizationBuild.Result built) {
    var text = new StringBuilder();
    for (KubeObject object : built.objects()) {
      text.append(text.isEmpty() ? "" : YAML.separator()).append(text(object));
    }
    return text.toString();
  }

  private static String text(KubeObject object) {
    return YAML.print(List.of(object.tree())).text();
  }
}
