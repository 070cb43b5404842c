package dev.japply.merge;

import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.merge.StrategicDiff.Half;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// The three-way strategic merge as kubectl computes it: the deletions from what was applied last
/// to the manifest, and the additions and changes from the live object to the manifest, in one
/// patch.
///
/// Follows upstream's `CreateThreeWayMergePatch`.
final class UpstreamMerge {
  private UpstreamMerge() {}

  static MergeOutcome merge(
      MapValue lastApplied, MapValue config, MapValue live, Schema schema, boolean overwrite) {
    MapValue original = GoValue.rounded(lastApplied);
    MapValue modified = GoValue.rounded(config);
    MapValue current = GoValue.rounded(live);
    FieldPath root = FieldPath.root();
    MapValue changes = diff(Half.CHANGES, true).diff(current, modified, schema, root);
    MapValue deletions = diff(Half.DELETIONS, true).diff(original, modified, schema, root);
    MapValue patch =
        new StrategicPatch(StrategicPatch.Target.PATCH).merge(deletions, changes, schema, root);
    if (!overwrite) {
      MapValue changed = diff(Half.BOTH, false).diff(original, current, schema, root);
      patch = unlessConflicting(patch, changed, schema);
    }
    return new MergeOutcome(patch, result(current, patch, schema), List.of());
  }

  private static MapValue unlessConflicting(MapValue patch, MapValue changed, Schema schema) {
    if (UpstreamConflicts.check(patch, changed, schema) instanceof MapValue sent) {
      return sent;
    }
    throw new MergeException(
        Reason.CONFLICT,
        FieldPath.root(),
        "the patch conflicts with changes made from original to current");
  }

  /// The object that the server makes of it; as it is when the server will refuse the patch.
  private static MapValue result(MapValue live, MapValue patch, Schema schema) {
    try {
      return StrategicPatch.apply(live, patch, schema);
    } catch (MergeException refused) {
      return live;
    }
  }

  private static StrategicDiff diff(Half half, boolean withOrder) {
    return new StrategicDiff(half, Rules.KUBECTL, withOrder);
  }
}
