package dev.japply.merge;

import dev.japply.merge.MergeRequest.Rules;
import java.util.ArrayList;
import java.util.List;

/// The three-way merge of one object: the way in for every caller.
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
/// What the manifest says counts; what was applied last and is not in the manifest any more is
/// removed; all else of the live object stays
/// (<https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/>). Any maps can
/// be merged: nothing asks for `kind`. Nothing is sent, read or remembered.
///
/// How it is done is the strategy of the rules asked for: [JapplyRules], [KubectlRules] or
/// [UpdateRules].
public final class ThreeWayMerge {
  private ThreeWayMerge() {}

  /// The patch and the result for `request`.
  ///
  /// @throws MergeException when the documents cannot be merged
  public static MergeOutcome merge(MergeRequest request) {
    return strategy(request.options().rules()).merge(request, null);
  }

  /// The same, and why: a reason for each entry of the patch, in the order in which the patch was
  /// made, and then one for each live field that stays.
  ///
  /// @throws MergeException when the documents cannot be merged
  public static Explained explain(MergeRequest request) {
    var recorder = new Recorder();
    MergeOutcome outcome = strategy(request.options().rules()).merge(request, recorder);
    var reasons = new ArrayList<FieldReason>(recorder.sent());
    reasons.addAll(KeptFields.beside(recorder, CustomResourceSchema.orThis(request.schema())));
    return new Explained(outcome, reasons);
  }

  /// The same, and why, for the entries of the patch alone, which takes no longer than
  /// [#merge(MergeRequest)].
  ///
  /// @throws MergeException when the documents cannot be merged
  public static Explained explainPatch(MergeRequest request) {
    var recorder = new Recorder();
    MergeOutcome outcome = strategy(request.options().rules()).merge(request, recorder);
    return new Explained(outcome, List.<FieldReason>copyOf(recorder.sent()));
  }

  /// The merge of two that edited one original, as in the update of a package: `lastApplied` is the
  /// original, `config` is upstream's new version, `live` the one here.
  ///
  /// What upstream did not change keeps its local value. Where both changed a field, upstream wins
  /// with `overwrite`, and the local side without; either way the conflict is told. What upstream
  /// deletes and was edited here stays. A null is a value like any other, and rules do not count.
  ///
  /// @throws MergeException when the documents cannot be merged
  public static MergeOutcome update(MergeRequest request) {
    return update(request, List.of());
  }

  /// The same, in which lists that the schema does not describe merge item by item, too, where a
  /// key tells the items apart.
  ///
  /// @param inferred the keys that are tried, in this order: an item is known by the first that all
  ///   items have
  /// @throws MergeException when the documents cannot be merged
  public static MergeOutcome update(MergeRequest request, List<String> inferred) {
    return new UpdateRules(new UpdateRules.InferredKeys(inferred)).merge(request);
  }

  /// What a merge came to, and why.
  public record Explained(MergeOutcome outcome, List<FieldReason> reasons) {
    public Explained {
      reasons = List.copyOf(reasons);
    }
  }

  private static MergeStrategy strategy(Rules rules) {
    return switch (rules) {
      case JAPPLY -> new JapplyRules();
      case KUBECTL -> new KubectlRules();
    };
  }
}
