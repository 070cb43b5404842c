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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Direction of a change of owners: out of the last-applied configuration or into it.
public enum OwnershipTransfer {
  /// Removes fields from the configuration.
  RELEASE,
  /// Adds fields with their live values.
  ADOPT;

  /// The changed configuration.
  ///
  /// @param config the new configuration
  /// @param found the existing fields: in the configuration, to release them; in the live object,
  ///   to adopt them
  public record Result(MapValue config, List<FieldReference> found) {
    public Result {
      found = List.copyOf(found);
    }
  }

  /// Returns `config` without `fields`, or with their values in `live`.
  ///
  /// @throws dev.japply.problem.JapplyException if a field cannot be adopted or released
  public Result of(
      MapValue config, MapValue live, List<FieldReference> fields, @Nullable Schema schema) {
    MapValue result = config;
    var found = new ArrayList<FieldReference>();
    for (FieldReference field : fields) {
      FieldLimits.check(field, this == RELEASE ? config : live, schema);
      boolean there =
          switch (this) {
            case RELEASE -> field.find(config).isPresent();
            case ADOPT -> field.find(live).isPresent();
          };
      if (there) {
        found.add(field);
        result =
            switch (this) {
              case RELEASE -> FieldRemoval.without(field, result);
              case ADOPT -> FieldAdoption.with(field, result, live, schema);
            };
      }
    }
    return new Result(result, found);
  }

  /// Checks which fields can be adopted or released. Identities, fields of the server, and parts of
  /// lists that merge as one value cannot.
  private static final class FieldLimits {
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
          at =
              field.item(items, step).map(i -> (Node) items.items().get(i)).orElse(Missing.MISSING);
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
}
