package dev.japply.report;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.LastWriter;
import dev.japply.plan.ObjectExplanation;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.TerminalText;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Locale;

/// The machine-readable output of `japply why -o json`; `docs/why.schema.json` describes it.
public final class WhyJson {
  private static final String VERSION = "japply.dev/v1";

  private WhyJson() {}

  public static String document(List<MapValue> objects) {
    MapValue document =
        MapValue.of("apiVersion", Value.text(VERSION))
            .with("kind", Value.text("Why"))
            .with("objects", new ListValue(List.copyOf(objects)));
    return TerminalText.json(IndentedJson.writeExact(document)) + "\n";
  }

  /// Returns an object that is compared with its manifest.
  public static MapValue of(ObjectExplanation explanation) {
    return named(explanation.object())
        .with("outcome", Value.text(explanation.outcome().name().toLowerCase(Locale.ROOT)))
        .with("fields", fields(explanation.fields()))
        .with("warnings", warnings(explanation.warnings()));
  }

  static ListValue fields(List<FieldExplanation> fields) {
    return ListValue.of(fields, WhyJson::field);
  }

  /// Returns the warnings to show before the object is applied.
  static ListValue warnings(List<Problem> warnings) {
    return ListValue.of(warnings, WhyJson::warning);
  }

  /// Returns a live object with the managers of its fields.
  public static MapValue blame(KubeObject object, List<LastWriter.Owned> owned) {
    return named(object).with("fields", ListValue.of(owned, WhyJson::owned));
  }

  private static MapValue named(KubeObject object) {
    MapValue tree = object.gvk().tree().with("name", Value.text(object.name()));
    tree =
        object.namespace().isEmpty()
            ? tree
            : tree.with("namespace", Value.text(object.namespace()));
    return at(tree, object.origin());
  }

  /// Returns a field with the reason why it changes or not.
  static MapValue field(FieldExplanation field) {
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

  private static MapValue owned(LastWriter.Owned owned) {
    return with(MapValue.of("path", Value.text(owned.path().toString())), "live", owned.value())
        .with("applied", Value.bool(owned.applied()))
        .with("managers", managers(owned.managers()));
  }

  private static ListValue managers(List<Manager> managers) {
    return ListValue.of(managers, WhyJson::manager);
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
  static MapValue at(MapValue tree, Origin origin) {
    return origin.equals(Origin.NONE)
        ? tree
        : tree.with("file", Value.text(origin.source())).with("line", Value.number(origin.line()));
  }

  private static MapValue with(MapValue tree, String key, Node node) {
    return node instanceof Value value ? tree.with(key, value) : tree;
  }
}
