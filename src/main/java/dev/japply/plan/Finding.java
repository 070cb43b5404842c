package dev.japply.plan;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.tree.FieldPath;
import java.util.List;

/// What is found of one field.
public sealed interface Finding {

  /// Others own it, with another value than the manifest's: the server refuses the manifest.
  ///
  /// @param field as the server names it, or its path
  /// @param owner who owns it
  record Conflict(String field, String owner) implements Finding {}

  /// Client-side apply owned it, and it has left the manifest: it is handed over, and then removed.
  record Removed(FieldPath field, List<Manager> owners) implements Finding {
    public Removed {
      owners = List.copyOf(owners);
    }
  }

  /// The same of one that is not removed, since it is not handed over, or others own it, too.
  ///
  /// @param others who own it beside client-side apply
  record Stuck(FieldPath field, List<Manager> owners, List<Manager> others) implements Finding {
    public Stuck {
      owners = List.copyOf(owners);
      others = List.copyOf(others);
    }
  }

  /// Client-side apply owns it, but it was not applied last: a default that the server has set, or
  /// a field that was given up. It is handed over and removed, and the server sets its default.
  record Reset(FieldPath field, List<Manager> owners) implements Finding {
    public Reset {
      owners = List.copyOf(owners);
    }
  }

  /// A rule keeps it as it is live, but the server takes no rules: it has to leave the manifest.
  record Ignored(FieldPath field, String rule) implements Finding {}

  /// The server takes no such list from a manifest.
  ///
  /// @param why what is wrong with its items
  record Rejected(FieldPath field, String why) implements Finding {}
}
