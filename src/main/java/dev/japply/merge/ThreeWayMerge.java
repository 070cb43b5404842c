package dev.japply.merge;

import dev.japply.merge.FieldReason.Change;
import dev.japply.merge.KeyedLists.ListPatch.Half;
import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.StrategicDiff.PatchRules;
import dev.japply.merge.TypeRule.FieldRule;
import dev.japply.object.ServerFields;
import dev.japply.schema.PatchFormat;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.walk.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The three-way merge of one object, the entry point of this package.
///
/// ```java
/// MergeOutcome outcome =
///     ThreeWayMerge.merge(
///         new MergeRequest(
///             Json.parse("{\"a\":1,\"b\":2}"),
///             (MapValue) Json.parse("{\"a\":1}"),
///             (MapValue) Json.parse("{\"a\":1,\"b\":2,\"c\":3}"),
///             null,
///             MergeRequest.Options.DEFAULT));
/// String patch = GoJson.write(outcome.patch()); // {"b":null}
/// String result = GoJson.write(outcome.result()); // {"a":1,"c":3}
/// ```
///
/// Sets the fields of the manifest, removes fields that were applied last and are no longer in the
/// manifest, and retains all other fields of the live object
/// (<https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/>). Any maps can
/// be merged: `kind` is not required. Nothing is sent, read or stored.
///
/// The requested rules select the class: [ThreeWayPatch], [KubectlMerge] or [PackageUpdateMerge].
public final class ThreeWayMerge {
  private ThreeWayMerge() {}

  /// Returns the patch and the result for `request`.
  ///
  /// @throws MergeException if the documents cannot be merged
  public static MergeOutcome merge(MergeRequest request) {
    return merge(request, null);
  }

  /// Merges and explains the result: one reason for each entry of the patch, in the order of its
  /// construction, followed by one for each unchanged live field.
  ///
  /// @throws MergeException if the documents cannot be merged
  public static Explained explain(MergeRequest request) {
    var recorder = new ReasonRecorder();
    MergeOutcome outcome = merge(request, recorder);
    var reasons = new ArrayList<FieldReason>(recorder.sent());
    reasons.addAll(
        UntouchedFields.outside(recorder, CustomResourceSchema.orThis(request.schema())));
    return new Explained(outcome, reasons);
  }

  /// Merges and explains only the entries of the patch, which takes no longer than
  /// [#merge(MergeRequest)].
  ///
  /// @throws MergeException if the documents cannot be merged
  public static Explained explainPatch(MergeRequest request) {
    var recorder = new ReasonRecorder();
    MergeOutcome outcome = merge(request, recorder);
    return new Explained(outcome, List.<FieldReason>copyOf(recorder.sent()));
  }

  /// Merges two edits of one original, as in the update of a package: `lastApplied` is the
  /// original, `config` is upstream's new version, `live` is the local version.
  ///
  /// Fields that upstream did not change keep their local value. If both changed a field, upstream
  /// wins with `overwrite`, and the local side without it; both cases are reported as conflicts.
  /// Fields that upstream deletes and that were edited locally are retained. A null is a value like
  /// any other, and `rules` is ignored.
  ///
  /// @throws MergeException if the documents cannot be merged
  public static MergeOutcome update(MergeRequest request) {
    return update(request, List.of());
  }

  /// Merges like [#update(MergeRequest)], and also merges lists that the schema does not describe,
  /// item by item, if a key identifies the items.
  ///
  /// @param inferred the keys to try, in order: the first key that all items have identifies an
  ///   item
  /// @throws MergeException if the documents cannot be merged
  public static MergeOutcome update(MergeRequest request, List<String> inferred) {
    return new PackageUpdateMerge(new PackageUpdateMerge.InferredKeys(inferred)).merge(request);
  }

  /// The result of a merge with its reasons.
  public record Explained(MergeOutcome outcome, List<FieldReason> reasons) {
    public Explained {
      reasons = List.copyOf(reasons);
    }
  }

  private static MergeOutcome merge(MergeRequest request, @Nullable ReasonRecorder recorder) {
    return switch (request.options().rules()) {
      case JAPPLY -> new ThreeWayPatch().merge(request, recorder);
      case KUBECTL -> new KubectlMerge().merge(request, recorder);
    };
  }

  /// japply's rules: computes the merged object first ([OwnershipMerge]). The patch is the smallest
  /// difference between that object and the live one.
  ///
  /// Equal maps and lists give no patch, and items are identified before they are sorted. Changes
  /// that cannot be expressed item by item replace the list, guarded by the version that was read.
  private static final class ThreeWayPatch implements PatchRules {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// Returns the patch and the result for `request`.
    ///
    /// @param recorder receives every entry of the patch; null if no reasons are requested
    /// @throws MergeException if the documents cannot be merged
    MergeOutcome merge(MergeRequest request, @Nullable ReasonRecorder recorder) {
      Schema schema = CustomResourceSchema.orThis(request.schema());
      Schema described = schema.isStrategic() ? schema : CustomResourceSchema.SCHEMA;
      if (Directives.areIn(request.config())) {
        requireNoDirectives(request.config(), described, FieldPath.root());
      }
      var merge = new OwnershipMerge();
      Node last = request.lastApplied();
      MapValue live = request.live();
      MapValue stored = ServerNormalization.stored(request.config());
      MapValue config = ServerFields.withoutRules(stored, last, stored, live);
      Node owned =
          last instanceof MapValue map
              ? ServerFields.withoutRules(
                  ServerNormalization.owned(map, stored, live), last, stored, live)
              : last;
      if (recorder != null) {
        recorder.start(owned, config, live);
      }
      MapValue result = merge.maps(owned, config, live, schema, FieldPath.root());
      List<Conflict> conflicts =
          request.options().overwrite()
              ? List.of()
              : merge.conflicts().stream()
                  .filter(ThreeWayPatch::isReal)
                  .map(conflict -> named(conflict, Place.of(schema, config, live)))
                  .toList();
      return new MergeOutcome(patch(live, result, schema, recorder), result, conflicts);
    }

    /// Returns the conflict with the name of its field. Indexes count items of the manifest, or of
    /// the live object if the manifest does not have the field.
    private static Conflict named(Conflict conflict, Place root) {
      int document = conflict.config() instanceof Value ? 0 : 1;
      return conflict.named(root.below(conflict.place(), document).path());
    }

    private MapValue patch(
        MapValue live, MapValue result, Schema schema, @Nullable ReasonRecorder recorder) {
      if (result.equals(live)) {
        return MapValue.EMPTY;
      }
      return schema.isStrategic()
          ? strategicPatch(live, result, schema, recorder)
          : jsonPatch(live, result, schema, recorder);
    }

    /// Refuses a manifest that holds directives, new or not: they belong into patches. In maps that
    /// the API does not describe they are data.
    private static void requireNoDirectives(Value config, @Nullable Schema type, FieldPath path) {
      if (config instanceof MapValue map) {
        requireNoneIn(map, type, path);
      } else if (config instanceof ListValue list) {
        Schema items = TypeRule.items(type);
        for (int i = 0; i < list.size(); i++) {
          requireNoDirectives(list.items().get(i), items, path.index(i));
        }
      }
    }

    private static void requireNoneIn(MapValue config, @Nullable Schema type, FieldPath path) {
      if (type == null) {
        return;
      }
      boolean described = !TypeRule.isFreeForm(type);
      config
          .entries()
          .forEach((key, value) -> {
            if (described && Directives.isDirective(key)) {
              throw new MergeException(
                  Reason.BAD_PATCH_TYPE,
                  path.key(key),
                  "a manifest must not contain the patch directive " + key);
            }
            requireNoDirectives(value, TypeRule.child(type, key), path.key(key));
          });
    }

    private MapValue strategicPatch(
        MapValue live, MapValue result, Schema schema, @Nullable ReasonRecorder recorder) {
      var diff = new StrategicDiff(Half.BOTH, this, true, recorder);
      MapValue patch = diff.diff(live, result, schema, FieldPath.root());
      return diff.replacedWhole() ? onlyOnto(result, patch, recorder) : patch;
    }

    private static MapValue jsonPatch(
        MapValue live, MapValue result, Schema schema, @Nullable ReasonRecorder recorder) {
      MapValue patch = JsonMergePatch.diff(live, result);
      if (recorder != null) {
        JsonMergePatch.note(patch, schema, FieldPath.root(), recorder);
      }
      return JsonMergePatch.hasSharedList(patch, schema)
          ? onlyOnto(result, patch, recorder)
          : patch;
    }

    /// Returns the patch with the resource version that was read, so that the server rejects it if
    /// the object has been modified.
    private static MapValue onlyOnto(
        MapValue result, MapValue patch, @Nullable ReasonRecorder recorder) {
      Node version = result.map("metadata").get("resourceVersion");
      boolean isSent = patch.map("metadata").has("resourceVersion");
      if (!(version instanceof StringValue read) || isSent) {
        return patch;
      }
      if (recorder != null) {
        FieldPath metadata = FieldPath.root().key("metadata");
        FieldPath guard = metadata.key("resourceVersion");
        recorder.noteDirective(metadata, "resourceVersion", read, guard, Change.GUARD);
      }
      return patch.with("metadata", patch.map("metadata").with("resourceVersion", read));
    }

    private static boolean isReal(Conflict conflict) {
      return !conflict
          .path()
          .equals(FieldPath.root().key("metadata").key("annotations").key(LAST_APPLIED));
    }

    @Override
    public boolean comparesEqual(Schema parent, String key) {
      return false;
    }

    @Override
    public void requireExpressible(Value added, FieldPath path) {
      Directives.requireExpressible(added, path);
    }

    @Override
    public boolean replaces(Schema type, MapValue from, MapValue to) {
      return PatchExpressiveness.needsReplacing(type, from, to);
    }

    @Override
    public boolean replaces(FieldRule rule, ListValue from, ListValue to) {
      return PatchExpressiveness.needsReplacing(rule, from, to);
    }

    /// Returns each item once: the server adds an item once, and removes all its repeats.
    @Override
    public List<Value> oldItems(ListValue from) {
      return from.items().stream().distinct().toList();
    }

    @Override
    public List<Value> newItems(ListValue to) {
      return to.items().stream().distinct().toList();
    }

    @Override
    public List<Value> defaultOrder(List<Value> old, List<Value> deletions) {
      return old.stream().filter(item -> !deletions.contains(item)).toList();
    }
  }

  /// The fields common to all custom resources: labels and annotations have free keys, and several
  /// writers share them.
  static final class CustomResourceSchema {
    private static final TypeRef ANY =
        new TypeRef.Inline(new TypeDef("", "", Map.of(), null, null));

    /// Schema of a value without any type information.
    static final Schema ANYTHING =
        new Schema(
            new SchemaDocument(Map.of(), Map.of(), Set.of()),
            "",
            new TypeDef("", "", Map.of(), null, null),
            PatchFormat.JSON_MERGE);

    /// An object with metadata, and anything else.
    static final Schema SCHEMA = schema();

    private CustomResourceSchema() {}

    /// Returns the published schema if it describes metadata, else this one.
    static Schema orThis(@Nullable Schema published) {
      return published != null && describesMetadata(published) ? published : SCHEMA;
    }

    private static boolean describesMetadata(Schema object) {
      return object.isStrategic()
          || object.field("metadata").flatMap(field -> field.type().field("labels")).isPresent();
    }

    private static Schema schema() {
      TypeDef text = new TypeDef("string", "", Map.of(), null, null);
      FieldDef texts = field(struct(Map.of(), new TypeRef.Inline(text)));
      TypeDef metadata = struct(Map.of("labels", texts, "annotations", texts), ANY);
      TypeDef object = struct(Map.of("metadata", field(metadata)), ANY);
      var document = new SchemaDocument(Map.of("object", object), Map.of(), Set.of());
      return new Schema(document, "object", object, PatchFormat.JSON_MERGE);
    }

    private static TypeDef struct(Map<String, FieldDef> fields, TypeRef additional) {
      return new TypeDef("object", "", fields, additional, null);
    }

    private static FieldDef field(TypeDef type) {
      return new FieldDef(new TypeRef.Inline(type), PatchRule.NONE);
    }
  }
}
