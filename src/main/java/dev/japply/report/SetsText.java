package dev.japply.report;

import dev.japply.problem.TerminalText;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// Output of `japply sets`: a table as of `kubectl get`, names, or JSON.
public final class SetsText {
  static final String UNKNOWN = "unknown";

  private static final int GAP = 3;

  private SetsText() {}

  /// Returns a table with a row for each set.
  ///
  /// @param everywhere whether the sets are of several namespaces
  /// @param wide whether it has the ids and namespaces, too
  public static String table(List<ReportedSet> sets, boolean everywhere, boolean wide) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        row(
            everywhere,
            wide,
            List.of("NAMESPACE", "NAME", "TOOLING", "MEMBERS", "LAST APPLIED", "READY"),
            List.of("ID", "NAMESPACES")));
    for (ReportedSet set : sets) {
      rows.add(
          row(
              everywhere,
              wide,
              List.of(
                  set.parent().namespace(),
                  set.parent().argument(),
                  orUnknown(set.tooling()),
                  set.words(),
                  orUnknown(set.applied()),
                  set.readiness()),
              List.of(set.parent().id(), String.join(",", set.namespaces()))));
    }
    return aligned(rows);
  }

  private static List<String> row(
      boolean everywhere, boolean wide, List<String> cells, List<String> more) {
    var row = new ArrayList<>(cells.subList(everywhere ? 0 : 1, cells.size()));
    if (wide) {
      row.addAll(more);
    }
    return row.stream().map(TerminalText::line).toList();
  }

  static String orUnknown(String text) {
    return text.isEmpty() ? UNKNOWN : text;
  }

  /// Returns rows with aligned columns.
  static String aligned(List<List<String>> rows) {
    var widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    var text = new StringBuilder();
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + GAP));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /// Returns the names, as `--applyset` takes them.
  public static String names(List<ReportedSet> sets) {
    var text = new StringBuilder();
    sets.forEach(set -> text.append(TerminalText.line(set.parent().argument())).append('\n'));
    return text.toString();
  }

  /// Returns a JSON document.
  public static String json(List<ReportedSet> sets) {
    return document("ApplySetList", MapValue.of("sets", ListValue.of(sets, SetsText::tree)));
  }

  static String document(String kind, MapValue content) {
    MapValue document =
        MapValue.of("apiVersion", Value.text(JsonReport.VERSION)).with("kind", Value.text(kind));
    for (var entry : content.entries().entrySet()) {
      document = document.with(entry.getKey(), entry.getValue());
    }
    return TerminalText.json(IndentedJson.writeExact(document)) + "\n";
  }

  /// Returns a set without unknown values.
  static MapValue tree(ReportedSet set) {
    MapValue tree = MapValue.of("name", Value.text(set.parent().argument()));
    if (!set.parent().namespace().isEmpty()) {
      tree = tree.with("namespace", Value.text(set.parent().namespace()));
    }
    tree =
        tree.with("id", Value.text(set.parent().id()))
            .with("tooling", Value.text(set.tooling()))
            .with("trusted", Value.bool(set.trusted()));
    if (!set.trusted()) {
      return tree;
    }
    MapValue counts = MapValue.EMPTY;
    for (ReportedSet.MemberCount members : set.members()) {
      counts = counts.with(members.type().gvk().groupKind(), Value.number(members.count()));
    }
    tree =
        tree.with("namespaces", ListValue.of(set.namespaces(), Value::text))
            .with("members", counts)
            .with("ready", Value.number(set.ready()))
            .with("total", Value.number(set.count()));
    if (!set.unread().isEmpty()) {
      tree = tree.with("unread", ListValue.of(set.unread(), Value::text));
    }
    return set.applied().isEmpty() ? tree : tree.with("lastApplied", Value.text(set.applied()));
  }
}
