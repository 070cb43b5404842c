package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.plan.FieldChanges.Change;
import dev.japply.plan.ServerSideReasons.Reason;
import dev.japply.plan.StalePlanCheck.Terms;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks whether a stored plan of a server-side apply still fits, by the same object planned again
/// with a dry run. Both plans must give the same fields the same values, for the same reasons, and
/// these fields must have the values and owners of then.
///
/// Nothing of the file is sent, so a forged plan is refused or does what it shows.
///
/// @param manager the field manager
public record ServerSidePlanCheck(Terms terms, String manager) {
  /// The fields of a Service that the server allocates.
  static final Set<String> ALLOCATED =
      Set.of("clusterIP", "clusterIPs", "healthCheckNodePort", "nodePort");

  /// Checks `planned`.
  ///
  /// @param replanned the same object, planned again
  /// @param type the schema of the live object; null if it is not known
  public Verdict.Settled verdict(
      PlannedObject planned, PlannedObject replanned, @Nullable Schema type) {
    if (!(planned.action() instanceof Action.Apply)
        && !(planned.action() instanceof Action.Recreate)
        && !(planned.action() instanceof Action.Unchanged)) {
      return different(planned); // a forged plan
    }
    if (replanned.action() instanceof Action.Unchanged) {
      return new Verdict.Done();
    }
    if (!(planned.before() instanceof MapValue before)) {
      return replanned.before() instanceof MapValue
          ? StalePlanCheck.stale(planned, StalePlanCheck.CREATED)
          : ofAbsent(planned, replanned.action());
    }
    if (!(replanned.before() instanceof MapValue live)) {
      return StalePlanCheck.stale(planned, StalePlanCheck.DELETED);
    }
    String other = terms.other(before, live);
    if (other != null) {
      return StalePlanCheck.stale(planned, other);
    }
    MapValue seen = sealed(planned, live, live);
    if (planned.action() instanceof Action.Recreate was) {
      return ofRecreation(planned, was, replanned.action(), seen, type);
    }
    List<Reason> was = reasons(sent(planned), before, planned.after(), type);
    Optional<FieldPath> moved =
        PatchedFields.annotation(before, seen)
            .or(() ->
                was.stream()
                    .map(Reason::path)
                    .filter(path -> !path.in(before).equals(path.in(seen)))
                    .findFirst());
    if (moved.isPresent()) {
      return StalePlanCheck.stale(planned, StalePlanCheck.CHANGED + moved.get());
    }
    return switch (replanned.action()) {
      case Action.Refused(List<Problem> problems) -> new Verdict.Stale(problems);
      case Action.Apply now when replanned.after() instanceof MapValue after -> {
        MapValue manifest = sealed(planned, now.manifest(), live);
        List<Reason> is = reasons(manifest, seen, sealed(planned, after, live), type);
        boolean service = planned.desired().gvk().groupKind().equals("Service");
        yield difference(
                service ? unallocated(was, sent(planned)) : was,
                service ? unallocated(is, manifest) : is)
            .<Verdict.Settled>map(difference -> StalePlanCheck.stale(planned, difference))
            .orElseGet(() ->
                planned.action() instanceof Action.Unchanged
                    ? new Verdict.Done() // no value and no owner changes
                    : new Verdict.Fitting(now));
      }
      case Action action -> different(planned);
    };
  }

  private static Verdict.Settled different(PlannedObject planned) {
    return new Verdict.Stale(List.of(StalePlanCheck.different(planned)));
  }

  private Verdict.Settled ofAbsent(PlannedObject planned, Action now) {
    return switch (now) {
      case Action.Refused(List<Problem> problems) -> new Verdict.Stale(problems);
      case Action.Apply(MapValue body, boolean force, String part)
          when planned.action() instanceof Action.Apply was
              && was.manifest().equals(terms.digests().object(planned.desired(), body, MISSING)) ->
          new Verdict.Fitting(now);
      case Action action -> different(planned);
    };
  }

  private Verdict.Settled ofRecreation(
      PlannedObject planned,
      Action.Recreate was,
      Action now,
      MapValue seen,
      @Nullable Schema type) {
    Optional<FieldPath> moved =
        StalePlanCheck.anything(new PatchedFields(type, false), (MapValue) planned.before(), seen);
    if (moved.isPresent()) {
      return StalePlanCheck.stale(planned, StalePlanCheck.CHANGED + moved.get());
    }
    return switch (now) {
      case Action.Refused(List<Problem> problems) -> new Verdict.Stale(problems);
      case Action.Recreate(String uid, MapValue body)
          when was.uid().equals(uid)
              && was.body().equals(terms.digests().object(planned.desired(), body, MISSING)) ->
          new Verdict.Fitting(now);
      case Action action -> different(planned);
    };
  }

  private List<Reason> reasons(
      MapValue manifest, MapValue before, Node after, @Nullable Schema type) {
    return after instanceof MapValue result
        ? new ServerSideReasons(manifest, before, result, manager, type).find(false)
        : List.of();
  }

  private static MapValue sent(PlannedObject planned) {
    return planned.action() instanceof Action.Apply apply ? apply.manifest() : MapValue.EMPTY;
  }

  /// Returns the reasons without addresses and ports that the server allocates to a Service: each
  /// dry run has others.
  private static List<Reason> unallocated(List<Reason> reasons, MapValue manifest) {
    return reasons.stream()
        .map(reason -> {
          Change change = reason.change();
          Node sent = LastWriter.in(change.path(), manifest);
          boolean allocated =
              sent instanceof Missing
                  && change.path() instanceof FieldPath.Key(FieldPath parent, String name)
                  && ALLOCATED.contains(name);
          Node after = allocated ? MISSING : unallocated(change.after(), sent);
          return new Reason(
              new Change(change.path(), change.before(), after), reason.cause(), reason.managers());
        })
        .toList();
  }

  private static Node unallocated(Node after, Node manifest) {
    if (!(after instanceof MapValue map)) {
      return after;
    }
    MapValue sent = manifest instanceof MapValue known ? known : MapValue.EMPTY;
    MapValue rest = map;
    for (String key : map.entries().keySet()) {
      boolean allocated = ALLOCATED.contains(key) && !sent.has(key);
      rest =
          !allocated && unallocated(map.get(key), sent.get(key)) instanceof Value value
              ? rest.with(key, value)
              : rest.without(key);
    }
    return rest;
  }

  /// Returns the first difference between the reasons of a plan and those now; empty if they are
  /// equal.
  private static Optional<String> difference(List<Reason> planned, List<Reason> now) {
    Map<String, Reason> left = new LinkedHashMap<>();
    planned.forEach(reason -> left.put(reason.path().toString(), reason));
    for (Reason is : now) {
      String field = is.path().toString();
      Reason was = left.remove(field);
      if (was == null || !was.change().before().equals(is.change().before())) {
        return Optional.of(StalePlanCheck.CHANGED + field);
      }
      if (!owners(was).equals(owners(is))) {
        String owners = "; its owner was " + names(was) + ", and is " + names(is);
        return Optional.of(StalePlanCheck.CHANGED + field + owners);
      }
      if (!was.change().after().equals(is.change().after())
          || !was.cause().code().equals(is.cause().code())) {
        return Optional.of("the plan would be different now: " + field);
      }
    }
    return left.keySet().stream().findFirst().map(field -> StalePlanCheck.CHANGED + field);
  }

  private static List<String> owners(Reason reason) {
    return reason.managers().stream().map(Manager::title).sorted().toList();
  }

  private static String names(Reason reason) {
    return reason.managers().isEmpty() ? "none" : String.join(", ", owners(reason));
  }

  private MapValue sealed(PlannedObject planned, MapValue tree, MapValue live) {
    return terms.digests().object(planned.desired(), tree, live);
  }
}
