package dev.japply.plan;

import static java.util.Map.entry;

import dev.japply.check.OneOfFields;
import dev.japply.merge.FieldReason;
import dev.japply.merge.FieldReason.Extent;
import dev.japply.merge.FieldReason.Sent;
import dev.japply.merge.FieldReason.Values;
import dev.japply.object.AnnotationLimit;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Warnings before a patch is sent: the server will refuse it, or another manager may undo it.
///
/// @param place the position of a field in the manifest
record PatchWarnings(
    KubeObject desired, MapValue live, MapValue result, Function<FieldPath, Origin> place) {
  private static final String REPLICAS = "spec.replicas";
  private static final FieldPath MEMBERSHIP =
      FieldPath.root().key("metadata").key("labels").key(ApplySetParent.PART_OF);
  private static final FieldPath BOOKKEEPING =
      FieldPath.root().key("metadata").key("annotations").key(LastApplied.KEY);

  private static final Set<String> HOLDING_DATA =
      Set.of(
          "PersistentVolume",
          "PersistentVolumeClaim",
          "CustomResourceDefinition.apiextensions.k8s.io");

  /// The part of the size limit for annotations above which a warning is given.
  private static final double FULL = 0.8;

  /// Returns all warnings.
  ///
  /// @param replaced whether the object is recreated if the server refuses the patch
  /// @param managers returns the managers of the live value for each of `reasons`
  List<Problem> warnings(
      List<FieldReason> reasons, boolean replaced, Function<FieldReason, List<Manager>> managers) {
    List<Problem> warnings = refusals(reasons, replaced);
    warnings.addAll(losses(reasons, managers));
    changes(reasons)
        .filter(sent -> sent.entry().extent() == Extent.WHOLE)
        .forEach(sent -> warnings.add(whole(sent.path())));
    warnOfAnnotationSize(warnings);
    return warnings;
  }

  /// Returns the reasons why the server will refuse the patch; empty if the object is replaced.
  List<Problem> refusals(List<FieldReason> reasons, boolean replaced) {
    var refusals = new ArrayList<Problem>();
    if (!replaced) {
      refusals.addAll(immutables(reasons));
      refusals.addAll(clashes());
    }
    return refusals;
  }

  List<Problem> immutables(List<FieldReason> reasons) {
    var warnings = new ArrayList<Problem>();
    var fixed = new ImmutableFieldCheck(desired.gvk(), live, result);
    changes(reasons)
        .filter(sent -> fixed.has(sent.path().toString()) && !isFilledIn(sent.values()))
        .forEach(sent ->
            warnings.add(
                warning(
                    WarningId.IMMUTABLE_FIELD,
                    sent.path(),
                    sent.path() + ": the server does not change this field of an existing object",
                    holdsData()
                        ? "undo the change, or give the new one another name"
                        : "undo the change, or recreate the object: apply with --force")));
    return warnings;
  }

  /// Checks whether deleting the object also deletes data.
  private boolean holdsData() {
    return HOLDING_DATA.contains(desired.gvk().groupKind());
  }

  /// Returns the fields that the server does not accept together.
  List<Problem> clashes() {
    return clashing().stream()
        .map(clash ->
            warning(
                WarningId.CONFLICTING_FIELDS,
                clash.path(),
                clash.path() + ": " + clash.what(),
                clash.remedy()))
        .toList();
  }

  /// Fields that the server does not accept together.
  ///
  /// @param path the field for the message
  record Clashing(FieldPath path, String what, String remedy) {}

  List<Clashing> clashing() {
    var clashes = new ArrayList<Clashing>();
    OneOfFields.in(desired.gvk(), result).forEach(clash -> clashes.add(clashing(clash)));
    headlessService().ifPresent(clashes::add);
    return clashes;
  }

  /// Checks whether the manifest is unchanged since it was applied, and the server has only filled
  /// in defaults.
  private static boolean isFilledIn(Values values) {
    return values.manifest() instanceof Value config
        && config.equals(values.lastApplied())
        && contains(values.live(), config);
  }

  /// Whether a live value has everything that the manifest has, and maybe defaults of the server.
  static boolean contains(Node live, Value config) {
    return switch (config) {
      case MapValue map ->
          live instanceof MapValue all
              && map.entries().entrySet().stream()
                  .allMatch(entry -> contains(all.get(entry.getKey()), entry.getValue()));
      case ListValue(List<Value> items) ->
          live instanceof ListValue(List<Value> all)
              && all.size() == items.size()
              && IntStream.range(0, all.size()).allMatch(i -> contains(all.get(i), items.get(i)));
      default -> config.equals(live);
    };
  }

  /// Returns the values of other managers that the patch reverts.
  List<Problem> losses(List<FieldReason> reasons, Function<FieldReason, List<Manager>> managers) {
    var warnings = new ArrayList<Problem>();
    Map<String, List<FieldPath>> applied = new LinkedHashMap<>();
    for (Sent sent :
        changes(reasons).filter(one -> one.values().live() instanceof Value).toList()) {
      List<Manager> writers = managers.apply(sent);
      if (sent.path().toString().equals(REPLICAS) && isScaled(writers)) {
        warnings.add(scaled(sent, writers.getFirst()));
      }
      writers.stream()
          .filter(writer -> writer.operation().equals("Apply"))
          .forEach(writer ->
              applied.computeIfAbsent(writer.name(), name -> new ArrayList<>()).add(sent.path()));
    }
    applied.forEach((name, paths) -> warnings.add(applied(name, paths)));
    if (MEMBERSHIP.in(live) instanceof Value && MEMBERSHIP.in(result) instanceof Missing) {
      warnings.add(
          warning(
              WarningId.APPLYSET,
              MEMBERSHIP,
              "leaves its ApplySet, which no longer prunes it",
              "apply with --prune and the --applyset of the last run to keep it in the set"));
    }
    return warnings;
  }

  private Problem scaled(Sent sent, Manager scaler) {
    boolean isLeftOut = sent.values().manifest() instanceof Missing;
    return warning(
        WarningId.AUTOSCALED_REPLICAS,
        sent.path(),
        sent.path() + ": set by " + scaler.name() + " through scale, as autoscalers do",
        isLeftOut ? AutoscaledReplicas.putBack(desired) : AutoscaledReplicas.released(desired));
  }

  private Problem applied(String manager, List<FieldPath> paths) {
    FieldPath first = paths.getFirst();
    int more = paths.size() - 1;
    return warning(
        WarningId.OTHER_APPLIER,
        first,
        "%s%s: applied by %s through server-side apply"
            .formatted(
                first,
                more == 0 ? "" : " and %d more field%s".formatted(more, more == 1 ? "" : "s"),
                manager),
        "it will meet a conflict, or take the field back");
  }

  private static Stream<Sent> changes(List<FieldReason> reasons) {
    return reasons.stream()
        .filter(Sent.class::isInstance)
        .map(Sent.class::cast)
        .filter(sent -> sent.change().isOfField() && !sent.path().equals(BOOKKEEPING));
  }

  private Problem whole(FieldPath path) {
    return warning(
        WarningId.WHOLE_FIELD,
        path,
        path + ": sent whole, because no patch can address its parts, such as two items of one key",
        "the write fails if another client changes the object in the meantime");
  }

  private static boolean isScaled(List<Manager> managers) {
    return !managers.isEmpty() && managers.getFirst().subresource().equals("scale");
  }

  /// Returns the clash, whose cause is the field that the manifest does not have.
  private Clashing clashing(OneOfFields.Clash clash) {
    String others =
        String.join(
            ", ",
            clash.names().stream()
                .filter(name -> clash.map().key(name).in(desired.tree()) instanceof Missing)
                .toList());
    return new Clashing(
        clash.map(),
        "the server takes no " + clash.said(),
        others.isEmpty()
            ? "leave one of them out of the manifest"
            : "set it to null in the manifest: " + others);
  }

  private Optional<Clashing> headlessService() {
    MapValue spec = result.map("spec");
    boolean service = desired.gvk().groupKind().equals("Service");
    boolean outside = List.of("NodePort", "LoadBalancer").contains(spec.text("type"));
    return service && outside && spec.text("clusterIP").equals("None")
        ? Optional.of(
            new Clashing(
                FieldPath.root().key("spec").key("type"),
                "a Service without cluster IP cannot become a " + spec.text("type"),
                "delete the Service and apply again"))
        : Optional.empty();
  }

  private void warnOfAnnotationSize(List<Problem> warnings) {
    long bytes = AnnotationLimit.bytes(withAnnotation());
    if (bytes > FULL * AnnotationLimit.MAX_BYTES) {
      warnings.add(
          warning(
              WarningId.ANNOTATION_SIZE,
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

  private Problem warning(WarningId id, FieldPath path, String what, String hint) {
    return Problem.warning(id, place.apply(path), desired.key().subject(), what, hint);
  }

  /// The immutable fields of an object of a built-in type.
  ///
  /// @param result the desired object
  private record ImmutableFieldCheck(Gvk gvk, MapValue live, MapValue result) {
    private static final String SPEC = "spec";

    /// The immutable fields by type; a path includes all fields below it.
    private static final Map<String, List<String>> FIXED =
        Map.ofEntries(
            entry("Deployment.apps", List.of("spec.selector")),
            entry("ReplicaSet.apps", List.of("spec.selector")),
            entry("DaemonSet.apps", List.of("spec.selector")),
            entry(
                "Job.batch",
                List.of(
                    "spec.selector",
                    "spec.completionMode",
                    "spec.podFailurePolicy",
                    "spec.successPolicy",
                    "spec.backoffLimitPerIndex",
                    "spec.managedBy")),
            entry("RoleBinding.rbac.authorization.k8s.io", List.of("roleRef")),
            entry("ClusterRoleBinding.rbac.authorization.k8s.io", List.of("roleRef")),
            entry(
                "StorageClass.storage.k8s.io",
                List.of("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode")),
            entry("PriorityClass.scheduling.k8s.io", List.of("value", "preemptionPolicy")),
            entry("IngressClass.networking.k8s.io", List.of("spec.controller")),
            entry("RuntimeClass.node.k8s.io", List.of("handler")),
            entry("EndpointSlice.discovery.k8s.io", List.of("addressType")),
            entry("ResourceQuota", List.of("spec.scopes")),
            entry(
                "CustomResourceDefinition.apiextensions.k8s.io",
                List.of("spec.group", "spec.scope", "spec.names.kind", "spec.names.plural")),
            entry("Secret", List.of("type")));

    /// Types with an immutable `spec`, and the mutable fields in it.
    private static final Map<String, List<String>> FREE =
        Map.of(
            "StatefulSet.apps",
            List.of(
                "spec.replicas",
                "spec.ordinals",
                "spec.template",
                "spec.updateStrategy",
                "spec.revisionHistoryLimit",
                "spec.persistentVolumeClaimRetentionPolicy",
                "spec.minReadySeconds"),
            "PersistentVolumeClaim",
            List.of("spec.resources", "spec.volumeAttributesClassName"),
            "Pod",
            List.of("spec.activeDeadlineSeconds", "spec.tolerations", "spec.schedulingGates"),
            "PersistentVolume",
            List.of(
                "spec.capacity",
                "spec.accessModes",
                "spec.claimRef",
                "spec.persistentVolumeReclaimPolicy",
                "spec.storageClassName",
                "spec.mountOptions",
                "spec.volumeAttributesClassName"));

    /// The fields for the scheduling of a Job's Pods.
    private static final List<String> SCHEDULING =
        List.of(
            "spec.template.metadata.labels",
            "spec.template.metadata.annotations",
            "spec.template.spec.nodeSelector",
            "spec.template.spec.affinity",
            "spec.template.spec.tolerations",
            "spec.template.spec.schedulingGates");

    /// The only mutable field of a Pod's container.
    private static final Pattern IMAGE =
        Pattern.compile("spec\\.(containers|initContainers)\\[[^]]*]\\.image");

    /// Checks whether the field at `path` is immutable.
    boolean has(String path) {
      return switch (gvk.groupKind()) {
        case "Secret", "ConfigMap" -> isData(path) || isOneOf(fixed(), path);
        case "Service" -> isAddress(path);
        case "Job.batch" -> isOfJob(path);
        default ->
            isOneOf(fixed(), path)
                || (FREE.containsKey(gvk.groupKind())
                    && isWithin(SPEC, path)
                    && !isOneOf(free(), path)
                    && !isImageOfPod(path));
      };
    }

    private List<String> fixed() {
      return FIXED.getOrDefault(gvk.groupKind(), List.of());
    }

    private boolean isData(String path) {
      return live.get("immutable").equals(Value.TRUE)
          && isOneOf(List.of("data", "binaryData", "stringData", "immutable"), path);
    }

    /// One that the Service has and needs; the server gives it back where it is taken away.
    private boolean isAddress(String path) {
      return !live.map(SPEC).text("clusterIP").isEmpty()
          && !result.map(SPEC).text("clusterIP").isEmpty()
          && !result.map(SPEC).text("type").equals("ExternalName")
          && (path.equals("spec.clusterIP") || isWithin("spec.clusterIPs", path));
    }

    /// Whether a field of a Job is immutable. Scheduling fields may change before Pods run, and the
    /// number of completions if each Pod has its index.
    private boolean isOfJob(String path) {
      MapValue spec = live.map(SPEC);
      boolean waits =
          spec.get("suspend").equals(Value.TRUE) && !live.map("status").has("startTime");
      boolean elastic =
          spec.text("completionMode").equals("Indexed")
              && result.map(SPEC).get("completions").equals(result.map(SPEC).get("parallelism"));
      return isOneOf(fixed(), path)
          || (isWithin("spec.template", path) && !(waits && isOneOf(SCHEDULING, path)))
          || (path.equals("spec.completions") && !elastic);
    }

    /// Returns the mutable fields of `spec`, also those without a value.
    private List<String> free() {
      var free = new ArrayList<>(FREE.getOrDefault(gvk.groupKind(), List.of()));
      MapValue spec = live.map(SPEC);
      switch (gvk.groupKind()) {
        case "PersistentVolumeClaim" -> addIfMissing(free, spec, "volumeName");
        case "PersistentVolume" -> addIfMissing(free, spec, "nodeAffinity");
        case "Pod" -> {
          if (spec.has("schedulingGates")) {
            free.addAll(List.of("spec.nodeSelector", "spec.affinity"));
          }
        }
        default -> {}
      }
      return free;
    }

    private static void addIfMissing(List<String> free, MapValue spec, String field) {
      if (!spec.has(field)) {
        free.add(SPEC + "." + field);
      }
    }

    private boolean isImageOfPod(String path) {
      return gvk.groupKind().equals("Pod") && IMAGE.matcher(path).matches();
    }

    private static boolean isOneOf(List<String> fields, String path) {
      return fields.stream().anyMatch(field -> isWithin(field, path));
    }

    private static boolean isWithin(String field, String path) {
      return path.equals(field) || path.startsWith(field + ".") || path.startsWith(field + "[");
    }
  }
}
