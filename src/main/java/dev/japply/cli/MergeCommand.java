package dev.japply.cli;

import dev.japply.cli.MergeFiles.Output;
import dev.japply.cli.MergeFiles.SchemaChoice;
import dev.japply.execute.Stop;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.MergeRequest.Rules;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `japply merge`: its flags, and the request that they make.
@CommandLine.Command(
    name = "merge",
    header = "Merge three documents offline, and print the patch.",
    description = {
      "The files hold one object each, in YAML or JSON; - stands for standard input. They are "
          + "merged"
          + " as they are: no last-applied annotation is added."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ${ROOT-COMMAND-NAME} merge --last-applied old.yaml --config new.yaml --live live.yaml",
      "  ${ROOT-COMMAND-NAME} merge --config cr.yaml --live live.json --json-merge -o result",
      "  ${ROOT-COMMAND-NAME} merge --config w.yaml --live l.yaml --openapi api.json --schema "
          + "com.example.v1.Widget"
    })
final class MergeCommand implements Command {
  private static final String NAME = "japply merge";

  @Option(names = "--last-applied", paramLabel = "FILE", description = "What was applied last.")
  String lastApplied = "";

  @Option(names = "--config", paramLabel = "FILE", description = "The manifest.")
  String config = "";

  @Option(names = "--live", paramLabel = "FILE", description = "The object on the server.")
  String live = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "patch|result|json",
      description = "Print the patch, the merged object, or both and the conflicts.")
  String output = "patch";

  @Option(
      names = "--openapi",
      paramLabel = "FILE",
      description = "An OpenAPI document, of version 2 or 3, with the schema of the object.")
  String openapi = "";

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description = "The name of the schema in that document; else the object's kind decides.")
  String schema = "";

  @Option(
      names = "--json-merge",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Merge without a schema, as for a custom resource.")
  boolean jsonMerge;

  @Option(
      names = "--overwrite",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Undo what others changed in fields of the manifest; if false, report it.")
  boolean overwrite = true;

  @Mixin GlobalFlags global = new GlobalFlags();

  @Override
  public GlobalFlags global() {
    return global;
  }

  @Override
  public int run(World world, Stop stop, List<String> arguments) {
    return new MergeRun(world).run(request(world.console(), arguments)).status();
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
    var rules = global.likeKubectl(console) ? Rules.KUBECTL : Rules.CORRECTED;
    return new MergeFiles(
        lastApplied,
        config,
        live,
        schemaChoice(),
        new MergeRequest.Options(rules, overwrite),
        format());
  }

  private SchemaChoice schemaChoice() {
    if (jsonMerge && !(openapi.isEmpty() && schema.isEmpty())) {
      throw new UsageException("--json-merge takes no schema: leave --openapi and --schema out");
    }
    if (openapi.isEmpty() && !schema.isEmpty()) {
      throw new UsageException("--schema names a schema of a document: give --openapi, too");
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
