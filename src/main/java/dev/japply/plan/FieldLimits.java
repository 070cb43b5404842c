package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.plan.FieldReference.Step;
import dev.japply.problem.JapplyException;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks which fields can be adopted or released. Identities, fields of the server, and parts of
/// lists that merge as one value cannot.
final class FieldLimits {
  private static final Set<String> IDENTITY =
      Set.of("apiVersion", "kind", "metadata", "metadata.name", "metadata.namespace");
  private static final Set<String> SERVERS =
      Set.of(
          "status",
          "metadata.uid",
          "metadata.resourceVersion",
          "metadata.generation",
          "metadata.creationTimestamp",
          "metadata.deletionTimestamp",
          "metadata.managedFields",
          "metadata.selfLink",
          "metadata.annotations." + LastApplied.KEY);

  private FieldLimits() {}

  /// @param tree the document that has the field
  static void check(FieldReference field, MapValue tree, @Nullable Schema schema) {
    String path = String.join(".", field.steps().stream().map(Step::text).toList());
    if (IDENTITY.contains(path)) {
      throw new JapplyException(field.problem("it identifies the object", "name another field"));
    }
    if (SERVERS.stream().anyMatch(own -> path.equals(own) || path.startsWith(own + "."))) {
      throw new JapplyException(field.problem("it is the server's own", "name another field"));
    }
    checkLists(field, tree, schema);
  }

  private static void checkLists(FieldReference field, Node tree, @Nullable Schema schema) {
    Node at = tree;
    FieldType type = FieldType.of(schema);
    var walked = new StringBuilder();
    for (Step step : field.steps()) {
      if (at instanceof ListValue items && step.bracketed()) {
        if (!type.merges()) {
          throw new JapplyException(
              field.problem(
                  walked + " is a list that merges as one value, so no part of it changes hands",
                  "name the whole list: " + walked));
        }
        type = type.item();
        at = field.item(items, step).map(i -> (Node) items.items().get(i)).orElse(Missing.MISSING);
        walked.append('[').append(step.text()).append(']');
      } else if (at instanceof MapValue map) {
        type = type.key(step.text());
        at = map.get(step.text());
        String name = step.bracketed() ? "[" + step.text() + "]" : "." + step.text();
        walked.append(walked.isEmpty() && !step.bracketed() ? step.text() : name);
      } else {
        return;
      }
    }
    checkKey(field);
  }

  /// Refuses the key of an item, which cannot be adopted or released without the item.
  private static void checkKey(FieldReference field) {
    int last = field.steps().size() - 1;
    if (last == 0 || !field.steps().get(last - 1).bracketed()) {
      return;
    }
    Step item = field.steps().get(last - 1);
    if (item.pairs().stream().anyMatch(pair -> pair[0].equals(field.steps().get(last).text()))) {
      throw new JapplyException(field.problem("it identifies the item", "name the whole item"));
    }
  }
}
