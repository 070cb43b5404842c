package dev.japply.plan;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.ManagedFields;
import dev.japply.tree.FieldPath;
import java.util.List;

/// A finding about one field in a migration to server-side apply.
public sealed interface MigrationFinding {

  /// Client-side apply owned it, and it has left the manifest: it is handed over, and then removed.
  record Removed(FieldPath field, List<Manager> owners) implements MigrationFinding {
    public Removed {
      owners = List.copyOf(owners);
    }

    /// Whether only managers of another name than `server`, of server-side apply, have applied it.
    /// The default names of both methods are one.
    public boolean isOfOthers(String server) {
      return owners.stream()
          .map(Manager::name)
          .noneMatch(name ->
              name.equals(server)
                  || (server.equals(ManagedFields.SERVER_SIDE)
                      && name.equals(ManagedFields.CLIENT_SIDE)));
    }
  }

  /// The field has left the manifest but is not removed: it is not handed over, or others own it,
  /// too.
  ///
  /// @param others the other owners besides client-side apply
  record Stuck(FieldPath field, List<Manager> others) implements MigrationFinding {
    public Stuck {
      others = List.copyOf(others);
    }
  }

  /// Client-side apply owns it, but it was not applied last: a default that the server has set, or
  /// a field that was given up. It is handed over and removed, and the server sets its default.
  record Reset(FieldPath field) implements MigrationFinding {}
}
