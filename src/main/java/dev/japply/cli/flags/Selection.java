package dev.japply.cli.flags;

import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import java.util.List;

/// Which live objects a command is about.
sealed interface Selection {

  /// Those that manifests name.
  ///
  /// @param enforced whether the user named the namespace, so that others are refused
  record Files(List<KubeObject> objects, boolean enforced) implements Selection {
    public Files {
      objects = List.copyOf(objects);
    }
  }

  /// Those of these names.
  record Named(List<TypeAndName> names) implements Selection {
    public Named {
      names = List.copyOf(names);
    }
  }

  /// All of some types in the namespace that have certain labels.
  ///
  /// @param types as the user wrote them
  record Listed(List<String> types, LabelSelector selector) implements Selection {
    public Listed {
      types = List.copyOf(types);
    }
  }

  /// An object as the user names it.
  ///
  /// @param type as the user wrote it: `deploy`, `deployments.apps`
  record TypeAndName(String type, String name) {}
}
