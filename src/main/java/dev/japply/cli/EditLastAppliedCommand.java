package dev.japply.cli;

import dev.japply.edit.EditForm;
import dev.japply.execute.Stop;
import dev.japply.live.WriteOptions;
import dev.japply.report.BothReporters;
import dev.japply.report.EditReport;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply edit-last-applied`: its flags.
final class EditLastAppliedCommand implements Command {
  FileFlags files = new FileFlags();
  OutputFlags output = new OutputFlags();
  boolean windowsLineEnds = isWindows();
  String fieldManager = "kubectl-client-side-apply";
  String validate = "strict";
  RecordFlag record = new RecordFlag();
  GlobalFlags global = new GlobalFlags();

  @Override
  public String name() {
    return "edit-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Edit what was applied last, in the annotation of live objects.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} edit-last-applied (TYPE [NAME...] | TYPE/NAME... | -f FILE)"
                + " [FLAGS]")
        .description(
            "Opens the editor that KUBE_EDITOR or EDITOR names, else vi. What the edit means for"
                + " the next apply is shown, then the annotation is saved; nothing else of the"
                + " objects changes.")
        .footer(
            "  ${ROOT-COMMAND-NAME} edit-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} edit-last-applied -f app.yaml -o json",
            "  KUBE_EDITOR=nano ${ROOT-COMMAND-NAME} edit-last-applied deployment/web service/web");
  }

  @Override
  public void declare(Flags flags) {
    files.declare(flags);
    output.declare(flags);
    flags
        .add("--windows-line-endings")
        .help("Whether lines end as on Windows; by default as on this system.")
        .bool(windowsLineEnds, value -> windowsLineEnds = value);
    flags
        .add("--field-manager")
        .label("NAME")
        .help("Who the server writes down as the owner of the annotation.")
        .text(fieldManager, value -> fieldManager = value);
    flags
        .add("--validate")
        .label("strict|warn|ignore")
        .help("What the server does about unknown fields; the annotation has none.")
        .bare("strict")
        .text(validate, value -> validate = value);
    record.declare(flags);
    global.declare(flags);
  }

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
            files.optional(global, like),
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
