package dev.japply.plan;

import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The fields that a field manager has written by creates and updates before its first server-side
/// apply. The server counts each operation of a name as a manager of its own. So these fields
/// conflict with the first apply, and stay when they leave the manifest later.
///
/// @param live the object before the first apply
/// @param manager the field manager
public record OwnUpdates(MapValue live, String manager) {

  /// Returns the fields in `live`; empty if the manager has applied the object already, or has
  /// written nothing otherwise.
  public static Optional<OwnUpdates> of(MapValue live, String manager) {
    ManagedFields fields = ManagedFields.of(live);
    return fields.hasUpdates(manager) && !fields.isApplied(manager)
        ? Optional.of(new OwnUpdates(live, manager))
        : Optional.empty();
  }

  /// Whether the apply takes over a field in conflict. What the same name has written by a
  /// subresource, such as `scale`, has another purpose.
  ///
  /// @param owner the name of the field's manager
  public boolean takes(FieldPath field, String owner) {
    List<Manager> same =
        FieldManagers.of(live).of(field, live).stream()
            .filter(one -> one.name().equals(manager))
            .toList();
    return owner.equals(manager)
        && !same.isEmpty()
        && same.stream().allMatch(one -> one.subresource().isEmpty());
  }

  /// Returns the warning that the apply takes over the fields, which names those that stay; empty
  /// if the migration from client-side apply takes over all of them.
  public Optional<Problem> warning(KubeObject desired) {
    if (OrphanedFields.clients(live).contains(manager)) {
      return Optional.empty();
    }
    String what =
        "takes over the fields that %s, the same name, has written by a create or an update"
            .formatted(manager);
    List<FieldPath> staying = StayingFields.of(live, desired, Set.of(manager));
    return Optional.of(
        staying.isEmpty()
            ? desired.warning(WarningId.SAME_NAME, what, "")
            : desired.warning(
                WarningId.SAME_NAME,
                what + "; " + StayingFields.sentence(staying),
                StayingFields.removal(
                    desired,
                    staying,
                    manager.equals(ManagedFields.SERVER_SIDE)
                        ? ""
                        : " --field-manager=" + manager)));
  }
}
