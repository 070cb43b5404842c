package dev.japply.cli.build;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.context.CommandContext;
import dev.japply.kustomize.BuiltObjects;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.report.OutputFormat;
import dev.japply.report.ProblemReporter.Requests;
import java.util.List;

/// Carries out `japply build`.
public record BuildRun(CommandContext context, Cancellation cancellation) {

  public ExitCode run(BuildRequest request) {
    BuiltObjects built = new Builder(context, cancellation).build(request);
    built.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
    context.console().data().print(text(built));
    return ExitCode.OK;
  }

  /// The objects as documents of YAML.
  private static String text(BuiltObjects built) {
    var yaml = new OutputFormat.Yaml(/* managedFields= */ true);
    var text = new StringBuilder();
    for (KubeObject object : built.objects()) {
      text.append(text.isEmpty() ? "" : yaml.separator())
          .append(yaml.print(List.of(object.tree())).text());
    }
    return text.toString();
  }
}
