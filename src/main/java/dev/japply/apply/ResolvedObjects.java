package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.SimilarKind;
import dev.japply.merge.ServerNormalization;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Difference;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Objects with their resources and namespaces on a cluster, in the order of the input.
///
/// @param entries one for each object
public record ResolvedObjects(List<Entry> entries) {
  private static final FieldPath NAMESPACE = FieldPath.root().key("metadata").key("namespace");

  public ResolvedObjects {
    entries = List.copyOf(entries);
  }

  /// One object of the input.
  ///
  /// @param target null if the cluster cannot take the object
  /// @param problem the reason for that; null if there is a target
  /// @param isRepeated whether the reason is that the object is in the input before
  public record Entry(
      KubeObject desired,
      @Nullable ResolvedObject target,
      @Nullable Problem problem,
      boolean isRepeated) {
    static Entry of(ResolvedObject target) {
      return new Entry(target.desired(), target, null, false);
    }

    Entry withoutSelfLink() {
      if (target == null || !target.desired().tree().map("metadata").has("selfLink")) {
        return this;
      }
      MapValue tree = ServerNormalization.withoutSelfLink(target.desired().tree());
      ResolvedObject plain = target.with(target.desired().withTree(tree));
      return new Entry(desired, plain, problem, isRepeated);
    }

    static Entry refused(KubeObject desired, Problem problem) {
      return new Entry(desired, null, problem, false);
    }
  }

  /// Objects whose resources are known.
  public static ResolvedObjects of(List<ResolvedObject> targets) {
    return new ResolvedObjects(targets.stream().map(Entry::of).toList());
  }

  /// The objects that the cluster can take.
  public List<ResolvedObject> targets() {
    return entries.stream().flatMap(entry -> Stream.ofNullable(entry.target())).toList();
  }

  /// The problems with the other objects.
  public List<Problem> problems() {
    return entries.stream().flatMap(entry -> Stream.ofNullable(entry.problem())).toList();
  }

  /// The namespace of objects that name none.
  ///
  /// @param enforced whether objects that name another one are refused
  private record Namespace(String name, boolean enforced) {}

  /// Resolves `objects` by the types that `cluster` serves, and by those that `objects` define.
  ///
  /// @param enforced whether the user named the namespace, so that objects of others are refused
  public static ResolvedObjects find(Cluster cluster, boolean enforced, List<KubeObject> objects) {
    return find(cluster, enforced, objects, CustomTypes.of(objects), Compatibility.japply());
  }

  /// Resolves `objects` by the types that `cluster` serves, and by `types`.
  ///
  /// @param enforced whether the user named the namespace, so that objects of others are refused
  /// @param compatibility whether an object that is in the input before is a problem
  public static ResolvedObjects find(
      Cluster cluster,
      boolean enforced,
      List<KubeObject> objects,
      CustomTypes types,
      Compatibility compatibility) {
    var namespace = new Namespace(cluster.defaultNamespace(), enforced);
    var discovered = new DiscoveredTypes(cluster, objects.stream().map(KubeObject::gvk).toList());
    List<Entry> entries =
        objects.stream()
            .map(object -> entry(discovered, namespace, object, types))
            .map(entry ->
                compatibility.allows(Difference.LEAVES_OUT_SERVER_FIELDS)
                    ? entry.withoutSelfLink()
                    : entry)
            .toList();
    return new ResolvedObjects(
        compatibility.allows(Difference.REFUSES_REPEATED_OBJECTS)
            ? withoutRepeated(entries)
            : entries);
  }

  private static List<Entry> withoutRepeated(List<Entry> entries) {
    var first = new HashMap<ObjectKey, KubeObject>();
    var checked = new ArrayList<Entry>();
    for (Entry entry : entries) {
      KubeObject object = entry.target() == null ? entry.desired() : entry.target().desired();
      KubeObject before =
          entry.target() == null || object.name().isEmpty()
              ? null
              : first.putIfAbsent(object.key(), object);
      checked.add(before == null ? entry : new Entry(object, null, repeated(object, before), true));
    }
    return checked;
  }

  private static Problem repeated(KubeObject object, KubeObject before) {
    String place = before.origin().toString();
    String what = "is in the input twice" + (place.isEmpty() ? "" : ", first at " + place);
    return object.error(what, "remove one of them");
  }

  /// Whether an object is in the input twice, so that nothing may be written.
  public boolean isRepeated() {
    return entries.stream().anyMatch(Entry::isRepeated);
  }

  private static Entry entry(
      DiscoveredTypes discovered, Namespace namespace, KubeObject object, CustomTypes types) {
    Optional<ResolvedObject> target = target(discovered, object, types);
    Optional<ClusterException> unread = discovered.unread(object.gvk());
    if (target.isEmpty()) {
      Problem problem = unread.isPresent() ? unreadKind(object, unread.get()) : unknownKind(object);
      return Entry.refused(object, problem);
    }
    return target.get().resource().namespaced() && mismatch(object, namespace)
        ? Entry.refused(object, otherNamespace(object, namespace))
        : new Entry(object, placed(target.get(), namespace), null, false);
  }

  private static Optional<ResolvedObject> target(
      DiscoveredTypes discovered, KubeObject object, CustomTypes types) {
    Optional<Resource> resource = discovered.resource(object.gvk());
    return resource.isPresent()
        ? Optional.of(new ResolvedObject(object, resource.get()))
        : types.find(object.gvk()).map(type -> ResolvedObject.of(object, type));
  }

  private static boolean mismatch(KubeObject object, Namespace namespace) {
    return namespace.enforced()
        && !object.namespace().isEmpty()
        && !object.namespace().equals(namespace.name());
  }

  private static ResolvedObject placed(ResolvedObject target, Namespace namespace) {
    KubeObject object = target.desired();
    MapValue metadata = object.tree().map("metadata");
    if (!target.resource().namespaced()) {
      return target.with(metadata.without("namespace"));
    }
    return object.namespace().isEmpty()
        ? target.with(metadata.with("namespace", Value.text(namespace.name())))
        : target;
  }

  private static Problem unknownKind(KubeObject object) {
    String meant = SimilarKind.question(object.gvk().kind(), object.gvk().apiVersion());
    return unknownKind(object, "", meant.isEmpty() ? "ensure CRDs are installed first" : meant);
  }

  private static Problem unreadKind(KubeObject object, ClusterException e) {
    return unknownKind(object, ServerProblems.sentence(e), DiscoveredTypes.hint(object.gvk(), e));
  }

  /// The error about an object whose type the cluster does not have.
  ///
  /// @param why text after kubectl's message; empty for none
  static Problem unknownKind(KubeObject object, String why, String hint) {
    String what =
        "no matches for kind \"%s\" in version \"%s\""
            .formatted(object.gvk().kind(), object.gvk().apiVersion());
    return Problem.error(
        object.positions().apply(FieldPath.root().key("kind")),
        object.key().subject(),
        why.isEmpty() ? what : what + ": " + why,
        hint);
  }

  private static Problem otherNamespace(KubeObject object, Namespace namespace) {
    String what =
        ("the namespace from the provided object \"%s\" does not match the namespace \"%s\". "
                + "You must"
                + " pass '--namespace=%s' to perform this operation.")
            .formatted(object.namespace(), namespace.name(), object.namespace());
    return Problem.error(object.positions().apply(NAMESPACE), object.key().subject(), what, "");
  }

  /// Discovery results for some types. A failure of one group and version concerns its types alone:
  /// an aggregated API whose backend is unavailable does not keep other objects from being applied.
  static final class DiscoveredTypes {
    private final Map<Gvk, Optional<Resource>> known = new LinkedHashMap<>();
    private final Map<String, ClusterException> unread = new LinkedHashMap<>();

    /// Requests the types from `cluster`, each group and version once.
    ///
    /// @throws ClusterException if all requests failed because the cluster is unreachable
    public DiscoveredTypes(Cluster cluster, Collection<Gvk> types) {
      for (Gvk type : types) {
        if (!known.containsKey(type) && !unread.containsKey(type.apiVersion())) {
          discover(cluster, type);
        }
      }
      if (known.isEmpty()
          && !unread.isEmpty()
          && unread.values().stream().allMatch(DiscoveredTypes::isSilence)) {
        throw unread.values().iterator().next();
      }
    }

    private static boolean isSilence(ClusterException e) {
      return e.kind() == Kind.BROKEN || e.kind() == Kind.TIMEOUT;
    }

    private void discover(Cluster cluster, Gvk type) {
      try {
        known.put(type, cluster.resource(type));
      } catch (ClusterException e) {
        if (e.isAboutAll()) {
          throw e;
        }
        unread.put(type.apiVersion(), e);
      }
    }

    /// Returns the resource of `type`; empty if the cluster does not serve it, or discovery failed.
    public Optional<Resource> resource(Gvk type) {
      return known.getOrDefault(type, Optional.empty());
    }

    /// Returns the failure of discovery for `type`; empty if there is none.
    public Optional<ClusterException> unread(Gvk type) {
      return known.containsKey(type)
          ? Optional.empty()
          : Optional.ofNullable(unread.get(type.apiVersion()));
    }

    /// Returns the hint for a failure `e` of discovery for `type`.
    public static String hint(Gvk type, ClusterException e) {
      boolean aggregated = !type.group().isEmpty() && e.status() >= 500;
      return e.hint().isEmpty() && aggregated
          ? "`kubectl get apiservice %s.%s` may show the cause; apply again when it is available"
              .formatted(type.version(), type.group())
          : e.hint();
    }
  }
}
