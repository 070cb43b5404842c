package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.cluster.ServerSideProblems.Conflict;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.ConflictRules;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.ServerSideManifest;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settles the conflicts of a server-side apply by rules: takes over some fields, and leaves others
/// to their managers.
///
/// The server reports the conflicts when it refuses the manifest without force. Then one forced
/// request has the fields to take and all fields without a conflict. It is valid for the version of
/// the object that was read before, so that no other conflict is taken over along with them.
final class ConflictSettlement implements Wish {
  /// Maximum number of times that the conflicts are settled again, since the object has changed.
  private static final int ROUNDS = 10;

  private final KubeObject desired;
  private final Wish manifest;
  private final ServerSide method;
  private final String manager;
  private final ExecutionOptions options;
  private final Set<String> used = new LinkedHashSet<>();
  private List<Conflict> conflicts = List.of();
  private @Nullable MapValue seen;

  /// @param manifest the wish without settled conflicts
  ConflictSettlement(
      KubeObject desired, Wish manifest, ServerSide method, ExecutionOptions options) {
    this.desired = desired;
    this.manifest = manifest;
    this.method = method;
    this.manager = options.fieldManager();
    this.options = options;
  }

  /// Runs `loop` until the conflicts are settled, or one of them has no rule.
  ///
  /// @param reading the same, but with a read of the live object in any case. It is run if the
  ///   manager is in conflict with itself
  ObjectLoop.End run(Function<Wish, ObjectLoop.End> loop, Function<Wish, ObjectLoop.End> reading) {
    if (!method.rules().isEmpty()) {
      return settled(loop);
    }
    ObjectLoop.End end = loop.apply(manifest);
    return isWithItself(end) ? settled(reading) : end;
  }

  private boolean isWithItself(ObjectLoop.End end) {
    return SoleOwnership.isTaking(method, options)
        && end instanceof ObjectLoop.End.Refused refused
        && ServerSideProblems.isOwnership(refused.failure())
        && ServerSideProblems.conflicts(desired.tree(), refused.failure()).stream()
            .anyMatch(conflict -> conflict.manager().equals(manager));
  }

  private ObjectLoop.End settled(Function<Wish, ObjectLoop.End> loop) {
    for (int round = 1; ; round++) {
      ObjectLoop.End end = loop.apply(this);
      boolean again =
          end instanceof ObjectLoop.End.Refused refused
              && round < ROUNDS
              && settles(refused.request().live(), refused.failure());
      if (!again) {
        return end instanceof ObjectLoop.End.Refused refused ? refused.using(used(refused)) : end;
      }
    }
  }

  /// Returns the rules that have settled conflicts. After another refusal the conflicts are not
  /// known, and any rule may settle one whose manager may be in it.
  private Set<String> used(ObjectLoop.End.Refused refused) {
    MapValue live = refused.request().live();
    if (live == null || ServerSideProblems.isOwnership(refused.failure())) {
      return used;
    }
    return method
        .rules()
        .possible(desired, ManagedFields.of(live).managers())
        .collect(Collectors.toSet());
  }

  /// Returns the fields that rules leave to their managers.
  private List<FieldPath> left() {
    return conflicts.stream()
        .filter(conflict -> method.isLeft(desired, conflict))
        .map(Conflict::field)
        .toList();
  }

  private boolean settles(@Nullable MapValue live, ClusterException e) {
    if (live == null || !ServerSideProblems.isOwnership(e)) {
      return false;
    }
    List<Conflict> found = ServerSideProblems.conflicts(desired.tree(), e);
    ConflictRules rules = method.rules();
    for (Conflict conflict : found) {
      rules
          .taking(desired, conflict.field(), conflict.manager())
          .ifPresent(rule -> used.add(ConflictRules.takes(rule)));
      rules
          .leaving(desired, conflict.field(), conflict.manager())
          .ifPresent(rule -> used.add(ConflictRules.leaves(rule)));
    }
    conflicts = found;
    seen = live;
    return found.stream()
        .noneMatch(conflict ->
            method.isOpen(desired, conflict)
                && !SoleOwnership.takes(conflict, live, method, options));
  }

  @Override
  public Optional<PlannedObject> plan(
      ResolvedObject target, @Nullable MapValue live, RetryState retries) {
    return manifest.plan(target, live, retries).map(plan -> settled(plan, live));
  }

  private PlannedObject settled(PlannedObject plan, @Nullable MapValue live) {
    ChangeReasons reasons = plan.reasons().using(used);
    if (!(plan.action() instanceof Action.Apply(MapValue tree, boolean force, String part))) {
      return plan.with(reasons);
    }
    if (live == null || seen == null || !ManagedFields.differOnlyInStatus(live, seen)) {
      return Wish.planned(desired, live, new Action.Apply(tree, false, part), reasons);
    }
    List<FieldPath> left = left();
    boolean takes = left.size() < conflicts.size();
    MapValue rest = ServerSideManifest.without(tree, left, live, manager);
    MapValue body = takes ? ServerSideManifest.bound(rest, live) : rest;
    return Wish.planned(desired, live, new Action.Apply(body, takes, part), reasons.leaving(left));
  }
}
