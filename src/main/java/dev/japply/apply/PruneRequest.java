package dev.japply.apply;

import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import java.util.List;

/// A request to prune after objects were applied.
///
/// @param awaited whether the run ends only when they are gone
public record PruneRequest(Choice choice, DeletionOptions deletion, boolean awaited) {

  /// Among which objects those are looked for that are no longer desired.
  public sealed interface Choice {
    /// Those that an apply has made, in the namespaces of the objects that are applied. Server-side
    /// apply recognizes them by the field manager.
    ///
    /// @param allowlist the types; empty for [dev.japply.plan.PruneKinds#DEFAULT]
    record Applied(LabelSelector selector, List<Gvk> allowlist) implements Choice {
      public Applied {
        allowlist = List.copyOf(allowlist);
      }
    }

    /// The members of an ApplySet.
    ///
    /// @param parent the object that represents it: `[RESOURCE][.GROUP]/NAME`, or the name of a
    ///   Secret
    /// @param adopted the same of the set whose members may become members of this one; empty for
    ///   none
    record Members(String parent, String adopted) implements Choice {}
  }
}
