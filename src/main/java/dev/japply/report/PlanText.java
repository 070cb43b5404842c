package dev.japply.report;

import dev.japply.plan.Action;
import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFile.Entry;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What people are told of a plan: what it was made for, each object that changes, and why.
public final class PlanText {
  /// Reasons that only tell how to read a patch.
  private static final Set<String> DIRECTIVES = Set.of("order", "keptKeys", "guard");

  private PlanText() {}

  /// The whole plan.
  public static String of(PlanFile plan) {
    return head(plan) + objects(plan);
  }

  /// The objects of it.
  public static String objects(PlanFile plan) {
    var text = new StringBuilder();
    plan.entries().stream().filter(PlanText::changes).forEach(entry -> text.append(object(entry)));
    long same = plan.entries().stream().filter(entry -> !changes(entry)).count();
    return text.append(stay(same)).toString();
  }

  private static String head(PlanFile plan) {
    return TerminalText.line(
            "Plan of %s for %s, good until %s"
                .formatted(plan.made().created(), plan.target().server(), plan.made().expires()))
        + "\n";
  }

  private static String stay(long objects) {
    return objects == 0
        ? ""
        : objects == 1 ? "1 object stays as it is\n" : objects + " objects stay as they are\n";
  }

  private static boolean changes(Entry entry) {
    return !(entry.action() instanceof Action.Unchanged);
  }

  private static String object(Entry entry) {
    List<List<String>> rows = rows(entry);
    String head = WhyText.subject(entry.object()) + ": " + becomes(entry, rows.size()) + "\n";
    if (rows.isEmpty()) {
      return head;
    }
    rows.addFirst(WhyText.HEADINGS);
    return head + WhyText.table(rows);
  }

  private static String becomes(Entry entry, int fields) {
    return switch (entry.action()) {
      case Action.Create create -> "to be created";
      case Action.Patch patch ->
          fields == 0
              ? "only the last-applied annotation changes"
              : fields == 1 ? "1 field changes" : fields + " fields change";
      case Action.Recreate recreate -> "to be deleted and created anew";
      case Action.Delete delete -> "to be deleted, since it is not in the manifests any more";
      case Action.Unchanged same -> "stays as it is";
      case Action.Apply apply -> "to be applied by the server";
      case Action.Refused refused -> "cannot be applied";
    };
  }

  private static List<List<String>> rows(Entry entry) {
    var rows = new ArrayList<List<String>>();
    for (Value value : entry.story().fields().items()) {
      if (value instanceof MapValue field && !DIRECTIVES.contains(field.text("reason"))) {
        rows.add(row(field));
      }
    }
    return rows;
  }

  private static List<String> row(MapValue field) {
    MapValue writer =
        field.get("managers") instanceof ListValue managers
                && !managers.isEmpty()
                && managers.items().getFirst() instanceof MapValue first
            ? first
            : MapValue.EMPTY;
    String name =
        writer.has("subresource")
            ? writer.text("name") + "/" + writer.text("subresource")
            : writer.text("name");
    return List.of(
        field.text("path"),
        value(field, "live"),
        value(field, "becomes"),
        field.text("text"),
        orNothing(name),
        orNothing(writer.text("time")));
  }

  private static String orNothing(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static String value(MapValue field, String key) {
    Node value = field.get(key);
    return WhyText.value(value);
  }
}
