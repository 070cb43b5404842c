package dev.japply.why;

import dev.japply.object.AnnotationLimit;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.reason.FieldReason;
import dev.japply.reason.FieldReason.Extent;
import dev.japply.reason.FieldReason.Sent;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What to know before a patch is sent: why the server will refuse it, or somebody undo it.
///
/// @param place where the manifest has a field
record Warner(
    KubeObject desired, MapValue live, MapValue result, Function<FieldPath, Origin> place) {
  private static final String REPLICAS = "spec.replicas";

  /// Annotations that take more than this part of what is allowed are told of.
  private static final double FULL = 0.8;

  /// @param managers who wrote the live value of the field of each of `reasons`
  List<Problem> warnings(List<FieldReason> reasons, Function<FieldReason, List<Manager>> managers) {
    var warnings = new ArrayList<Problem>();
    for (FieldReason reason : reasons) {
      if (reason instanceof Sent sent && sent.change().isOfField()) {
        warnings.addAll(ofChange(sent, managers.apply(sent)));
      }
    }
    UnionSiblings.in(desired.gvk(), result).forEach(clash -> warnings.add(clash(clash)));
    warnOfHeadlessService(warnings);
    warnOfAnnotationSize(warnings);
    return warnings;
  }

  private List<Problem> ofChange(Sent sent, List<Manager> managers) {
    var warnings = new ArrayList<Problem>();
    FieldPath path = sent.path();
    boolean there = sent.values().live() instanceof Value;
    if (ImmutablePaths.has(desired.gvk(), live, path.toString())) {
      warnings.add(
          warning(
              path,
              path + ": the server does not change this field of an existing object",
              "undo the change, or recreate the object: apply with --force"));
    }
    if (sent.entry().extent() == Extent.WHOLE) {
      warnings.add(
          warning(
              path,
              path
                  + ": sent whole, because no patch can address its parts, such as two items"
                  + " of one key",
              "the write fails if somebody else changes the object in the meantime"));
    }
    if (there && path.toString().equals(REPLICAS) && isScaled(managers)) {
      warnings.add(
          warning(
              path,
              path + ": set by " + managers.getFirst().name() + " through scale, as autoscalers do",
              "leave it out of the manifest if an autoscaler decides it"));
    }
    managers.stream()
        .filter(manager -> there && manager.operation().equals("Apply"))
        .forEach(manager ->
            warnings.add(
                warning(
                    path,
                    path + ": applied by " + manager.name() + " through server-side apply",
                    "it will meet a conflict, or take the field back")));
    return warnings;
  }

  private static boolean isScaled(List<Manager> managers) {
    return !managers.isEmpty() && managers.getFirst().subresource().equals("scale");
  }

  /// The one that the manifest does not have is in the way.
  private Problem clash(UnionSiblings.Clash clash) {
    String others =
        String.join(
            ", ",
            clash.names().stream()
                .filter(name -> clash.map().key(name).in(desired.tree()) instanceof Missing)
                .toList());
    return warning(
        clash.map(),
        clash.map() + ": the server takes no " + clash.said(),
        others.isEmpty()
            ? "leave one of them out of the manifest"
            : "set it to null in the manifest: " + others);
  }

  private void warnOfHeadlessService(List<Problem> warnings) {
    MapValue spec = result.map("spec");
    FieldPath type = FieldPath.root().key("spec").key("type");
    boolean service = desired.gvk().groupKind().equals("Service");
    boolean outside = List.of("NodePort", "LoadBalancer").contains(spec.text("type"));
    if (service && outside && spec.text("clusterIP").equals("None")) {
      warnings.add(
          warning(
              type,
              "spec.type: a Service without cluster IP cannot become a " + spec.text("type"),
              "delete and create it: apply with --force"));
    }
  }

  private void warnOfAnnotationSize(List<Problem> warnings) {
    long bytes = AnnotationLimit.bytes(withAnnotation());
    if (bytes > FULL * AnnotationLimit.MAX_BYTES) {
      warnings.add(
          warning(
              FieldPath.root(),
              "metadata.annotations: they take %d of %d bytes, %d are left"
                  .formatted(bytes, AnnotationLimit.MAX_BYTES, AnnotationLimit.MAX_BYTES - bytes),
              "the last-applied annotation repeats the whole manifest"));
    }
  }

  private MapValue withAnnotation() {
    MapValue metadata = result.map("metadata");
    Value annotation = Value.text(LastApplied.encode(desired.tree()));
    return result.with(
        "metadata",
        metadata.with(
            "annotations", metadata.map("annotations").with(LastApplied.KEY, annotation)));
  }

  private Problem warning(FieldPath path, String what, String hint) {
    return Problem.warning(place.apply(path), desired.key().subject(), what, hint);
  }
}
