package dev.japply.report;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.plan.Cause;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Documents;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Reads the fields and warnings that [dev.japply.report.WhyJson] has written.
final class PlanEntryReader {
  private PlanEntryReader() {}

  static List<FieldExplanation> fields(ListValue fields) {
    return fields.maps().stream().map(PlanEntryReader::field).toList();
  }

  /// @param subject the object that they are about
  static List<Problem> warnings(ListValue warnings, String subject) {
    return warnings.maps().stream().map(warning -> warning(warning, subject)).toList();
  }

  /// Its text repeats the hint. A plan of an earlier version has no ids.
  private static Problem warning(MapValue warning, String subject) {
    String text = warning.text("text");
    String hint = warning.text("hint");
    String what =
        text.endsWith("; " + hint) ? text.substring(0, text.length() - hint.length() - 2) : text;
    return new Problem(
        Severity.WARNING,
        origin(warning),
        subject,
        what,
        hint,
        WarningId.find(warning.text("id")).orElse(null));
  }

  private static FieldExplanation field(MapValue field) {
    boolean changes = field.get("changes").equals(new BoolValue(true));
    Origin origin = origin(field);
    return new FieldExplanation(
        field.text("path"),
        new Documents(
            field.get("lastApplied"),
            field.get("manifest"),
            field.get("live"),
            field.get("becomes")),
        Cause.stored(field.text("reason"), field.text("text"), changes),
        field.maps("managers").stream().map(PlanEntryReader::manager).toList(),
        () -> origin);
  }

  private static Manager manager(MapValue manager) {
    return new Manager(
        manager.text("name"),
        manager.text("operation"),
        manager.text("subresource"),
        manager.text("time"));
  }

  private static Origin origin(MapValue tree) {
    int line = tree.get("line") instanceof IntValue number ? (int) number.value() : 0;
    return tree.has("file") ? new Origin(tree.text("file"), line, 0) : Origin.NONE;
  }
}
