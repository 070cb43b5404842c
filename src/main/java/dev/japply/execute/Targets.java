package dev.japply.execute;

import dev.japply.live.Cluster;
import dev.japply.live.Resource;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The objects that a cluster can take, each with its namespace filled in, and what is wrong with
/// the others.
public record Targets(List<Target> targets, List<Problem> problems) {
  private static final FieldPath NAMESPACE = FieldPath.root().key("metadata").key("namespace");

  public Targets {
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
  public static Targets find(Cluster cluster, Namespace namespace, List<KubeObject> objects) {
    return find(cluster::resource, namespace, objects);
  }

  /// What a cluster makes of `objects` that serves these types.
  static Targets find(
      Function<Gvk, Optional<Resource>> types, Namespace namespace, List<KubeObject> objects) {
    var targets = new ArrayList<Target>();
    var problems = new ArrayList<Problem>();
    for (KubeObject object : objects) {
      Optional<Resource> resource = types.apply(object.gvk());
      if (resource.isEmpty()) {
        problems.add(unknownKind(object));
      } else if (resource.get().namespaced() && mismatch(object, namespace)) {
        problems.add(otherNamespace(object, namespace));
      } else {
        targets.add(new Target(placed(object, resource.get(), namespace), resource.get()));
      }
    }
    return new Targets(targets, problems);
  }

  private static boolean mismatch(KubeObject object, Namespace namespace) {
    return namespace.enforced()
        && !object.namespace().isEmpty()
        && !object.namespace().equals(namespace.name());
  }

  private static KubeObject placed(KubeObject object, Resource resource, Namespace namespace) {
    MapValue metadata = object.tree().map("metadata");
    if (!resource.namespaced()) {
      return object.withTree(object.tree().with("metadata", metadata.without("namespace")));
    }
    return object.namespace().isEmpty()
        ? object.withTree(
            object
                .tree()
                .with("metadata", metadata.with("namespace", Value.text(namespace.name()))))
        : object;
  }

  private static Problem unknownKind(KubeObject object) {
    String what =
        "no matches for kind \"%s\" in version \"%s\""
            .formatted(object.gvk().kind(), object.gvk().apiVersion());
    return Problem.error(
        object.positions().apply(FieldPath.root().key("kind")),
        object.key().subject(),
        what,
        "ensure CRDs are installed first");
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
