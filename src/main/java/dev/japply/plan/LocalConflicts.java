package dev.japply.plan;

import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Stay;
import dev.japply.merge.FieldReason.Stays;
import dev.japply.object.FieldManagers;
import dev.japply.object.KubeObject;
import dev.japply.plan.MigrationFinding.Conflict;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.walk.FieldType;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Predicts the conflicts of a server-side apply from `managedFields`, without a request: fields
/// that the manifest would change and that others own.
///
/// @param type the schema of the object; null if it is not known
public record LocalConflicts(KubeObject desired, MapValue live, @Nullable Schema type) {

  /// Returns the conflicts.
  ///
  /// @param reasons the reasons for changed and unchanged fields of a merge
  /// @param server the field manager for server-side apply
  public List<Conflict> find(List<FieldReason> reasons, String server) {
    FieldManagers managers = FieldManagers.of(live);
    var conflicts = new LinkedHashSet<Conflict>();
    for (FieldReason reason : reasons) {
      FieldPath field = owned(reason.path());
      boolean changes =
          field.equals(reason.path())
              ? isChange(reason) && isThere(reason.values().manifest(), reason.values().live())
              : isInPlace(reason) && isThere(field.in(desired.tree()), field.in(live));
      if (changes) {
        managers.of(field, desired.tree()).stream()
            .filter(manager -> !manager.applies(server))
            .forEach(manager -> conflicts.add(new Conflict(field.toString(), manager.title())));
      }
    }
    return List.copyOf(conflicts);
  }

  /// Returns the map around the field that is owned as a whole, because the server does not merge
  /// its keys; otherwise the field.
  private FieldPath owned(FieldPath field) {
    FieldType at = FieldType.of(type);
    for (var steps = field.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      at = at.below(step);
      if (at.isAtomic()) {
        return step;
      }
    }
    return field;
  }

  private static boolean isChange(FieldReason reason) {
    return reason instanceof Sent sent && sent.change().isOfField();
  }

  /// Whether a field changes, or goes, when the server replaces a value as a whole.
  private static boolean isInPlace(FieldReason reason) {
    return isChange(reason)
        || (reason instanceof Stays stays && stays.stay() == Stay.NOT_IN_MANIFEST);
  }

  private static boolean isThere(Node config, Node live) {
    return config instanceof Value && live instanceof Value;
  }
}
