package dev.japply.plan;

import static dev.japply.plan.StoredTree.bool;
import static dev.japply.plan.StoredTree.map;
import static dev.japply.plan.StoredTree.number;
import static dev.japply.plan.StoredTree.text;
import static dev.japply.plan.StoredTree.wrong;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Planned objects as trees, so that they can be stored, and carried out later as if they had just
/// been planned: with their patch as it is, and only onto the object that they were planned for.
///
/// A tree is complete, and so has the values of Secrets: whoever shows one, or writes it where
/// others can read it, must mask them first. Only the places of single fields in the manifest are
/// not in it.
public final class PlannedObjectCodec {
  private PlannedObjectCodec() {}

  /// The tree of `planned`. A live object that is missing is left out.
  public static MapValue toTree(PlannedObject planned) {
    MapValue tree =
        MapValue.of("desired", planned.desired().tree())
            .with("origin", tree(planned.desired().origin()))
            .with("action", tree(planned.action()));
    tree = with(with(tree, "before", planned.before()), "after", planned.after());
    return planned.reasons().isEmpty()
        ? tree
        : tree.with("reasons", ReasonCodec.toTree(planned.reasons()));
  }

  /// The planned object of which [#toTree] has made `tree`.
  ///
  /// @throws JapplyException when there is none
  public static PlannedObject read(MapValue tree) {
    return new PlannedObject(
        KubeObject.of(map(tree, "desired"), origin(map(tree, "origin"))),
        action(map(tree, "action")),
        node(tree, "before"),
        node(tree, "after"),
        tree.get("reasons") instanceof Value reasons ? ReasonCodec.read(reasons) : List.of());
  }

  private static MapValue tree(Action action) {
    return switch (action) {
      case Action.Create(MapValue body) -> typed("create").with("body", body);
      case Action.Patch(boolean strategic, MapValue body, MapValue result, boolean guarded) ->
          typed("patch")
              .with("strategic", Value.bool(strategic))
              .with("body", body)
              .with("result", result)
              .with("guarded", Value.bool(guarded));
      case Action.Unchanged() -> typed("leave");
      case Action.Apply(MapValue manifest, boolean force, String subresource) ->
          typed("apply")
              .with("manifest", manifest)
              .with("force", Value.bool(force))
              .with("subresource", Value.text(subresource));
      case Action.Recreate(String uid, MapValue body) ->
          typed("recreate").with("uid", Value.text(uid)).with("body", body);
      case Action.Delete(String uid) -> typed("delete").with("uid", Value.text(uid));
      case Action.Refused(List<Problem> problems) ->
          typed("refuse")
              .with(
                  "problems",
                  new ListValue(problems.stream().<Value>map(PlannedObjectCodec::tree).toList()));
    };
  }

  private static Action action(MapValue tree) {
    return switch (text(tree, "type")) {
      case "create" -> new Action.Create(map(tree, "body"));
      case "patch" ->
          new Action.Patch(
              bool(tree, "strategic"),
              map(tree, "body"),
              map(tree, "result"),
              bool(tree, "guarded"));
      case "leave" -> new Action.Unchanged();
      case "apply" ->
          new Action.Apply(map(tree, "manifest"), bool(tree, "force"), text(tree, "subresource"));
      case "recreate" -> new Action.Recreate(text(tree, "uid"), map(tree, "body"));
      case "delete" -> new Action.Delete(text(tree, "uid"));
      case "refuse" -> new Action.Refused(problems(tree));
      default -> throw wrong("type");
    };
  }

  private static MapValue typed(String type) {
    return MapValue.of("type", Value.text(type));
  }

  private static MapValue tree(Problem problem) {
    return MapValue.of("severity", Value.text(problem.severity().name()))
        .with("origin", tree(problem.origin()))
        .with("subject", Value.text(problem.subject()))
        .with("what", Value.text(problem.what()))
        .with("hint", Value.text(problem.hint()));
  }

  private static List<Problem> problems(MapValue tree) {
    if (!(tree.get("problems") instanceof ListValue list)) {
      throw wrong("problems");
    }
    return list.items().stream().map(PlannedObjectCodec::problem).toList();
  }

  private static Problem problem(Value tree) {
    if (!(tree instanceof MapValue map)) {
      throw wrong("problems");
    }
    Severity severity =
        switch (text(map, "severity")) {
          case "ERROR" -> Severity.ERROR;
          case "WARNING" -> Severity.WARNING;
          default -> throw wrong("severity");
        };
    return new Problem(
        severity,
        origin(map(map, "origin")),
        text(map, "subject"),
        text(map, "what"),
        text(map, "hint"));
  }

  private static MapValue tree(Origin origin) {
    return MapValue.of("source", Value.text(origin.source()))
        .with("line", Value.number(origin.line()))
        .with("column", Value.number(origin.column()));
  }

  private static Origin origin(MapValue tree) {
    return new Origin(text(tree, "source"), number(tree, "line"), number(tree, "column"));
  }

  private static MapValue with(MapValue tree, String key, Node node) {
    return node instanceof Value value ? tree.with(key, value) : tree;
  }

  /// A live object; missing where there is none.
  private static Node node(MapValue tree, String key) {
    return tree.has(key) ? map(tree, key) : MISSING;
  }
}
