package dev.japply.plan;

import dev.japply.object.FieldManagers;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Finds manifests that set the number of replicas although an autoscaler in the same input
/// controls it. Each apply would undo the autoscaler's change.
public final class AutoscaledReplicas {
  private static final FieldPath REPLICAS = FieldPath.root().key("spec").key("replicas");

  private final List<KubeObject> objects;
  private final Remedy remedy;

  private AutoscaledReplicas(List<KubeObject> objects, Remedy remedy) {
    this.objects = objects;
    this.remedy = remedy;
  }

  /// The way to leave the replicas to the autoscaler.
  public enum Remedy {
    /// `japply release` changes the manifests, too.
    RELEASE_IN_FILES,
    /// `japply release` changes the object; the user changes the manifest, which is built or piped.
    RELEASE,
    /// The user changes the manifest; a server-side apply has no annotation to release.
    EDIT
  }

  /// Whether there is an autoscaler among `objects`.
  public static boolean hasAutoscaler(List<KubeObject> objects) {
    for (KubeObject object : objects) {
      if (isAutoscaler(object)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAutoscaler(KubeObject object) {
    return object.gvk().groupKind().equals("HorizontalPodAutoscaler.autoscaling");
  }

  /// Returns a warning for each such manifest, except for ignored replicas.
  public static List<Problem> in(List<KubeObject> objects, PlanOptions options, Remedy remedy) {
    return new AutoscaledReplicas(objects, remedy).find(options);
  }

  private List<Problem> find(PlanOptions options) {
    Map<ObjectKey, KubeObject> autoscalers = new HashMap<>();
    for (KubeObject object : objects) {
      if (isAutoscaler(object)) {
        autoscalers.putIfAbsent(target(object), object);
      }
    }
    var warnings = new ArrayList<Problem>();
    for (KubeObject object : objects) {
      KubeObject autoscaler = autoscalers.get(object.key());
      if (autoscaler != null && hasReplicas(object) && !isIgnored(object, options)) {
        warnings.add(warning(object, autoscaler));
      }
    }
    return warnings;
  }

  /// Whether a patch changes replicas that a client has set through the subresource for scaling, as
  /// autoscalers do.
  public static boolean areTakenBack(PlannedObject planned) {
    return planned.action() instanceof Action.Patch patch
        && planned.before() instanceof MapValue live
        && REPLICAS.in(live) instanceof Value now
        && !now.equals(REPLICAS.in(patch.result()))
        && FieldManagers.of(live).of(REPLICAS, live).stream()
            .anyMatch(manager -> manager.subresource().equals("scale"));
  }

  private static boolean hasReplicas(KubeObject object) {
    return object.tree().map("spec").has("replicas");
  }

  /// Whether a rule covers the replicas. An invalid rule is an error of the object.
  private static boolean isIgnored(KubeObject object, PlanOptions options) {
    try {
      return options.ignored(object).mayCover(List.of("spec", "replicas"));
    } catch (JapplyException e) {
      return true;
    }
  }

  private static ObjectKey target(KubeObject autoscaler) {
    MapValue reference = autoscaler.tree().map("spec").map("scaleTargetRef");
    String version = reference.text("apiVersion");
    return new ObjectKey(
        version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
        reference.text("kind"),
        autoscaler.namespace(),
        reference.text("name"));
  }

  private Problem warning(KubeObject object, KubeObject autoscaler) {
    return Problem.warning(
        WarningId.AUTOSCALED_REPLICAS,
        object.positions().apply(REPLICAS),
        object.key().subject(),
        REPLICAS + ": decided by HorizontalPodAutoscaler " + autoscaler.name(),
        hint(object));
  }

  private String hint(KubeObject object) {
    return switch (remedy) {
      case RELEASE_IN_FILES -> isOnlyIn(object) ? inFiles(object) : released(object);
      case RELEASE -> released(object);
      case EDIT -> "leave it out of the manifest, or each apply sets it back";
    };
  }

  /// Whether `object` is the only one in its file with replicas: the command changes all of them.
  private boolean isOnlyIn(KubeObject object) {
    String file = object.origin().source();
    boolean local = !file.equals("STDIN") && !file.contains("://");
    return local
        && objects.stream()
                .filter(other -> other.origin().source().equals(file) && hasReplicas(other))
                .count()
            == 1;
  }

  private static String inFiles(KubeObject object) {
    String file = object.origin().source();
    String quoted = file.contains(" ") ? "'" + file + "'" : file;
    return "leave it to the autoscaler: japply release -f " + quoted + " spec.replicas --write";
  }

  /// Returns the hint to release the live object, and to change the manifest by hand.
  static String released(KubeObject object) {
    return "leave it out of the manifest, after " + release(object);
  }

  /// Returns the hint for replicas that are no longer in the manifest, but have not been released.
  static String putBack(KubeObject object) {
    return "it goes back to the default; put it into the manifest again, and leave it out after "
        + release(object);
  }

  private static String release(KubeObject object) {
    String group = object.gvk().group();
    boolean known = group.isEmpty() || group.equals("apps");
    String type = object.gvk().kind().toLowerCase(Locale.ROOT) + (known ? "" : "." + group);
    return "japply release %s/%s spec.replicas%s"
        .formatted(type, object.name(), object.key().namespaceFlag());
  }
}
