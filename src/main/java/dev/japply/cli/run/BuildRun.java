package dev.japply.cli.run;

import dev.japply.cli.context.CommandContext;
import dev.japply.kustomize.BuiltObjects;
import dev.japply.kustomize.Kustomization;
import dev.japply.object.KubeObject;
import dev.japply.problem.ExitCode;
import dev.japply.report.BuildText;
import dev.japply.report.ProblemReporter.Requests;

/// Carries out `japply build`.
public record BuildRun(CommandContext context) {

  public ExitCode run(BuildRequest request) {
    BuiltObjects built = Kustomization.build(request.folder(), request.options());
    built.warnings().forEach(context.console().problems(Requests.HIDDEN)::print);
    String text = BuildText.of(built.objects().stream().map(KubeObject::tree).toList());
    context.console().data().print(text);
    return ExitCode.OK;
  }
}
