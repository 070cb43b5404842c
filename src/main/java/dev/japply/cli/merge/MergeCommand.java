package dev.japply.cli.merge;

import dev.japply.cli.flags.Command.LocalCommand;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flag;
import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.UsageException;
import dev.japply.cli.merge.MergeFiles.Output;
import dev.japply.cli.merge.MergeFiles.SchemaChoice;
import dev.japply.io.Cancellation;
import dev.japply.plan.PlanOptions;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The command `japply merge`: its flags, and the request built from them.
public final class MergeCommand extends LocalCommand {

  private final Flag<String> lastApplied =
      flags.add("--last-applied").label("FILE").help("The last-applied configuration.").text("");
  private final Flag<String> config =
      flags.add("--config").label("FILE").help("The manifest.").text("");
  private final Flag<String> live =
      flags.add("--live").label("FILE").help("The object on the server.").text("");
  private final Flag<Output> output =
      flags
          .add("-o", "--output")
          .label("patch|result|json")
          .help("Print the patch, the merged object, or both with the conflicts.")
          .value("patch", MergeCommand::format);
  private final Flag<String> openapi =
      flags
          .add("--openapi")
          .rare()
          .label("FILE")
          .help("An OpenAPI 2 or 3 document with the schema of the object.")
          .text("");
  private final Flag<String> schema =
      flags
          .add("--schema")
          .rare()
          .label("NAME")
          .help(
              "The name of the schema in that document; by default the schema of the object's"
                  + " kind.")
          .text("");
  private final Flag<Boolean> jsonMerge =
      flags
          .add("--json-merge")
          .rare()
          .help("Merge without a schema, as for a custom resource.")
          .bool(false);
  private final Flag<Boolean> overwrite =
      flags
          .add("--overwrite")
          .rare()
          .help(
              "Overwrite changes by other writers in fields of the manifest; if false, report"
                  + " them.")
          .bool(true);

  public MergeCommand(FlagSet set) {
    super(set);
  }

  @Override
  public String name() {
    return "merge";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Merge three documents offline, and print the patch.")
        .description(
            "Each file has one object in YAML or JSON; - is standard input. Adds no last-applied"
                + " annotation.")
        .customSynopsis(
            "${ROOT-COMMAND-NAME} merge --config FILE [--last-applied FILE] [--live FILE] [flags]")
        .footer(
            "  ${ROOT-COMMAND-NAME} merge --last-applied old.yaml --config new.yaml --live"
                + " live.yaml",
            "  ${ROOT-COMMAND-NAME} merge --config cr.yaml --live live.json --json-merge -o result",
            "  ${ROOT-COMMAND-NAME} merge --config w.yaml --live l.yaml --openapi api.json");
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return new MergeRun(context, cancellation).run(request(context.console(), arguments)).status();
  }

  private MergeFiles request(Console console, List<String> arguments) {
    checkCount(arguments, 0);
    if (config.get().isEmpty() || live.get().isEmpty()) {
      throw UsageException.of(global.command(), "must specify --config and --live");
    }
    if (Stream.of(lastApplied, config, live).map(Flag::get).filter("-"::equals).count() > 1) {
      throw new UsageException("standard input cannot be used for multiple arguments");
    }
    var planning = new PlanOptions(global.compatibility(console), overwrite.get());
    return new MergeFiles(
        lastApplied.get(),
        config.get(),
        live.get(),
        schemaChoice(),
        planning.merge(),
        output.get());
  }

  private SchemaChoice schemaChoice() {
    if (jsonMerge.get() && !(openapi.get().isEmpty() && schema.get().isEmpty())) {
      throw new UsageException("--json-merge uses no schema: leave out --openapi and --schema");
    }
    if (openapi.get().isEmpty() && !schema.get().isEmpty()) {
      throw new UsageException("--schema requires --openapi");
    }
    if (jsonMerge.get()) {
      return new SchemaChoice.JsonMerge();
    }
    return openapi.get().isEmpty()
        ? new SchemaChoice.Builtin()
        : new SchemaChoice.Document(openapi.get(), schema.get());
  }

  private static Output format(String output) {
    return switch (output) {
      case "patch" -> Output.PATCH;
      case "result" -> Output.RESULT;
      case "json" -> Output.JSON;
      default ->
          throw new UsageException(
              "unknown output format \"" + output + "\", allowed formats are: patch,result,json");
    };
  }
}
