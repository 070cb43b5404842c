package dev.japply.cli.merge;

import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.merge.MergeFiles.SchemaChoice;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.io.Cancellation;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.plan.PlanProblems;
import dev.japply.problem.ExitCode;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.MergeReport;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.PatchFormat;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Runs `japply merge`.
record MergeRun(CommandContext context, Cancellation cancellation) {

  ExitCode run(MergeFiles files) {
    KubeObject config = object(files.config(), files.schema());
    Node lastApplied =
        files.lastApplied().isEmpty()
            ? Missing.MISSING
            : object(files.lastApplied(), files.schema()).tree();
    var request =
        new MergeRequest(
            lastApplied,
            config.tree(),
            object(files.live(), files.schema()).tree(),
            schema(files.schema(), config).orElse(null),
            files.options());
    MergeOutcome outcome = merge(config, request);
    List<Problem> conflicts = PlanProblems.conflicts(config, request.live(), outcome.conflicts());
    context
        .console()
        .data()
        .print(
            switch (files.output()) {
              case PATCH -> MergeReport.patch(outcome);
              case RESULT -> MergeReport.result(outcome);
              case JSON -> MergeReport.all(outcome);
            });
    conflicts.forEach(context.console().problems(Requests.HIDDEN)::print);
    return conflicts.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static MergeOutcome merge(KubeObject config, MergeRequest request) {
    try {
      return ThreeWayMerge.merge(request);
    } catch (MergeException e) {
      throw new JapplyException(PlanProblems.unmergeable(config, request.live(), e), e);
    }
  }

  /// Reads the only object in `file`. Accepts any map if its kind does not select the schema.
  private KubeObject object(String file, SchemaChoice choice) {
    InputOptions inputs =
        switch (choice) {
          case SchemaChoice.Builtin() -> InputOptions.of(file);
          case SchemaChoice.JsonMerge() -> InputOptions.ofMap(file);
          case SchemaChoice.Document(var document, String name) ->
              name.isEmpty() ? InputOptions.of(file) : InputOptions.ofMap(file);
        };
    ManifestSet found = inputs.read(context, cancellation);
    List<Problem> errors =
        found.problems().stream().filter(p -> p.severity() == Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw new JapplyException(errors);
    }
    if (found.objects().size() != 1) {
      throw new JapplyException(
          Origin.of(file),
          "must hold one object, but holds " + found.objects().size(),
          "give a file for each");
    }
    return found.objects().getFirst();
  }

  private static Optional<Schema> schema(SchemaChoice choice, KubeObject config) {
    return switch (choice) {
      case SchemaChoice.JsonMerge() -> Optional.empty();
      case SchemaChoice.Builtin() -> Optional.of(builtin(config));
      case SchemaChoice.Document(String file, String name) ->
          Optional.of(published(file, name, config));
    };
  }

  private static Schema builtin(KubeObject config) {
    Gvk gvk = config.gvk();
    return BuiltinSchemas.load()
        .document(gvk.group(), gvk.version())
        .flatMap(document -> document.object(gvk.group(), gvk.version(), gvk.kind()))
        .orElseThrow(() ->
            new JapplyException(
                config.origin(),
                "no built-in schema for " + gvk,
                "give --openapi, or --json-merge for a custom resource"));
  }

  private static Schema published(String file, String name, KubeObject config) {
    MapValue tree = document(file);
    SchemaDocument document = new OpenApiReader().read(tree);
    Gvk gvk = config.gvk();
    Optional<Schema> schema =
        name.isEmpty()
            ? document.object(gvk.group(), gvk.version(), gvk.kind())
            : document.type(name);
    boolean describesRequests = !tree.map("paths").isEmpty();
    return schema
        .map(type -> describesRequests ? type : type.of(PatchFormat.STRATEGIC))
        .orElseThrow(() ->
            new JapplyException(
                Origin.of(file),
                name.isEmpty() ? "no schema for " + gvk : "no schema named \"" + name + "\"",
                "name one of its schemas with --schema"));
  }

  private static MapValue document(String file) {
    try {
      return Json.parse(Files.readAllBytes(Path.of(file))) instanceof MapValue map
          ? map
          : MapValue.EMPTY;
    } catch (IOException | InvalidPathException e) {
      throw new JapplyException(Origin.of(file), "cannot be read: " + e.getMessage(), "");
    } catch (JsonSyntaxException e) {
      throw new JapplyException(
          new Origin(file, e.line(), e.column()), "is not a JSON document: " + e.getMessage(), "");
    }
  }
}
