package dev.japply.merge;

import dev.japply.merge.KeyedLists.ListPatch.Half;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.StrategicDiff.PatchRules;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// kubectl's rules, byte for byte. Combines two patches: the deletions from the last applied object
/// to the manifest, and the additions and changes from the live object to the manifest.
///
/// Follows upstream's `CreateThreeWayMergePatch` and `CreateThreeWayJSONMergePatch`.
final class KubectlMerge implements PatchRules {
  /// Returns the patch and the result for `request`.
  ///
  /// @param recorder receives every entry of the patch; null if no reasons are requested
  /// @throws MergeException if the documents cannot be merged
  MergeOutcome merge(MergeRequest request, @Nullable ReasonRecorder recorder) {
    MapValue lastApplied =
        request.lastApplied() instanceof MapValue applied ? applied : MapValue.EMPTY;
    Schema schema = request.schema();
    if (schema != null && schema.isStrategic()) {
      var documents =
          new Documents(
              GoComparison.rounded(lastApplied),
              GoComparison.rounded(request.config()),
              GoComparison.rounded(request.live()));
      return strategic(documents, schema, request.options().overwrite(), recorder);
    }
    MapValue patch = JsonMergePatch.upstream(lastApplied, request.config(), request.live());
    if (recorder != null) {
      recorder.start(lastApplied, request.config(), request.live());
      JsonMergePatch.note(patch, schema, FieldPath.root(), recorder);
    }
    return new MergeOutcome(patch, JsonMergePatch.apply(request.live(), patch), List.of());
  }

  /// The three documents, by upstream's names.
  private record Documents(MapValue original, MapValue modified, MapValue current) {}

  private MergeOutcome strategic(
      Documents documents, Schema schema, boolean overwrite, @Nullable ReasonRecorder recorder) {
    FieldPath root = FieldPath.root();
    MapValue original = documents.original();
    MapValue modified = documents.modified();
    MapValue current = documents.current();
    if (recorder != null) {
      recorder.start(original, modified, current);
    }
    MapValue changes = diff(Half.CHANGES, recorder).diff(current, modified, schema, root);
    MapValue deletions = diff(Half.DELETIONS, recorder).diff(original, modified, schema, root);
    MapValue patch =
        new StrategicPatch(StrategicPatch.Target.PATCH).merge(deletions, changes, schema, root);
    if (!overwrite) {
      MapValue changed =
          new StrategicDiff(Half.BOTH, this, false, null).diff(original, current, schema, root);
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

  /// Returns the object after the patch; `live` if the server will reject the patch.
  private static MapValue result(MapValue live, MapValue patch, Schema schema) {
    try {
      return StrategicPatch.apply(live, patch, schema);
    } catch (MergeException refused) {
      return live;
    }
  }

  private StrategicDiff diff(Half half, @Nullable ReasonRecorder recorder) {
    return new StrategicDiff(half, this, true, recorder);
  }

  /// Returns whether the schema contains the field. Upstream looks up the rule of an equal field,
  /// too, and so sends an equal `replace` map (`handleMapDiff`). It skips a field without a schema
  /// only if it is equal.
  @Override
  public boolean comparesEqual(Schema parent, String key) {
    return parent.field(key).isPresent();
  }

  @Override
  public void requireExpressible(Value added, FieldPath path) {
    // Upstream sends data that a server takes for a directive.
  }

  @Override
  public boolean replaces(Schema type, MapValue from, MapValue to) {
    return false;
  }

  @Override
  public boolean replaces(FieldRule rule, ListValue from, ListValue to) {
    return false;
  }

  /// Returns the old list in sorted order with its repeats: `diffListsOfScalars` sorts it in place
  /// before `diffLists` checks its order.
  @Override
  public List<Value> oldItems(ListValue from) {
    return ScalarLists.sorted(from.items());
  }

  @Override
  public List<Value> newItems(ListValue to) {
    return to.items();
  }

  /// Returns the old list unchanged, including deletions, as upstream does (`isOrderSame`).
  @Override
  public List<Value> defaultOrder(List<Value> old, List<Value> deletions) {
    return old;
  }
}
