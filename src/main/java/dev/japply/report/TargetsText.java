package dev.japply.report;

import dev.japply.problem.TerminalText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Output of `japply targets`: a table, names, or JSON.
public final class TargetsText {
  private static final String NONE = "-";

  private TargetsText() {}

  /// A target of the project.
  ///
  /// @param wave the number of its wave; 0 if the project has no waves
  /// @param inputFlag the flag that selects its manifests; empty if there is none
  /// @param input the values of that flag
  /// @param variables the names of the variables that it sets
  /// @param id the id of its live cluster; null if it was not requested or is not known
  public record Row(
      String name,
      String context,
      String clusterId,
      int wave,
      SequencedMap<String, String> labels,
      String inputFlag,
      List<String> input,
      String namespace,
      List<String> variables,
      @Nullable String id) {}

  /// Returns a table with a row for each target.
  ///
  /// @param ids whether it has the ids of the live clusters
  public static String table(List<Row> targets, boolean ids) {
    var rows = new ArrayList<List<String>>();
    var heading = new ArrayList<>(List.of("NAME", "CONTEXT", "WAVE", "INPUT", "NAMESPACE"));
    heading.add("LABELS");
    if (ids) {
      heading.add("CLUSTER ID");
    }
    rows.add(heading);
    for (Row target : targets) {
      var row = new ArrayList<String>();
      row.add(target.name());
      row.add(target.context());
      row.add(target.wave() == 0 ? NONE : Integer.toString(target.wave()));
      row.add(orNone(String.join(",", target.input())));
      row.add(orNone(target.namespace()));
      row.add(orNone(labels(target.labels())));
      if (ids) {
        row.add(target.id() == null ? SetsText.UNKNOWN : target.id());
      }
      rows.add(row.stream().map(TerminalText::line).toList());
    }
    return SetsText.aligned(rows);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? NONE : text;
  }

  private static String labels(Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(","));
  }

  /// Returns the names, as `--targets` takes them.
  public static String names(List<Row> targets) {
    return targets.stream()
        .map(target -> TerminalText.line(target.name()) + "\n")
        .collect(Collectors.joining());
  }

  /// Returns a JSON document.
  public static String json(List<Row> targets) {
    return SetsText.document(
        "TargetList", MapValue.of("targets", ListValue.of(targets, TargetsText::tree)));
  }

  private static MapValue tree(Row target) {
    MapValue tree =
        MapValue.of("name", Value.text(target.name()))
            .with("context", Value.text(target.context()));
    tree = with(tree, "clusterId", target.clusterId());
    if (target.wave() > 0) {
      tree = tree.with("wave", Value.number(target.wave()));
    }
    MapValue labels = MapValue.EMPTY;
    for (var label : target.labels().entrySet()) {
      labels = labels.with(label.getKey(), Value.text(label.getValue()));
    }
    tree = tree.with("labels", labels);
    if (!target.inputFlag().isEmpty()) {
      tree = tree.with(target.inputFlag(), ListValue.of(target.input(), Value::text));
    }
    tree = with(tree, "namespace", target.namespace());
    if (!target.variables().isEmpty()) {
      tree = tree.with("variables", ListValue.of(target.variables(), Value::text));
    }
    return target.id() == null ? tree : tree.with("liveClusterId", Value.text(target.id()));
  }

  private static MapValue with(MapValue tree, String key, String text) {
    return text.isEmpty() ? tree : tree.with(key, Value.text(text));
  }
}
