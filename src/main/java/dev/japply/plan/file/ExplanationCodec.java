package dev.japply.plan.file;

import dev.japply.merge.FieldReason.Values;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.FieldExplanation.Cause;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Converts explained fields and warnings to JSON, for plan files and for reports, and back.
public final class ExplanationCodec {
  private ExplanationCodec() {}

  public static ListValue fields(List<FieldExplanation> fields) {
    return ListValue.of(fields, ExplanationCodec::field);
  }

  /// Returns the warnings to show before the object is applied.
  public static ListValue warnings(List<Problem> warnings) {
    return ListValue.of(warnings, ExplanationCodec::warning);
  }

  /// Returns a field with the reason why it changes or not.
  private static MapValue field(FieldExplanation field) {
    MapValue tree = MapValue.of("path", Value.text(field.path()));
    tree = with(tree, "lastApplied", field.values().lastApplied());
    tree = with(tree, "manifest", field.values().manifest());
    tree = with(tree, "live", field.values().live());
    tree = with(tree, "becomes", field.values().result());
    tree =
        tree.with("changes", Value.bool(field.changes()))
            .with("reason", Value.text(field.cause().code()))
            .with("text", Value.text(field.cause().words()))
            .with("managers", managers(field.managers()));
    return field.isPlaced() ? at(tree, field.origin()) : tree;
  }

  public static ListValue managers(List<Manager> managers) {
    return ListValue.of(managers, ExplanationCodec::manager);
  }

  private static MapValue manager(Manager manager) {
    MapValue tree =
        MapValue.of("name", Value.text(manager.name()))
            .with("operation", Value.text(manager.operation()));
    tree =
        manager.subresource().isEmpty()
            ? tree
            : tree.with("subresource", Value.text(manager.subresource()));
    return manager.time().isEmpty() ? tree : tree.with("time", Value.text(manager.time()));
  }

  private static MapValue warning(Problem problem) {
    MapValue tree = MapValue.of("text", Value.text(text(problem)));
    if (problem.id() != null) {
      tree = tree.with("id", Value.text(problem.id().id()));
    }
    return at(
        problem.hint().isEmpty() ? tree : tree.with("hint", Value.text(problem.hint())),
        problem.origin());
  }

  private static String text(Problem problem) {
    return problem.hint().isEmpty() ? problem.what() : problem.what() + "; " + problem.hint();
  }

  /// Returns `tree` with its position, if there is one.
  public static MapValue at(MapValue tree, Origin origin) {
    return origin.equals(Origin.NONE)
        ? tree
        : tree.with("file", Value.text(origin.source())).with("line", Value.number(origin.line()));
  }

  /// Returns `tree` with a value, if there is one.
  public static MapValue with(MapValue tree, String key, Node node) {
    return node instanceof Value value ? tree.with(key, value) : tree;
  }

  static List<FieldExplanation> readFields(ListValue fields) {
    return fields.maps().stream().map(ExplanationCodec::field).toList();
  }

  /// @param subject the object that they are about
  static List<Problem> readWarnings(ListValue warnings, String subject) {
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
        new Values(
            field.get("lastApplied"),
            field.get("manifest"),
            field.get("live"),
            field.get("becomes")),
        Cause.stored(field.text("reason"), field.text("text"), changes),
        field.maps("managers").stream().map(ExplanationCodec::manager).toList(),
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
