package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.plan.FieldChanges.Change;
import dev.japply.plan.ServerSideReasons.Reason;
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

/// Compares two plans of a server-side apply, with dry runs: both must give the same fields the
/// same values, for the same reasons, and these fields must have the values and owners of then.
///
/// @param digests the digests of the stored plan, which replaced the values of Secrets
/// @param manager the field manager
record ServerSideDifference(SecretDigests digests, String manager) {
  /// The fields of a Service that the server allocates.
  static final Set<String> ALLOCATED =
      Set.of("clusterIP", "clusterIPs", "healthCheckNodePort", "nodePort");

  /// Returns a field of the plan, or the last-applied annotation, whose value has changed; empty if
  /// there is none.
  Optional<FieldPath> moved(
      PlannedObject planned, MapValue before, MapValue live, @Nullable Schema type) {
    return PatchedFields.annotation(before, live)
        .or(() ->
            reasons(sent(planned), before, planned.after(), type).stream()
                .map(Reason::path)
                .filter(path -> !path.in(before).equals(path.in(live)))
                .findFirst());
  }

  /// Returns the first difference between a plan and the same one now; empty if they are equal.
  Optional<String> between(
      PlannedObject planned,
      PlannedObject again,
      Action.Apply now,
      MapValue live,
      @Nullable Schema type) {
    if (!(again.after() instanceof MapValue after)) {
      return Optional.of(StalePlanCheck.DIFFERENT);
    }
    List<Reason> was = reasons(sent(planned), planned.before(), planned.after(), type);
    MapValue manifest = sealed(planned, now.manifest(), live);
    List<Reason> is =
        reasons(manifest, sealed(planned, live, live), sealed(planned, after, live), type);
    boolean service = planned.desired().gvk().groupKind().equals("Service");
    return difference(
        service ? unallocated(was, sent(planned)) : was, service ? unallocated(is, manifest) : is);
  }

  private List<Reason> reasons(MapValue manifest, Node before, Node after, @Nullable Schema type) {
    return before instanceof MapValue live && after instanceof MapValue result
        ? new ServerSideReasons(manifest, live, result, manager, type).find(false)
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
        return Optional.of(StalePlanCheck.DIFFERENT + ": " + field);
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
    return digests.object(planned.desired(), tree, live);
  }
}
