package dev.japply.merge;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import org.jspecify.annotations.Nullable;

/// The three documents of a merge and its options.
///
/// @param lastApplied the last applied object, a [MapValue]; `Missing` if the live object does not
///   contain it
/// @param config the manifest, including the new last-applied annotation
/// @param live the object on the server
/// @param schema the type of the object, which defines the patch format; null for a custom resource
///   without a published schema, which takes a JSON merge patch
public record MergeRequest(
    Node lastApplied, MapValue config, MapValue live, @Nullable Schema schema, Options options) {

  /// Returns whether the patch is a strategic merge patch; else it is a JSON merge patch.
  public boolean takesStrategicPatch() {
    return schema != null && schema.isStrategic();
  }

  /// The object's kind and name, without its values.
  @Override
  public String toString() {
    return KubeObject.of(config, Origin.NONE).key().subject() + ", " + options;
  }

  /// The options of a merge.
  ///
  /// @param rules the rules that apply in corner cases where kubectl loses data
  /// @param overwrite whether the manifest overwrites changes that others made to fields of the
  ///   manifest; if not, they are returned as conflicts
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
