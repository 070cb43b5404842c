package dev.japply.apply;

import dev.japply.apply.RbacRules.Grant;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.WriteOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Finds out which permissions the user has: by the rules of each namespace, and where these do not
/// decide it, by reviews of single permissions, several in parallel.
///
/// A permission that no rule grants is reviewed, too: rules only list grants. A rule of a namespace
/// counts for nothing where types of the whole cluster are concerned.
public final class Preflight {
  private final ExecutionOptions options;
  private final SelfSubjectAccessReviews reviews;
  private final Cancellation cancellation;
  private final String defaultNamespace;
  private final Map<String, RbacRules> rules = new LinkedHashMap<>();

  /// @param cluster stays open
  /// @param options the concurrency of reviews
  public Preflight(Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
    this.options = options;
    this.reviews = new SelfSubjectAccessReviews(cluster, new RunCancellation(cancellation));
    this.cancellation = cancellation;
    this.defaultNamespace = cluster.defaultNamespace();
  }

  /// Returns the permissions of `needs` that the user lacks for all objects of a type, with the
  /// reasons.
  ///
  /// @throws dev.japply.problem.JapplyException if the server does not decide
  public Map<AccessRequest, String> refused(PermissionSet needs) {
    Set<AccessRequest> rights = needs.objects().keySet();
    readRules(rights);
    List<AccessRequest> open = rights.stream().filter(right -> !isGranted(right)).toList();
    List<SelfSubjectAccessReviews.Access> results =
        inParallel(open, right -> reviews.access(right, ""));
    var refused = new LinkedHashMap<AccessRequest, String>();
    for (int i = 0; i < results.size(); i++) {
      if (!results.get(i).allowed()) {
        refused.put(open.get(i), results.get(i).reason());
      }
    }
    return refused;
  }

  private void readRules(Collection<AccessRequest> rights) {
    List<String> namespaces =
        rights.stream()
            .map(this::place)
            .distinct()
            .filter(name -> !rules.containsKey(name))
            .toList();
    List<RbacRules> results = inParallel(namespaces, reviews::rules);
    for (int i = 0; i < results.size(); i++) {
      rules.put(namespaces.get(i), results.get(i));
    }
  }

  /// Returns the namespace whose rules may contain a permission.
  private String place(AccessRequest right) {
    return right.namespace().isEmpty() ? defaultNamespace : right.namespace();
  }

  private boolean isGranted(AccessRequest right) {
    return !right.namespace().isEmpty() && about(right) == Grant.GRANTED;
  }

  private Grant about(AccessRequest right) {
    return rules.getOrDefault(place(right), RbacRules.UNKNOWN).about(right);
  }

  /// Returns the permissions of `needs` that are missing.
  ///
  /// @param refused permissions that the user lacks for all objects of a type, with the reasons
  /// @throws dev.japply.problem.JapplyException if the server does not decide
  public List<PermissionSet.Missing> missing(
      PermissionSet needs, Map<AccessRequest, String> refused) {
    var missing = new ArrayList<PermissionSet.Missing>();
    needs
        .objects()
        .forEach((right, objects) -> {
          String reason = refused.get(right);
          if (reason != null) {
            missing(right, objects, reason).ifPresent(missing::add);
          }
        });
    return missing;
  }

  /// A right may be granted for objects by their names.
  private Optional<PermissionSet.Missing> missing(
      AccessRequest right, List<KubeObject> objects, String reason) {
    if (!right.isOfOneObject() || about(right) == Grant.NOT_GRANTED) {
      return Optional.of(new PermissionSet.Missing(right, objects, reason));
    }
    List<SelfSubjectAccessReviews.Access> results =
        inParallel(objects, object -> reviews.access(right, object.name()));
    var left = new ArrayList<KubeObject>();
    for (int i = 0; i < results.size(); i++) {
      if (!results.get(i).allowed()) {
        left.add(objects.get(i));
      }
    }
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(new PermissionSet.Missing(right, left, reason));
  }

  /// Returns the responses to all reviews, several in parallel; fewer if the run is cancelled.
  private <A, B> List<B> inParallel(List<A> items, Function<A, B> review) {
    var results = new ArrayList<B>();
    try (var workers = new Workers(options.schedule().concurrency())) {
      workers.runInOrder(items, cancellation, review, results::add);
    }
    return results;
  }

  /// Requests access reviews from the API server: the permissions of the user.
  private record SelfSubjectAccessReviews(Cluster cluster, RunCancellation cancellation) {
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
      String hint =
          e.hint().isEmpty() ? "nothing was changed; apply without --preflight" : e.hint();
      return new JapplyException(
          Problem.error(Origin.NONE, what + ServerProblems.sentence(e), hint), e);
    }
  }
}
