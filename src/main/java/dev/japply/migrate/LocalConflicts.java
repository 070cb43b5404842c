package dev.japply.migrate;

import dev.japply.migrate.Finding.Conflict;
import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.reason.FieldReason;
import dev.japply.reason.FieldReason.Sent;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;

/// The conflicts that a server-side apply would have, by the managed fields: where the server is
/// not asked. Fields that the manifest would change, and that others own.
public final class LocalConflicts {
  private LocalConflicts() {}

  /// Those of `desired` and `live`.
  ///
  /// @param reasons why a merge of the two changes what it changes
  /// @param server who applies on the server's side
  public static List<Conflict> find(
      KubeObject desired, MapValue live, List<FieldReason> reasons, String server) {
    FieldManagers managers = FieldManagers.of(live);
    var conflicts = new ArrayList<Conflict>();
    for (FieldReason reason : reasons) {
      boolean changes =
          reason instanceof Sent sent
              && sent.change().isOfField()
              && sent.values().config() instanceof Value
              && sent.values().live() instanceof Value;
      if (changes) {
        managers.of(reason.path(), desired.tree()).stream()
            .filter(manager -> !isServer(manager, server))
            .forEach(
                manager -> conflicts.add(new Conflict(reason.path().toString(), name(manager))));
      }
    }
    return conflicts;
  }

  private static boolean isServer(Manager manager, String server) {
    return manager.name().equals(server)
        && manager.operation().equals("Apply")
        && manager.subresource().isEmpty();
  }

  /// How a manager is called, with the part of the object by which it wrote.
  static String name(Manager manager) {
    return manager.subresource().isEmpty()
        ? manager.name()
        : manager.name() + "/" + manager.subresource();
  }
}
