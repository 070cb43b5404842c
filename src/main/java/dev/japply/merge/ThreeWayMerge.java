package dev.japply.merge;

import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.merge.StrategicDiff.Half;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Optional;

/// The three-way merge of one object: the way in for every caller.
///
/// By japply's rules the merged object is computed first ([OwnershipMerge]) and the patch is the
/// difference between it and the live one ([StrategicDiff], [JsonMergePatch]). By kubectl's rules
/// two patches are made and combined ([UpstreamMerge]), as upstream does.
public final class ThreeWayMerge {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private ThreeWayMerge() {}

  /// The patch and the result for `request`.
  ///
  /// @throws MergeException when the documents cannot be merged
  public static MergeOutcome merge(MergeRequest request) {
    return switch (request.options().rules()) {
      case CORRECTED -> corrected(request);
      case KUBECTL -> asKubectl(request);
    };
  }

  private static MergeOutcome asKubectl(MergeRequest request) {
    MapValue lastApplied = mapOf(request.lastApplied());
    if (request.takesStrategicPatch()) {
      return UpstreamMerge.merge(
          lastApplied,
          request.config(),
          request.live(),
          request.schema().orElseThrow(),
          request.options().overwrite());
    }
    MapValue patch = JsonMergePatch.upstream(lastApplied, request.config(), request.live());
    return new MergeOutcome(patch, JsonMergePatch.apply(request.live(), patch), List.of());
  }

  private static MergeOutcome corrected(MergeRequest request) {
    Schema schema = CustomResourceSchema.orThis(request.schema());
    Schema directives = schema.isStrategic() ? schema : CustomResourceSchema.SCHEMA;
    Directives.refuse(request.config(), Optional.of(directives), FieldPath.root());
    var merge = new OwnershipMerge();
    MapValue config = ConfigForm.stored(request.config());
    MapValue result =
        merge.maps(
            request.lastApplied() instanceof MapValue map
                ? ConfigForm.owned(map, config, request.live())
                : request.lastApplied(),
            config,
            request.live(),
            Optional.of(schema),
            FieldPath.root());
    List<Conflict> conflicts =
        request.options().overwrite()
            ? List.of()
            : merge.conflicts().stream().filter(ThreeWayMerge::isReal).toList();
    MapValue patch =
        schema.isStrategic()
            ? strategicPatch(request.live(), result, schema)
            : jsonPatch(request.live(), result, schema);
    return new MergeOutcome(patch, result, conflicts);
  }

  private static MapValue strategicPatch(MapValue live, MapValue result, Schema schema) {
    var diff = new StrategicDiff(Half.BOTH, Rules.CORRECTED, true);
    MapValue patch = diff.diff(live, result, schema, FieldPath.root());
    return diff.replacedWhole() ? onlyOnto(result, patch) : patch;
  }

  private static MapValue jsonPatch(MapValue live, MapValue result, Schema schema) {
    MapValue patch = JsonMergePatch.diff(live, result);
    return JsonMergePatch.hasSharedList(patch, schema) ? onlyOnto(result, patch) : patch;
  }

  /// The patch, to be refused when the object is not the one that was read any more.
  private static MapValue onlyOnto(MapValue result, MapValue patch) {
    Node version = result.map("metadata").get("resourceVersion");
    boolean said = patch.map("metadata").has("resourceVersion");
    return version instanceof StringValue read && !said
        ? patch.with("metadata", patch.map("metadata").with("resourceVersion", read))
        : patch;
  }

  private static boolean isReal(Conflict conflict) {
    return !conflict
        .path()
        .equals(FieldPath.root().key("metadata").key("annotations").key(LAST_APPLIED));
  }

  private static MapValue mapOf(Node node) {
    return node instanceof MapValue map ? map : MapValue.EMPTY;
  }
}
