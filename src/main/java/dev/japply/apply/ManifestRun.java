package dev.japply.apply;

import dev.japply.apply.ApplyMethod.ClientSide;
import dev.japply.apply.ApplyMethod.ServerSide;
import dev.japply.plan.Difference;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Planner.Annotation;
import java.util.function.Consumer;

/// The loop for the wish of a manifest, and what follows a refusal: rules settle conflicts with
/// other managers, and an object that takes no patch is deleted and created again. A dry run shows
/// the migration from client-side apply, too.
///
/// @param events receives warnings and requests
record ManifestRun(
    ApplyContext context,
    ResolvedObject target,
    ManifestWish wish,
    WriteMode mode,
    RetryPolicy policy,
    Consumer<Event> events) {

  /// Returns the end of the loop. A planned recreation was not carried out: it is several writes.
  ObjectLoop.End run() {
    return recreated(migrated(settled()));
  }

  private ObjectLoop.End loop(Wish wanted, WriteMode mode) {
    return ObjectLoop.of(context, mode, target, wanted, policy, events).run();
  }

  private ObjectLoop.End settled() {
    return switch (context.options().method()) {
      case ClientSide client -> loop(wish, mode);
      case ServerSide server ->
          new ConflictSettlement(target.desired(), wish, server, context.options())
              .run(settled -> loop(settled, mode), settled -> loop(settled, mode.reading()));
    };
  }

  private ObjectLoop.End migrated(ObjectLoop.End end) {
    return end instanceof ObjectLoop.End.Planned done
            && done.local() == null
            && isMigrating(done.planned())
        ? new MigrationTrial(context, events).of(target, done)
        : end;
  }

  /// Whether a migration follows the apply of `planned`, and is shown.
  boolean isMigrating(PlannedObject planned) {
    ExecutionOptions options = context.options();
    boolean shown =
        mode.isPreview()
            ? wish.planner().annotation() == Annotation.WRITTEN
                || options.allows(Difference.SHOWS_MIGRATION_IN_DIFFS)
            : MigrationTrial.isTrying(options);
    return shown && MigrationTrial.isMigrating(planned, options);
  }

  private ObjectLoop.End recreated(ObjectLoop.End end) {
    return end instanceof ObjectLoop.End.Refused refused
        ? context
            .options()
            .method()
            .replacement(target.desired())
            .flatMap(how -> new RecreatePlanner(context, how, target, events).plan(refused))
            .<ObjectLoop.End>map(planned -> planned(planned, refused))
            .orElse(refused)
        : end;
  }

  private static ObjectLoop.End planned(PlannedObject planned, ObjectLoop.End.Refused refused) {
    return new ObjectLoop.End.Planned(planned.with(refused.grounds()), null, null);
  }
}
