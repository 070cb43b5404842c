package dev.japply.plan;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.plan.ServerSideReasons.Reason;
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

/// The effect of a server-side apply on one field, for the comparison of two plans.
///
/// @param field the path of the field
/// @param before the live value
/// @param owners the owners of the live value, without the manager of the apply
/// @param after the value afterwards, without addresses and ports that the server allocates: each
///   dry run has others
/// @param reason the code of the reason
record ServerSideEffect(String field, Node before, List<String> owners, Node after, String reason) {

  /// The fields of a Service that the server allocates.
  private static final Set<String> ALLOCATED =
      Set.of("clusterIP", "clusterIPs", "healthCheckNodePort", "nodePort");

  /// @param manifest the manifest as it is sent
  /// @param service whether the object is a Service
  static ServerSideEffect of(Reason reason, MapValue manifest, boolean service) {
    FieldPath path = reason.path();
    Node sent = LastWriter.in(path, manifest);
    boolean allocated =
        service
            && sent instanceof Missing
            && path instanceof FieldPath.Key(FieldPath parent, String name)
            && ALLOCATED.contains(name);
    return new ServerSideEffect(
        path.toString(),
        reason.change().before(),
        reason.managers().stream().map(Manager::title).sorted().toList(),
        allocated
            ? MISSING
            : service ? unallocated(reason.change().after(), sent) : reason.change().after(),
        reason.cause().code());
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

  /// Returns the first difference between the effects of a plan and those now; empty if they are
  /// equal.
  static Optional<String> difference(List<ServerSideEffect> planned, List<ServerSideEffect> now) {
    Map<String, ServerSideEffect> left = new LinkedHashMap<>();
    planned.forEach(effect -> left.put(effect.field, effect));
    for (ServerSideEffect effect : now) {
      Optional<String> difference = effect.difference(left.remove(effect.field));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return left.keySet().stream().findFirst().map(ServerSideEffect::changed);
  }

  private Optional<String> difference(@Nullable ServerSideEffect planned) {
    if (planned == null || !planned.before.equals(before)) {
      return Optional.of(changed(field));
    }
    if (!planned.owners.equals(owners)) {
      return Optional.of(
          "%s; its owner was %s, and is %s"
              .formatted(changed(field), names(planned.owners), names(owners)));
    }
    return planned.equals(this)
        ? Optional.empty()
        : Optional.of("the plan would be different now: " + field);
  }

  private static String changed(String field) {
    return StalePlanCheck.CHANGED + field;
  }

  private static String names(List<String> owners) {
    return owners.isEmpty() ? "none" : String.join(", ", owners);
  }
}
