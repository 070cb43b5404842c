package dev.japply.cli.flags;

import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import java.util.List;

/// The live objects that a command selects.
sealed interface LiveSelection {

  /// The objects in manifests.
  ///
  /// @param enforced whether the user set the namespace, so that other namespaces are rejected
  record Files(List<KubeObject> objects, boolean enforced) implements LiveSelection {
    public Files {
      objects = List.copyOf(objects);
    }
  }

  /// The objects with these types and names.
  record Named(List<TypeAndName> names) implements LiveSelection {
    public Named {
      names = List.copyOf(names);
    }
  }

  /// All objects of some types in the namespace that match a label selector.
  ///
  /// @param types the types as the user wrote them
  record Listed(List<String> types, LabelSelector selector) implements LiveSelection {
    public Listed {
      types = List.copyOf(types);
    }
  }

  /// An object that the user named.
  ///
  /// @param type the type as the user wrote it: `deploy`, `deployments.apps`
  record TypeAndName(String type, String name) {}
}
