package dev.japply.cli.edit;

import dev.japply.apply.DryRun;
import dev.japply.cli.flags.Command;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.FileFlags;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.MergeFlags;
import dev.japply.cli.flags.ObjectArguments;
import dev.japply.cli.flags.ObjectSelection;
import dev.japply.cli.flags.OutputFlags;
import dev.japply.cli.flags.RecordFlag;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.plan.Compatibility;
import dev.japply.plan.Difference;
import dev.japply.report.EditReport;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply edit-last-applied`: its flags.
public final class EditLastAppliedCommand extends Command {
  private final FileFlags files = new FileFlags(flags.section("Input"), false);
  private final OutputFlags output = new OutputFlags(flags.section("Output"));
  private final Flag<Boolean> windowsLineEnds =
      flags
          .section("Writing")
          .add("--windows-line-endings")
          .rare()
          .help("Use the line endings of Windows instead of this system's.")
          .bool(isWindows());
  private final Flag<String> fieldManager =
      flags
          .section("Writing")
          .fieldManager("The name that the server records as the owner of the annotation.");
  private final Flag<String> validation =
      MergeFlags.validate(
          flags.section("Writing"),
          "Treat unknown fields and wrong types as errors, as warnings, or ignore them.");
  private final RecordFlag record = new RecordFlag(flags.section("Writing"));

  public EditLastAppliedCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "edit-last-applied";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Edit the last-applied annotation of live objects.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} edit-last-applied (TYPE [NAME...] | TYPE/NAME... | -f FILE)"
                + " [flags]")
        .description(
            "Opens the editor of KUBE_EDITOR or EDITOR, by default vi. Shows the effect of the"
                + " edit on the next apply, and saves the annotation. Changes nothing else.")
        .footer(
            "  ${ROOT-COMMAND-NAME} edit-last-applied deployment web",
            "  ${ROOT-COMMAND-NAME} edit-last-applied -f app.yaml -o json",
            "  KUBE_EDITOR=nano ${ROOT-COMMAND-NAME} edit-last-applied deployment/web service/web");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    var compatibility = global.compatibility(context.console());
    var reporter = output.reporter(global, context.console(), DryRun.NONE);
    var write = new WriteOptions(fieldManager.get(), validation.get(), false);
    var options =
        new EditOptions(
            form(),
            write,
            validation(compatibility),
            compatibility,
            isWindows(),
            record.cause(global, context.console()).orElse(null));
    var choice =
        new ObjectSelection(
            files.optional(global, compatibility, context.console()).orElse(null),
            new ObjectArguments(arguments),
            null,
            true,
            global.connection(),
            compatibility);
    return new EditRun(context, cancellation, reporter, options).run(choice).status();
  }

  private EditValidation.Mode validation(Compatibility compatibility) {
    return compatibility.allows(Difference.VALIDATES_EDITS)
        ? EditValidation.Mode.valueOf(validation.get().toUpperCase(Locale.ROOT))
        : EditValidation.Mode.IGNORE;
  }

  private EditBuffer form() {
    return output.isJson()
        ? new EditBuffer(".json", false, windowsLineEnds.get(), EditReport::json)
        : new EditBuffer(".yaml", true, windowsLineEnds.get(), EditReport::yaml);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }
}
