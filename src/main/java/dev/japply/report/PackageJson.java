package dev.japply.report;

import dev.japply.plan.file.ExplanationCodec;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;

/// The parts of machine-readable reports that describe packages.
final class PackageJson {
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
