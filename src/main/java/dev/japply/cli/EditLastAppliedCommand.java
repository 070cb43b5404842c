package dev.japply.cli;

import dev.japply.edit.EditForm;
import dev.japply.execute.Stop;
import dev.japply.live.WriteOptions;
import dev.japply.report.BothReporters;
import dev.japply.report.EditReport;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `japply edit-last-applied`: its flags.
@CommandLine.Command(
    name = "edit-last-applied",
    header = "Edit what was applied last, in the annotation of live objects.",
    description = {
      "Opens the editor that KUBE_EDITOR or EDITOR names, else vi. What the edit means for the"
          + " next apply is shown, then the annotation is saved; nothing else of the objects"
          + " changes."
    },
    customSynopsis =
        "${ROOT-COMMAND-NAME} edit-last-applied (TYPE [NAME...] | TYPE/NAME... | -f FILE) [FLAGS]",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} edit-last-applied deployment web",
      "  ${ROOT-COMMAND-NAME} edit-last-applied -f app.yaml -o json",
      "  KUBE_EDITOR=nano ${ROOT-COMMAND-NAME} edit-last-applied deployment/web service/web"
    })
final class EditLastAppliedCommand implements Command {
  @Spec CommandSpec spec;

  @Mixin FileFlags files = new FileFlags();

  @Mixin OutputFlags output = new OutputFlags();

  @Option(
      names = "--windows-line-endings",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Whether lines end as on Windows; by default as on this system.")
  boolean windowsLineEnds = isWindows();

  @Option(
      names = "--field-manager",
      paramLabel = "NAME",
      description = "Who the server writes down as the owner of the annotation.")
  String fieldManager = "kubectl-client-side-apply";

  @Option(
      names = "--validate",
      arity = "1",
      fallbackValue = "strict",
      paramLabel = "strict|warn|ignore",
      description = "What the server does about unknown fields; the annotation has none.")
  String validate = "strict";

  @Mixin RecordFlag record = new RecordFlag();

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    boolean like = global.likeKubectl(world.console());
    output.checkEditable(like);
    var reporter =
        new BothReporters(
            output.reporter(world.console(), "", like),
            world.console().problems(global.requests()));
    var write = new WriteOptions(fieldManager, ValidateFlag.read(validate), false);
    var options =
        new EditRun.Options(
            form(), write, like, isWindows(), record.cause(global, world.console()));
    var choice =
        new ObjectChoice(
            files.optional(spec.qualifiedName(), like),
            new ObjectArguments(arguments),
            Optional.empty(),
            true,
            global.connection());
    return new EditRun(world, stop, reporter, options).run(choice).status();
  }

  private EditForm form() {
    return output.output.equals(Optional.of("json"))
        ? new EditForm(".json", false, windowsLineEnds, EditReport::json)
        : new EditForm(".yaml", true, windowsLineEnds, EditReport::yaml);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }
}
