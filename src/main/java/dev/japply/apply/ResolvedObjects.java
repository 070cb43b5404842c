package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
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
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// The objects that a cluster can take, each with its namespace filled in, and what is wrong with
/// the others.
public record ResolvedObjects(List<ResolvedObject> targets, List<Problem> problems) {
  private static final FieldPath NAMESPACE = FieldPath.root().key("metadata").key("namespace");

  public ResolvedObjects {
    targets = List.copyOf(targets);
    problems = List.copyOf(problems);
  }

  /// Where objects go that name no namespace.
  ///
  /// @param name the namespace
  /// @param enforced whether the user named it on the command line, so that objects that name
  ///   another one are refused
  public record Namespace(String name, boolean enforced) {}

  /// What `cluster` makes of `objects`; reads from it how it serves their types.
  public static ResolvedObjects find(
      Cluster cluster, Namespace namespace, List<KubeObject> objects) {
    return find(cluster, namespace, objects, CustomTypes.NONE);
  }

  /// The same, with types that the cluster does not know yet.
  public static ResolvedObjects find(
      Cluster cluster, Namespace namespace, List<KubeObject> objects, CustomTypes types) {
    var targets = new ArrayList<ResolvedObject>();
    var problems = new ArrayList<Problem>();
    var discovered = new DiscoveredTypes(cluster, objects.stream().map(KubeObject::gvk).toList());
    for (KubeObject object : objects) {
      Optional<ResolvedObject> target = target(discovered, object, types);
      Optional<ClusterException> unread = discovered.unread(object.gvk());
      if (target.isEmpty() && unread.isPresent()) {
        problems.add(unreadKind(object, unread.get()));
      } else if (target.isEmpty()) {
        problems.add(unknownKind(object));
      } else if (target.get().resource().namespaced() && mismatch(object, namespace)) {
        problems.add(otherNamespace(object, namespace));
      } else {
        targets.add(placed(target.get(), namespace));
      }
    }
    return new ResolvedObjects(targets, problems);
  }

  /// An error for each object that is in the input before; empty if all are different.
  public List<Problem> repeated() {
    var first = new HashMap<ObjectKey, KubeObject>();
    var repeated = new ArrayList<Problem>();
    for (ResolvedObject target : targets) {
      KubeObject object = target.desired();
      KubeObject before = object.name().isEmpty() ? null : first.putIfAbsent(object.key(), object);
      if (before != null) {
        String what = "is in the input twice, first at " + before.origin();
        repeated.add(
            Problem.error(object.origin(), object.key().subject(), what, "remove one of them"));
      }
    }
    return repeated;
  }

  /// The same, unless kubectl's way is asked for.
  public List<Problem> repeated(Compatibility compatibility) {
    return compatibility.allows(Difference.REFUSES_REPEATED_OBJECTS) ? repeated() : List.of();
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
    return unknownKind(object, "", "ensure CRDs are installed first");
  }

  private static Problem unreadKind(KubeObject object, ClusterException e) {
    return unknownKind(object, ServerProblems.sentence(e), DiscoveredTypes.hint(object.gvk(), e));
  }

  /// The error about an object whose type the cluster does not have.
  ///
  /// @param why what follows kubectl's words; empty for nothing
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
}
