package dev.japply.report;

import dev.japply.apply.NotReadyCause;
import dev.japply.object.KubeObject;
import dev.japply.plan.file.ExplanationCodec;
import dev.japply.problem.Problem;
import dev.japply.problem.ReleaseSpan;
import dev.japply.problem.Severity;
import dev.japply.problem.TerminalText;
import dev.japply.report.Summary.End;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// A report for programs; `docs/report.schema.json` describes it.
final class JsonReport {
  static final String VERSION = "japply.dev/v1";

  private JsonReport() {}

  static String of(RunReport report) {
    MapValue document =
        MapValue.of("apiVersion", Value.text(VERSION))
            .with("kind", Value.text("Report"))
            .with("command", Value.text(report.command()))
            .with("planned", Value.bool(report.planned()))
            .with("server", Value.text(report.server()))
            .with("summary", Value.text(report.summary()))
            .with("counts", counts(report))
            .with("objects", ListValue.of(report.objects(), JsonReport::object))
            .with("problems", ListValue.of(report.found(), JsonReport::detailed));
    PackageReport packaged = report.packaged();
    return IndentedJson.writeExact(
            packaged == null ? document : document.with("package", PackageJson.of(packaged)))
        + "\n";
  }

  /// Returns the report with one event per line.
  static String lines(RunReport report) {
    var text = new StringBuilder();
    report.objects().forEach(object -> text.append(line(object)));
    report.problems().forEach(problem -> text.append(line(problem)));
    PackageReport packaged = report.packaged();
    if (packaged != null) {
      text.append(line(packaged));
    }
    return text + end(report);
  }

  static String line(ReportedObject object) {
    return line("object", object(object));
  }

  static String ready(KubeObject object, String state) {
    return line("ready", identity(object).with("state", Value.text(state)));
  }

  /// Returns the line with the reason why an object is not ready.
  static String cause(KubeObject object, NotReadyCause cause) {
    return line(
        "cause",
        identity(object)
            .with("what", Value.text(cause.what()))
            .with("notes", ListValue.of(cause.notes(), Value::text))
            .with("container", Value.text(cause.container()))
            .with("log", ListValue.of(cause.log(), Value::text)));
  }

  static String line(Problem problem) {
    return line("problem", problem(problem));
  }

  static String line(PackageReport report) {
    return line("package", PackageJson.of(report));
  }

  static String end(RunReport report) {
    return line(
        "end",
        MapValue.of("command", Value.text(report.command()))
            .with("planned", Value.bool(report.planned()))
            .with("server", Value.text(report.server()))
            .with("summary", Value.text(report.summary()))
            .with("counts", counts(report)));
  }

  private static String line(String event, MapValue rest) {
    return TerminalText.json(GoJson.write(rest.with("event", Value.text(event)))) + "\n";
  }

  private static MapValue counts(RunReport report) {
    MapValue counts = MapValue.EMPTY;
    for (var count : report.counts().entrySet()) {
      counts = counts.with(code(count.getKey()), Value.number(count.getValue()));
    }
    return counts;
  }

  private static String code(End end) {
    return end.word(false).replace(' ', '-');
  }

  private static MapValue object(ReportedObject reported) {
    MapValue identity = identity(reported.object());
    identity =
        reported.build().isEmpty()
            ? identity
            : identity.with("build", Value.text(reported.build()));
    return ExplanationCodec.at(identity, reported.origin())
        .with("end", Value.text(code(reported.end())))
        .with("diff", Value.text(reported.diff()))
        .with("fields", ExplanationCodec.fields(reported.fields()));
  }

  /// Returns an object by its type and name.
  static MapValue identity(KubeObject object) {
    MapValue tree = object.gvk().tree();
    if (!object.namespace().isEmpty()) {
      tree = tree.with("namespace", Value.text(object.namespace()));
    }
    return tree.with("name", Value.text(object.name()));
  }

  private static MapValue problem(Problem problem) {
    String severity = problem.severity() == Severity.ERROR ? "error" : "warning";
    MapValue tree = MapValue.of("severity", Value.text(severity));
    if (problem.id() != null) {
      tree = tree.with("id", Value.text(problem.id().id()));
    }
    ReleaseSpan versions = problem.versions();
    if (versions != null) {
      tree = tree.with("versions", ListValue.of(versions.versions(), Value::text));
    }
    return ExplanationCodec.at(tree, problem.origin())
        .with("subject", Value.text(problem.subject()))
        .with("what", Value.text(problem.what()))
        .with("hint", Value.text(problem.hint()));
  }

  private static MapValue detailed(ReportedProblem problem) {
    List<String> details = problem.details();
    MapValue tree = problem(problem.problem());
    return details.isEmpty() ? tree : tree.with("details", ListValue.of(details, Value::text));
  }

  /// The parts of machine-readable reports that describe packages.
  private static final class PackageJson {
    private PackageJson() {}

    static MapValue of(PackageReport report) {
      MapValue tree = MapValue.of("directory", Value.text(report.directory()));
      PackageReport.Version from = report.from();
      if (from != null) {
        tree = tree.with("from", version(from));
      }
      return tree.with("to", version(report.to()))
          .with("files", ListValue.of(report.files(), PackageJson::file))
          .with("conflicts", ListValue.of(report.conflicts(), PackageJson::conflict));
    }

    private static MapValue version(PackageReport.Version version) {
      return MapValue.of("ref", Value.text(version.ref()))
          .with("commit", Value.text(version.commit()));
    }

    private static MapValue file(PackageReport.File file) {
      MapValue tree =
          MapValue.of("path", Value.text(file.path())).with("change", Value.text(file.change()));
      tree = file.side().isEmpty() ? tree : tree.with("side", Value.text(file.side()));
      return tree.with("diff", Value.text(file.diff()));
    }

    private static MapValue conflict(PackageReport.Conflict conflict) {
      return ExplanationCodec.at(MapValue.EMPTY, conflict.place())
          .with("subject", Value.text(conflict.subject()))
          .with("field", Value.text(conflict.field()))
          .with("was", Value.text(conflict.was()))
          .with("upstream", Value.text(conflict.upstream()))
          .with("here", Value.text(conflict.here()))
          .with("result", Value.text(conflict.result()));
    }
  }
}
