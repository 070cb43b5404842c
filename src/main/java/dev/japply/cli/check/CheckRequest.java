package dev.japply.cli.check;

import dev.japply.check.ManifestCheck;
import dev.japply.cli.flags.InputOptions;
import dev.japply.cli.flags.ReportTarget;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.plan.Compatibility;
import java.util.List;

/// The request of `japply check`.
///
/// @param definitions the CustomResourceDefinitions of `--crds`
/// @param snapshot the file of `--live`; empty for none
/// @param summary whether to print a summary after problems
record CheckRequest(
    InputOptions files,
    LabelSelector selector,
    Compatibility compatibility,
    List<KubeObject> definitions,
    String snapshot,
    ManifestCheck.Options options,
    List<ReportTarget> reports,
    boolean summary) {
  CheckRequest {
    definitions = List.copyOf(definitions);
    reports = List.copyOf(reports);
  }
}
