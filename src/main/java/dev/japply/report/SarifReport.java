package dev.japply.report;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// SARIF 2.1.0: each object that changes is a note, and each problem a warning or an error.
final class SarifReport {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private SarifReport() {}

  static String of(RunReport report) {
    var fingerprints = new FindingFingerprint();
    var results = new ArrayList<Value>();
    for (ReportedObject object : report.changed()) {
      results.add(
          result(
              "change",
              "note",
              object.place(),
              report.sentence(object),
              fingerprints.of("change", object.subject())));
    }
    for (Problem problem : report.problems()) {
      String level = RunReport.isError(problem) ? "error" : "warning";
      results.add(
          result(
              RunReport.rule(problem),
              level,
              problem.origin(),
              RunReport.sentence(problem),
              fingerprints.of(problem)));
    }
    MapValue driver =
        withHelp(report, "", MapValue.of("name", Value.text("japply")), "informationUri")
            .with("version", Value.text(report.program().version()))
            .with("semanticVersion", Value.text(report.program().version()))
            .with("rules", new ListValue(rules(report)));
    MapValue run =
        MapValue.of("tool", MapValue.of("driver", driver))
            .with("results", new ListValue(List.copyOf(results)));
    MapValue document =
        MapValue.of("$schema", Value.text(SCHEMA))
            .with("version", Value.text("2.1.0"))
            .with("runs", list(run));
    return IndentedJson.writeInOrder(document) + "\n";
  }

  /// Returns the rules, including one for each kind of warning in the report.
  private static List<Value> rules(RunReport report) {
    var rules = new ArrayList<Value>();
    rules.add(rule(report, "change", "An object changes.", "reports.md"));
    rules.add(rule(report, "warning", "A warning before applying.", "warnings.md"));
    rules.add(rule(report, "error", "An object cannot be applied.", "errors.md"));
    report.problems().stream()
        .flatMap(problem -> Stream.ofNullable(problem.id()))
        .distinct()
        .sorted()
        .forEach(id -> rules.add(rule(report, id.id(), id.explanation(), "warnings.md")));
    return rules;
  }

  /// @param page the page of the documentation about it
  private static MapValue rule(RunReport report, String id, String text, String page) {
    MapValue rule =
        MapValue.of("id", Value.text(id))
            .with("shortDescription", text(text))
            .with("help", text(text + " See docs/" + page + "."));
    return withHelp(report, page, rule, "helpUri");
  }

  /// Returns `tree` with the address of a page of the documentation, if there are any.
  ///
  /// @param page empty for the sources themselves
  private static MapValue withHelp(RunReport report, String page, MapValue tree, String key) {
    String sources = report.program().sources();
    if (sources.isEmpty()) {
      return tree;
    }
    String version = report.program().version();
    String address = page.isEmpty() ? sources : sources + "/blob/v" + version + "/docs/" + page;
    return tree.with(key, Value.text(address));
  }

  private static MapValue result(
      String rule, String level, Origin origin, String message, String fingerprint) {
    MapValue result =
        MapValue.of("ruleId", Value.text(rule))
            .with("level", Value.text(level))
            .with("message", text(message))
            .with("partialFingerprints", MapValue.of("japply/v1", Value.text(fingerprint)));
    String file = RunReport.file(origin);
    if (file.isEmpty()) {
      return result;
    }
    MapValue place =
        MapValue.of("artifactLocation", MapValue.of("uri", Value.text(uri(file))))
            .with("region", MapValue.of("startLine", Value.number(RunReport.line(origin))));
    return result.with("locations", list(MapValue.of("physicalLocation", place)));
  }

  /// Returns a path as a URI reference, or a URL unchanged.
  private static String uri(String file) {
    if (file.contains("://")) {
      return file;
    }
    try {
      return new URI(null, null, file, null).toASCIIString();
    } catch (URISyntaxException e) {
      return file;
    }
  }

  private static MapValue text(String text) {
    return MapValue.of("text", Value.text(text));
  }

  private static ListValue list(MapValue... items) {
    return new ListValue(List.of(items));
  }
}
