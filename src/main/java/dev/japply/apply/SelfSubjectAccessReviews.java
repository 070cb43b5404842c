package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// Requests access reviews from the API server: the permissions of the user.
record SelfSubjectAccessReviews(Cluster cluster, RunCancellation cancellation) {
  private static final Resource RULES = type("SelfSubjectRulesReview", "selfsubjectrulesreviews");

  private static final Resource ACCESS =
      type("SelfSubjectAccessReview", "selfsubjectaccessreviews");

  private static final WriteOptions NO_OPTIONS = new WriteOptions("", "", false);

  private static Resource type(String kind, String plural) {
    return new Resource(Gvk.of("authorization.k8s.io/v1", kind), plural, false);
  }

  /// The server's decision about one permission.
  ///
  /// @param reason the reason for a denial; empty if the server gives none
  record Access(boolean allowed, String reason) {}

  /// Reads the rules of a namespace. A server that does not return them may still decide about
  /// single permissions.
  RbacRules rules(String namespace) {
    try {
      return RbacRules.of(create(RULES, MapValue.of("namespace", Value.text(namespace))));
    } catch (ClusterException e) {
      if (e.status() == 0) {
        throw refused(e);
      }
      return RbacRules.UNKNOWN;
    }
  }

  /// Checks whether a permission is granted.
  ///
  /// @param name name of the object; empty for all objects
  /// @throws JapplyException if the server does not respond with a decision
  Access access(AccessRequest right, String name) {
    MapValue attributes =
        MapValue.of("verb", Value.text(right.verb()))
            .with("group", Value.text(right.group()))
            .with("resource", Value.text(right.resource()))
            .with("subresource", Value.text(right.subresource()))
            .with("namespace", Value.text(right.namespace()))
            .with("name", Value.text(name));
    try {
      MapValue status = create(ACCESS, MapValue.of("resourceAttributes", attributes));
      return new Access(Value.TRUE.equals(status.get("allowed")), status.text("reason"));
    } catch (ClusterException e) {
      throw refused(e);
    }
  }

  private MapValue create(Resource review, MapValue spec) {
    MapValue body = review.gvk().tree().with("spec", spec);
    var write =
        new WriteRequest(
            WriteRequest.Kind.POST, body, () -> cluster.create(review, "", body, NO_OPTIONS));
    var policy = RetryPolicy.forDryRun();
    var writer = new Writer(KubeObject.of(body, Origin.NONE), policy, cancellation, event -> {});
    return switch (writer.write(write)) {
      case WriteResult.Stored(MapValue created) -> created.map("status");
      case WriteResult.Failed refused -> throw refused.failure();
      case WriteResult.Unknown(Problem problem) -> throw new JapplyException(problem);
      case WriteResult.Cancelled cancelled -> MapValue.EMPTY;
    };
  }

  private static JapplyException refused(ClusterException e) {
    String what = "--preflight: the server does not report your permissions: ";
    String hint = e.hint().isEmpty() ? "nothing was changed; apply without --preflight" : e.hint();
    return new JapplyException(
        Problem.error(Origin.NONE, what + ServerProblems.sentence(e), hint), e);
  }
}
