package dev.japply.merge;

import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The three documents of a merge and how to merge them.
///
/// @param lastApplied what was applied last, a [MapValue]; `Missing` when the live object does not
///   say
/// @param config what the manifest says, the new last-applied annotation included
/// @param live the object on the server
/// @param schema the type of the object, which says what patch it takes; null for a custom resource
///   of which no more is known than that it takes a JSON merge patch
public record MergeRequest(
    Node lastApplied, MapValue config, MapValue live, @Nullable Schema schema, Options options) {

  /// Whether the patch is a strategic merge patch; else it is a JSON merge patch.
  public boolean takesStrategicPatch() {
    return schema != null && schema.isStrategic();
  }

  /// How to merge.
  ///
  /// @param rules whose rules hold in the corners where kubectl loses data
  /// @param overwrite whether the manifest wins over changes that others made to fields of the
  ///   manifest; if not, they come back as conflicts
  public record Options(Rules rules, boolean overwrite) {
    /// japply's own rules, the manifest winning.
    public static final Options DEFAULT = new Options(Rules.JAPPLY, true);
  }

  /// Whose rules hold.
  public enum Rules {
    /// japply's: as kubectl's, with the corrections that `docs/differences.md` lists.
    JAPPLY,
    /// kubectl's, byte for byte, errors included.
    KUBECTL
  }
}
