package dev.japply.plan;

import dev.japply.object.FieldManagers;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.Gvk;
import dev.japply.object.LastApplied;
import dev.japply.object.RestoreBody;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The body of a POST for an object that a run deleted, and everything that does not come back with
/// the object.
final class UndoBody {
  private static final String METADATA = "metadata";
  private static final String OWNERS = "ownerReferences";
  private static final String ANNOTATIONS = "annotations";
  private static final String CLAIM = "PersistentVolumeClaim";

  /// The annotations that connect a claim with its volume.
  private static final Set<String> BINDING =
      Set.of(
          "pv.kubernetes.io/bind-completed",
          "pv.kubernetes.io/bound-by-controller",
          "volume.kubernetes.io/selected-node");

  private UndoBody() {}

  /// Returns the body. Its owners may be other objects by now, so it would be deleted as one of
  /// theirs.
  static MapValue of(Gvk gvk, MapValue was) {
    MapValue body = RestoreBody.of(was);
    MapValue metadata = body.map(METADATA).without(OWNERS);
    if (gvk.kind().equals(CLAIM)) {
      MapValue annotations = metadata.map(ANNOTATIONS);
      for (String binding : BINDING) {
        annotations = annotations.without(binding);
      }
      metadata =
          annotations.isEmpty()
              ? metadata.without(ANNOTATIONS)
              : metadata.with(ANNOTATIONS, annotations);
    }
    return body.with(METADATA, metadata);
  }

  /// Whether an object is as it would be created again. Fields that a controller has written along
  /// with the status do not count.
  static boolean isAs(MapValue body, Gvk gvk, MapValue there) {
    MapValue now = UndoMerge.content(of(gvk, there), false);
    var managers = FieldManagers.of(there);
    return LastApplied.text(body).equals(LastApplied.text(there))
        && FieldChanges.between(UndoMerge.content(body, false), now, null, /* status= */ false)
            .stream()
            .flatMap(change -> change.fields().stream())
            .allMatch(change -> isOfStatus(managers.of(change.path().numberedIn(there), there)));
  }

  private static boolean isOfStatus(List<Manager> writers) {
    return !writers.isEmpty() && writers.stream().allMatch(by -> by.subresource().equals("status"));
  }

  /// Returns messages about everything that does not come back with the object.
  static List<String> losses(History history) {
    var losses = new ArrayList<String>();
    boolean owned =
        history.writes().stream()
            .anyMatch(
                write -> write.before() instanceof MapValue was && was.map(METADATA).has(OWNERS));
    if (owned) {
      losses.add("comes back without its owner, which may be another object by now");
    }
    switch (history.gvk().groupKind()) {
      case "Job.batch" -> losses.add("comes back as a new Job, which runs again");
      case CLAIM ->
          losses.add(
              "comes back without its data, unless its volume still exists and is made available to"
                  + " it");
      case "PersistentVolume" ->
          losses.add("comes back without a claim: claims of the former volume stay lost");
      case "ServiceAccount" ->
          losses.add("comes back without the token Secrets that were deleted with it");
      case "Namespace" ->
          losses.add("comes back empty, but for the objects that the run deleted itself");
      case "CustomResourceDefinition.apiextensions.k8s.io" ->
          losses.add("comes back without its objects, but for those that the run deleted itself");
      default -> {}
    }
    return losses;
  }
}
