package dev.japply.plan;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.LastApplied.Stored;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Fields that were applied in another API version of an autoscaler. The version of the manifest
/// does not have them, so that the live object holds them elsewhere, where no apply removes them.
public final class OtherVersion {
  private static final String TYPE = "HorizontalPodAutoscaler.autoscaling";
  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  private static final List<Held> FIELDS =
      List.of(
          new Held(SPEC.key("metrics"), ANNOTATIONS.key("autoscaling.alpha.kubernetes.io/metrics")),
          new Held(
              SPEC.key("behavior"), ANNOTATIONS.key("autoscaling.alpha.kubernetes.io/behavior")),
          new Held(SPEC.key("targetCPUUtilizationPercentage"), SPEC.key("metrics")));

  private OtherVersion() {}

  /// A field of one version.
  ///
  /// @param place the field that holds its value in another version
  private record Held(FieldPath field, FieldPath place) {
    boolean stays(MapValue applied, MapValue config, MapValue live) {
      return isIn(field, applied)
          && !isIn(field, live)
          && isIn(place, live)
          && !isIn(place, config);
    }

    private static boolean isIn(FieldPath path, MapValue object) {
      return path.in(object) instanceof Value;
    }
  }

  /// Returns the warning about the fields that stay; empty if there are none.
  public static Optional<Problem> warning(KubeObject desired, MapValue live) {
    if (!desired.gvk().groupKind().equals(TYPE)
        || !(LastApplied.read(live) instanceof Stored.Document(MapValue applied))) {
      return Optional.empty();
    }
    String before = applied.text("apiVersion");
    String now = desired.gvk().apiVersion();
    String fields =
        FIELDS.stream()
            .filter(one -> one.stays(applied, desired.tree(), live))
            .map(one -> one.field().toString())
            .collect(Collectors.joining(", "));
    if (before.equals(now) || fields.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        desired.warning(
            WarningId.OTHER_VERSION,
            "%s was applied in %s, and stays: %s does not have it".formatted(fields, before, now),
            "to remove it, apply the object in %s without it first".formatted(before)));
  }
}
