package dev.japply.apply;

import dev.japply.apply.RbacRules.Answer;
import dev.japply.apply.SelfSubjectAccessReviews.Access;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Finds out which rights the user has: by the rules of each namespace, and where these do not say
/// it, by asking about single rights, several at once.
///
/// What no rule grants is asked for, too: rules tell what is granted, and only the server knows
/// what is not. What a rule of a namespace grants about types of the whole cluster counts nothing.
public final class Preflight {
  private final ExecutionOptions options;
  private final SelfSubjectAccessReviews reviews;
  private final Cancellation cancellation;
  private final String defaultNamespace;
  private final Map<String, RbacRules> rules = new LinkedHashMap<>();

  /// @param cluster stays open
  /// @param options how many questions are asked at once, and how often again
  public Preflight(Cluster cluster, ExecutionOptions options, Cancellation cancellation) {
    this.options = options;
    this.reviews =
        new SelfSubjectAccessReviews(cluster, options, new RunCancellation(cancellation));
    this.cancellation = cancellation;
    this.defaultNamespace = cluster.defaultNamespace();
  }

  /// Which rights of `needs` the user has not for all objects of a type, and why.
  ///
  /// @throws dev.japply.problem.JapplyException when the server does not say
  public Map<AccessRequest, String> refused(PermissionSet needs) {
    Set<AccessRequest> rights = needs.objects().keySet();
    readRules(rights);
    List<AccessRequest> open = rights.stream().filter(right -> !isGranted(right)).toList();
    List<Access> answers = asked(open, right -> reviews.access(right, ""));
    var refused = new LinkedHashMap<AccessRequest, String>();
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).allowed()) {
        refused.put(open.get(i), answers.get(i).reason());
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
    List<RbacRules> answers = asked(namespaces, reviews::rules);
    for (int i = 0; i < answers.size(); i++) {
      rules.put(namespaces.get(i), answers.get(i));
    }
  }

  /// The namespace whose rules say something of a right.
  private String place(AccessRequest right) {
    return right.namespace().isEmpty() ? defaultNamespace : right.namespace();
  }

  private boolean isGranted(AccessRequest right) {
    return !right.namespace().isEmpty() && about(right) == Answer.GRANTED;
  }

  private Answer about(AccessRequest right) {
    return rules.getOrDefault(place(right), RbacRules.UNKNOWN).about(right);
  }

  /// What of `needs` is missing.
  ///
  /// @param refused which rights the user has not for all objects of a type, and why
  /// @throws dev.japply.problem.JapplyException when the server does not say
  public List<MissingPermission> missing(PermissionSet needs, Map<AccessRequest, String> refused) {
    var missing = new ArrayList<MissingPermission>();
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
  private Optional<MissingPermission> missing(
      AccessRequest right, List<KubeObject> objects, String reason) {
    if (!right.isOfOneObject() || about(right) == Answer.NOT_GRANTED) {
      return Optional.of(new MissingPermission(right, objects, reason));
    }
    List<Access> answers = asked(objects, object -> reviews.access(right, object.name()));
    var left = new ArrayList<KubeObject>();
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).allowed()) {
        left.add(objects.get(i));
      }
    }
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(new MissingPermission(right, left, reason));
  }

  /// What comes of asking about each, several at once; fewer when the run is to end.
  private <A, B> List<B> asked(List<A> questions, Function<A, B> ask) {
    var answers = new ArrayList<B>();
    int threads = options.schedule().concurrency();
    try (var workers = new Workers(threads)) {
      new OrderedParallelMap(workers, threads, cancellation).run(questions, ask, answers::add);
    }
    return answers;
  }
}
