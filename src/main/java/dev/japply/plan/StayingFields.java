package dev.japply.plan;

import dev.japply.diff.Secrets;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.plan.LastWriter.Owned;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Fields of an object that was created otherwise than by an apply, which its manifest does not
/// have: no apply has set them, so none removes them.
public final class StayingFields {
  private static final FieldPath ANNOTATIONS = FieldPath.root().key("metadata").key("annotations");

  /// The label that a server gives to each Namespace.
  private static final FieldPath NAMESPACE_LABEL =
      FieldPath.root().key("metadata").key("labels").key("kubernetes.io/metadata.name");

  /// Defaults of built-in types. A create owns them, too, and it makes no difference that they
  /// stay.
  private static final Map<String, Set<Value>> DEFAULTS =
      Map.ofEntries(
          text("clusterDomain", "cluster.local"),
          text("completionMode", "NonIndexed"),
          text("concurrencyPolicy", "Allow"),
          text("dnsPolicy", "ClusterFirst"),
          text("externalTrafficPolicy", "Cluster"),
          text("imagePullPolicy", "IfNotPresent", "Always"),
          text("internalTrafficPolicy", "Cluster"),
          text("persistentVolumeReclaimPolicy", "Retain"),
          text("podManagementPolicy", "OrderedReady"),
          text("podReplacementPolicy", "TerminatingOrFailed"),
          text("protocol", "TCP"),
          text("reclaimPolicy", "Delete"),
          text("restartPolicy", "Always"),
          text("schedulerName", "default-scheduler"),
          text("scheme", "HTTP"),
          text("sessionAffinity", "None"),
          text("terminationMessagePath", "/dev/termination-log"),
          text("terminationMessagePolicy", "File"),
          text("type", "Opaque", "ClusterIP", "RollingUpdate", ""),
          text("volumeBindingMode", "Immediate"),
          text("volumeMode", "Filesystem"),
          text("whenDeleted", "Retain"),
          text("whenScaled", "Retain"),
          text("maxSurge", "25%"),
          text("maxUnavailable", "25%"),
          number("backoffLimit", 6),
          number("completions", 1),
          number("defaultMode", 420),
          number("failedJobsHistoryLimit", 1),
          number("failureThreshold", 3),
          number("parallelism", 1),
          number("partition", 0),
          number("periodSeconds", 10),
          number("progressDeadlineSeconds", 600),
          number("replicas", 1),
          number("revisionHistoryLimit", 10),
          number("successThreshold", 1),
          number("successfulJobsHistoryLimit", 3),
          number("terminationGracePeriodSeconds", 30),
          number("timeoutSeconds", 1),
          Map.entry("manualSelector", Set.of(Value.bool(false))),
          Map.entry("suspend", Set.of(Value.bool(false))));

  private static final Set<Value> EMPTY = Set.of(MapValue.EMPTY, ListValue.EMPTY);

  private StayingFields() {}

  private static Map.Entry<String, Set<Value>> text(String field, String... values) {
    return Map.entry(field, Set.copyOf(List.of(values).stream().<Value>map(Value::text).toList()));
  }

  private static Map.Entry<String, Set<Value>> number(String field, int value) {
    return Map.entry(field, Set.of(Value.number(value)));
  }

  /// Returns the fields that stay, in the order of their paths.
  ///
  /// @param creators the field managers that have created the object or updated it
  public static List<FieldPath> of(MapValue live, KubeObject desired, Set<String> creators) {
    return LastWriter.of(live, Secrets.MASKED).stream()
        .filter(one ->
            one.managers().stream()
                .anyMatch(manager ->
                    creators.contains(manager.name())
                        && manager.operation().equals("Update")
                        && manager.subresource().isEmpty()))
        .filter(one -> !one.path().isWithin(ANNOTATIONS.key(LastApplied.KEY)))
        .filter(one -> !one.path().equals(ANNOTATIONS))
        .filter(one -> !one.path().equals(NAMESPACE_LABEL))
        .filter(one -> !(LastWriter.in(one.path(), desired.tree()) instanceof Value))
        .filter(one -> !isDefault(one))
        .map(one -> top(one.path(), desired.tree()))
        .distinct()
        .toList();
  }

  private static boolean isDefault(Owned one) {
    return EMPTY.contains(one.value())
        || (one.path() instanceof FieldPath.Key(FieldPath map, String key)
            && DEFAULTS.getOrDefault(key, Set.of()).contains(one.value()));
  }

  /// Returns the item of a list that the manifest does not have; else the field itself.
  private static FieldPath top(FieldPath path, MapValue manifest) {
    for (var steps = path.steps(); steps.hasNext(); ) {
      FieldPath step = steps.next();
      if (step instanceof FieldPath.Item && !(LastWriter.in(step, manifest) instanceof Value)) {
        return step;
      }
    }
    return path;
  }

  /// Returns the statement that `fields` stay.
  public static String sentence(List<FieldPath> fields) {
    String names = String.join(", ", fields.stream().map(FieldPath::toString).toList());
    return names
        + (fields.size() == 1
            ? " is not in the manifest, and stays"
            : " are not in the manifest, and stay");
  }

  /// Returns the advice to remove `fields`.
  ///
  /// @param flags flags for the command, each after a space
  public static String removal(KubeObject desired, List<FieldPath> fields, String flags) {
    ObjectKey key = desired.key();
    String names =
        String.join(" ", fields.stream().map(field -> quoted(field.toString())).toList());
    return "to remove %s, run japply adopt %s %s%s%s, and apply again"
        .formatted(
            fields.size() == 1 ? "it" : "them", key.argument(), names, key.namespaceFlag(), flags);
  }

  private static String quoted(String field) {
    return field.matches("[\\w./:=-]*") ? field : "'" + field + "'";
  }
}
