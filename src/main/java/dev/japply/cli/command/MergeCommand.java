package dev.japply.cli.command;

import dev.japply.cli.command.MergeFiles.Output;
import dev.japply.cli.command.MergeFiles.SchemaChoice;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Flags;
import dev.japply.cli.flags.LocalCommand;
import dev.japply.cli.flags.UsageException;
import dev.japply.io.Cancellation;
import dev.japply.plan.PlanOptions;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `japply merge`: its flags, and the request that they make.
public final class MergeCommand extends LocalCommand {
  private static final String NAME = "japply merge";

  String lastApplied = "";
  String config = "";
  String live = "";
  String output = "patch";
  String openapi = "";
  String schema = "";
  boolean jsonMerge;
  boolean overwrite = true;

  @Override
  public String name() {
    return "merge";
  }

  @Override
  public void describe(UsageMessageSpec usage) {
    usage
        .header("Merge three documents offline, and print the patch.")
        .description(
            "Each file holds one object, in YAML or JSON; - is standard input. No last-applied"
                + " annotation is added.")
        .footer(
            "  ${ROOT-COMMAND-NAME} merge --last-applied old.yaml --config new.yaml --live"
                + " live.yaml",
            "  ${ROOT-COMMAND-NAME} merge --config cr.yaml --live live.json --json-merge -o result",
            "  ${ROOT-COMMAND-NAME} merge --config w.yaml --live l.yaml --openapi api.json --schema"
                + " com.example.v1.Widget");
  }

  @Override
  public void declare(Flags flags) {
    flags
        .add("--last-applied")
        .label("FILE")
        .help("What was applied last.")
        .text(lastApplied, value -> lastApplied = value);
    flags.add("--config").label("FILE").help("The manifest.").text(config, value -> config = value);
    flags
        .add("--live")
        .label("FILE")
        .help("The object on the server.")
        .text(live, value -> live = value);
    flags
        .add("-o", "--output")
        .label("patch|result|json")
        .help("Print the patch, the merged object, or both and the conflicts.")
        .text(output, value -> output = value);
    flags
        .add("--openapi")
        .label("FILE")
        .help("An OpenAPI 2 or 3 document with the schema of the object.")
        .text(openapi, value -> openapi = value);
    flags
        .add("--schema")
        .label("NAME")
        .help("The name of the schema in that document; by default that of the object's kind.")
        .text(schema, value -> schema = value);
    flags
        .add("--json-merge")
        .help("Merge without a schema, as for a custom resource.")
        .bool(jsonMerge, value -> jsonMerge = value);
    flags
        .add("--overwrite")
        .help("Overwrite what others changed in fields of the manifest; if false, report it.")
        .bool(overwrite, value -> overwrite = value);
    super.declare(flags);
  }

  @Override
  public int run(CommandContext context, Cancellation cancellation, List<String> arguments) {
    return new MergeRun(context, cancellation).run(request(context.console(), arguments)).status();
  }

  private MergeFiles request(Console console, List<String> arguments) {
    if (!arguments.isEmpty()) {
      throw UsageException.extra(NAME, arguments);
    }
    if (config.isEmpty() || live.isEmpty()) {
      throw UsageException.of(NAME, "must specify --config and --live");
    }
    if (List.of(lastApplied, config, live).stream().filter("-"::equals).count() > 1) {
      throw new UsageException("standard input cannot be used for multiple arguments");
    }
    var planning = new PlanOptions(global.compatibility(console), overwrite);
    return new MergeFiles(lastApplied, config, live, schemaChoice(), planning.merge(), format());
  }

  private SchemaChoice schemaChoice() {
    if (jsonMerge && !(openapi.isEmpty() && schema.isEmpty())) {
      throw new UsageException("--json-merge uses no schema: leave out --openapi and --schema");
    }
    if (openapi.isEmpty() && !schema.isEmpty()) {
      throw new UsageException("--schema requires --openapi");
    }
    if (jsonMerge) {
      return new SchemaChoice.JsonMerge();
    }
    return openapi.isEmpty()
        ? new SchemaChoice.Builtin()
        : new SchemaChoice.Document(openapi, schema);
  }

  private Output format() {
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
