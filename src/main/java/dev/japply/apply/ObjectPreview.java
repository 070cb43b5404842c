package dev.japply.apply;

import dev.japply.cluster.ServerSideProblems;
import dev.japply.merge.FieldReason;
import dev.japply.object.KubeObject;
import dev.japply.object.ManagedFields;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.LiveMetadata;
import dev.japply.plan.PlanOptions.ReasonsWanted;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.plan.RewrittenFields;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Preview of applying one object: the server tries the planned write, or the local merge is the
/// result.
///
/// @param annotation whether the last-applied annotation is planned, too
/// @param newNamespaces namespaces that come in the same set
record ObjectPreview(ApplyContext context, Annotation annotation, Set<String> newNamespaces) {
  /// Maximum number of attempts where other clients write in between.
  private static final int ATTEMPTS = 3;

  /// A planned object with the events about it.
  ///
  /// @param local the reason for showing the local merge; null if the server computed the result
  /// @param conflicts whether other managers own fields, so that the server refuses the manifest
  record Result(
      PlannedObject planned, List<Event> events, @Nullable Problem local, boolean conflicts) {
    Result(PlannedObject planned, List<Event> events, @Nullable Problem local) {
      this(planned, events, local, false);
    }

    /// Whether another client wrote to the object between two requests. A dry run leaves the
    /// version as it is.
    private boolean isOutdated() {
      return planned.before() instanceof MapValue before
          && planned.after() instanceof MapValue after
          && LiveMetadata.areOneObject(before, after)
          && !LiveMetadata.version(before).equals(LiveMetadata.version(after));
    }
  }

  /// Previews `target`; empty if the run is to end.
  Optional<Result> run(ResolvedObject target) {
    ApplyContext own = context.of(target.desired());
    var preview = new ObjectPreview(own, annotation, newNamespaces);
    for (int attempt = 1; ; attempt++) {
      Optional<Result> result = preview.attempt(target);
      if (attempt == ATTEMPTS || result.filter(Result::isOutdated).isEmpty()) {
        return result;
      }
    }
  }

  private Optional<Result> attempt(ResolvedObject target) {
    KubeObject desired = target.desired();
    var events = new ArrayList<Event>();
    Optional<Problem> unnamed = ResolvedObject.unnamed(desired);
    if (unnamed.isPresent()) {
      PlannedObject refused = PlannedObject.refused(desired, List.of(unnamed.get()));
      return Optional.of(new Result(refused, events, null));
    }
    ExecutionOptions options = context.options();
    var planner = new Planner(options.planning(), annotation);
    var mode = WriteMode.preview(options.dryRun(), newNamespaces);
    ManifestWish wish = ManifestWish.of(context, planner);
    return switch (wish.run(target, mode, RetryPolicy.forDryRun(), events::add)) {
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local)
          when planned.action() instanceof Action.OfUnpatchable ->
          Optional.of(new Result(rewritten(target, planned), events, local));
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local) when local == null ->
          Optional.of(
              previewed(wish, rewritten(target, tried(wish, mode, planned, events)), events, null));
      case ObjectLoop.End.Planned(PlannedObject planned, var lost, var local) ->
          Optional.of(previewed(wish, untried(planned), events, local));
      case ObjectLoop.End.Refused refused ->
          Optional.of(
              new Result(
                  PlannedObject.refused(
                          target.desired(),
                          refused.request().live(),
                          wish.problems(target, refused))
                      .with(refused.reasons()),
                  events,
                  null,
                  ServerSideProblems.isOwnership(refused.failure())));
      case WriteResult.Unknown(Problem problem) ->
          Optional.of(
              previewed(
                  wish, PlannedObject.refused(target.desired(), List.of(problem)), events, null));
      case WriteResult.Cancelled cancelled -> Optional.empty();
    };
  }

  /// Returns the plan with the result of the server: a patch with no effect is no change.
  private PlannedObject tried(
      ManifestWish wish, WriteMode mode, PlannedObject planned, List<Event> events) {
    ExecutionOptions options = context.options();
    context.dropped().of(planned, options).forEach(one -> events.add(new Event.Warned(one)));
    boolean empty =
        options.dryRun() == DryRun.SERVER
            && options.allows(Difference.RECOGNIZES_EMPTY_CHANGES)
            && planned.action() instanceof Action.Patch patch
            && planned.before() instanceof MapValue before
            && planned.after() instanceof MapValue after
            && !DryRun.SERVER.isChange(patch, before, after);
    return empty || (isUnchangedByServer(planned) && !wish.isMigrating(planned, mode))
        ? new PlannedObject(
            planned.desired(),
            new Action.Unchanged(),
            planned.before(),
            planned.after(),
            planned.reasons())
        : planned;
  }

  /// Notes whether the server stores other values than the manifest's, as a mutating webhook does:
  /// the merge of the manifest with its result would be a patch again.
  private PlannedObject rewritten(ResolvedObject target, PlannedObject planned) {
    ExecutionOptions options = context.options();
    boolean explained = options.planning().reasons() != ReasonsWanted.NONE;
    if (!explained || !(planned.after() instanceof MapValue after)) {
      return planned;
    }
    if (options.dryRun() != DryRun.SERVER) {
      return untried(planned);
    }
    Schema schema = context.cluster().schema(target.resource().gvk()).orElse(null);
    if (planned.action() instanceof Action.Recreate(String uid, MapValue body)
        && planned.before() instanceof MapValue live) {
      return new CreateDryRun(context.cluster(), options, context.cancellation(), events -> {})
          .result(target, body, live)
          .map(made -> RewrittenFields.of(options.planning(), planned.desired(), made, schema))
          .map(fields -> RewrittenFields.recreated(planned, body, fields))
          .orElseGet(() -> planned.with(planned.reasons().asUntried()));
    }
    if (planned.before() instanceof Missing && isWrite(planned.action())) {
      List<FieldReason> fields =
          RewrittenFields.of(options.planning(), planned.desired(), after, schema);
      return fields.isEmpty() ? planned : planned.with(planned.reasons().rewriting(fields));
    }
    return planned.action() instanceof Action.Patch
            && new Planner(options.planning().with(ReasonsWanted.NONE), annotation)
                    .plan(planned.desired(), after, schema)
                instanceof Action.Patch
        ? planned.with(planned.reasons().asRewritten())
        : planned;
  }

  /// Returns the plan with a note that no dry run has shown the new object, if it creates one.
  private static PlannedObject untried(PlannedObject planned) {
    return planned.before() instanceof Missing && isWrite(planned.action())
        ? planned.with(planned.reasons().asUntried())
        : planned;
  }

  private static boolean isWrite(Action action) {
    return action instanceof Action.Create
        || (action instanceof Action.Apply apply && apply.subresource().isEmpty());
  }

  /// Whether a server-side apply changes neither a value nor an owner.
  private static boolean isUnchangedByServer(PlannedObject planned) {
    return planned.action() instanceof Action.Apply
        && planned.before() instanceof MapValue before
        && planned.after() instanceof MapValue after
        && !DryRun.SERVER.distinguishes(before, after)
        && ManagedFields.of(before).equals(ManagedFields.of(after));
  }

  private static Result previewed(
      ManifestWish wish, PlannedObject planned, List<Event> events, @Nullable Problem local) {
    wish.remarks(planned).forEach(warning -> events.add(new Event.Warned(warning)));
    if (!planned.after().equals(planned.before())
        && planned.after() instanceof MapValue
        && planned.before() instanceof MapValue live
        && LiveMetadata.isBeingDeleted(live)) {
      events.add(new Event.Warned(ApplyWarnings.beingDeleted(live)));
    }
    return new Result(planned, events, local);
  }
}
