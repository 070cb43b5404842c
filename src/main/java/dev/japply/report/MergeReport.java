package dev.japply.report;

import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// The result of an offline merge as JSON.
public final class MergeReport {
  private MergeReport() {}

  /// Returns the patch on one line, as it would be sent.
  public static String patch(MergeOutcome outcome) {
    return GoJson.write(outcome.patch()) + "\n";
  }

  public static String result(MergeOutcome outcome) {
    return IndentedJson.write(outcome.result()) + "\n";
  }

  /// Returns an object with `patch`, `result` and `conflicts`. A conflict omits the documents that
  /// do not contain the field.
  public static String all(MergeOutcome outcome) {
    var all = new LinkedHashMap<String, Value>();
    all.put("patch", outcome.patch());
    all.put("result", outcome.result());
    all.put("conflicts", ListValue.of(outcome.conflicts(), MergeReport::conflict));
    return IndentedJson.write(new MapValue(all)) + "\n";
  }

  private static Value conflict(Conflict conflict) {
    var entries = new LinkedHashMap<String, Value>();
    entries.put("path", Value.text(conflict.path().toString()));
    put(entries, "lastApplied", conflict.lastApplied());
    put(entries, "config", conflict.config());
    put(entries, "live", conflict.live());
    return new MapValue(entries);
  }

  private static void put(Map<String, Value> entries, String key, Node node) {
    if (node instanceof Value value) {
      entries.put(key, value);
    }
  }
}
