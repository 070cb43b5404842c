package dev.japply.check;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.NullValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Rules for the selector of an object that runs Pods: it must match the labels of the Pods. For a
/// server, a label with null is a label with an empty text.
final class SelectorRules {
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath SELECTOR = SPEC.key("selector");
  private static final FieldPath LABELS = SPEC.key("template").key("metadata").key("labels");

  private static final Value EMPTY = Value.text("");

  /// The labels that a server itself uses in the selector of a Job.
  private static final Set<String> OF_JOBS =
      Set.of(
          "controller-uid",
          "job-name",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name");

  private final MapValue object;
  private final MapValue labels;
  private final Consumer<Finding> findings;

  private SelectorRules(MapValue object, Consumer<Finding> findings) {
    this.object = object;
    this.labels = MapAtPath.at(LABELS, object).map();
    this.findings = findings;
  }

  /// Checks the selector of an object.
  ///
  /// @param type its kind and group
  static void check(String type, MapValue object, Consumer<Finding> findings) {
    var rules = new SelectorRules(object, findings);
    switch (type) {
      case "DaemonSet.apps", "Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps" -> {
        rules.checkMatch();
        rules.checkNotEmpty();
      }
      case "ReplicationController" -> rules.checkLabels(SELECTOR);
      case "Job.batch" -> rules.checkJob();
      case "CronJob.batch" ->
          rules.checkGenerated(SPEC.key("jobTemplate").key("spec").key("selector"));
      default -> {}
    }
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private Node label(String key) {
    return text(labels.get(key));
  }

  private static Node text(Node value) {
    return value instanceof NullValue ? EMPTY : value;
  }

  private void checkMatch() {
    checkLabels(SELECTOR.key("matchLabels"));
    for (MapAtPath item : MapAtPath.at(SELECTOR, object).items("matchExpressions")) {
      if (!matches(item.map())) {
        report(item.path(), "does not match the labels of the Pods", "change it, or " + LABELS);
      }
    }
  }

  private void checkLabels(FieldPath path) {
    if (path.in(object) instanceof MapValue(Map<String, Value> wanted)) {
      wanted.forEach((key, value) -> {
        Node text = text(value);
        if (text instanceof StringValue && !label(key).equals(text)) {
          report(
              path.key(key),
              "is not a label of the Pods",
              label(key) instanceof Missing
                  ? "add it to " + LABELS
                  : "give it the same value in " + LABELS);
        }
      });
    }
  }

  /// Whether a requirement holds for the labels. The server refuses other operators by itself.
  private boolean matches(MapValue requirement) {
    Node label = label(requirement.text("key"));
    boolean listed =
        requirement.get("values") instanceof ListValue(List<Value> values)
            && label instanceof Value value
            && values.contains(value);
    return switch (requirement.text("operator")) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> label instanceof Value;
      case "DoesNotExist" -> label instanceof Missing;
      default -> true;
    };
  }

  private void checkNotEmpty() {
    if (SELECTOR.in(object) instanceof MapValue selector
        && selector.map("matchLabels").isEmpty()
        && !(selector.get("matchExpressions") instanceof ListValue(List<Value> items)
            && !items.isEmpty())) {
      report(SELECTOR, "must not be empty", "select labels of the Pods");
    }
  }

  /// A server adds the selector of a Job, unless the Job declares that it has its own.
  private void checkJob() {
    if (SPEC.key("manualSelector").in(object).equals(Value.TRUE)) {
      checkMatch();
    } else if (SELECTOR.key("matchLabels").in(object) instanceof MapValue(Map<String, Value> own)
        && !OF_JOBS.containsAll(own.keySet())) {
      checkGenerated(SELECTOR);
    }
  }

  private void checkGenerated(FieldPath selector) {
    if (selector.in(object) instanceof MapValue) {
      report(selector, "the server adds the selector of a Job", "remove it");
    }
  }
}
