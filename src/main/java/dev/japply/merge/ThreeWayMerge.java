package dev.japply.merge;

import java.util.ArrayList;
import java.util.List;
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
}
