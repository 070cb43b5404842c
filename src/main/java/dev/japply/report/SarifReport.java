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
              object.origin(),
              report.sentence(object),
              fingerprints.of("change", object.subject())));
    }
    for (Problem problem : report.problems()) {
      String level = RunReport.isError(problem) ? "error" : "warning";
      results.add(
          result(
              level,
              level,
              problem.origin(),
              RunReport.sentence(problem),
              fingerprints.of(problem)));
    }
    MapValue driver =
        MapValue.of("name", Value.text("japply"))
            .with(
                "rules",
                list(
                    rule("change", "An object changes."),
                    rule("warning", "A warning before applying."),
                    rule("error", "An object cannot be applied.")));
    MapValue run =
        MapValue.of("tool", MapValue.of("driver", driver))
            .with("results", new ListValue(List.copyOf(results)));
    MapValue document =
        MapValue.of("$schema", Value.text(SCHEMA))
            .with("version", Value.text("2.1.0"))
            .with("runs", list(run));
    return IndentedJson.writeInOrder(document) + "\n";
  }

  private static MapValue rule(String id, String text) {
    return MapValue.of("id", Value.text(id)).with("shortDescription", text(text));
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
