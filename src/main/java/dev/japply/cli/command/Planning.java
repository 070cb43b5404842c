package dev.japply.cli.command;

import dev.japply.apply.Event;
import dev.japply.apply.ExecutionOptions;
import dev.japply.apply.Preview;
import dev.japply.cluster.Cluster;
import dev.japply.diff.Secrets;
import dev.japply.io.Cancellation;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Difference;
import dev.japply.plan.ObjectStory;
import dev.japply.plan.ObjectStory.Show;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Seal;
import dev.japply.plan.file.BuiltinTypes;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanFile;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Prune;
import dev.japply.plan.file.PlanFile.Settings;
import dev.japply.plan.file.SnapshotCluster;
import dev.japply.report.PlanStory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds out all that an apply would do, and makes a plan of it.
final class Planning {
  private final Preview.Settings asked;
  private final Basis basis;
  private final Consumer<PlannedObject> noted;
  private final Consumer<PlanStory> planned;
  private final Consumer<Event> events;
  private final List<Entry> entries = new ArrayList<>();
  private final Extent extent;
  private final BuiltinTypes types = new BuiltinTypes();
  private Seal seal = Seal.NONE;
  private boolean failed;

  /// Plans nothing yet.
  ///
  /// @param extent how much of it is made
  /// @param noted hears what is planned, but for what is refused
  /// @param planned hears what is told of it
  /// @param events hears what is wrong
  Planning(
      Preview.Settings asked,
      Basis basis,
      Extent extent,
      Consumer<PlannedObject> noted,
      Consumer<PlanStory> planned,
      Consumer<Event> events) {
    this.extent = extent;
    this.noted = noted;
    this.asked = asked;
    this.basis = basis;
    this.planned = planned;
    this.events = events;
  }

  /// What a plan says of itself.
  ///
  /// @param files where the manifests are
  /// @param deletion how objects are deleted
  /// @param prune among which objects those are looked for that go; null for none
  record Basis(Made made, List<String> files, Deletion deletion, @Nullable Prune prune) {}

  /// How much is made of what is planned: making lines of differences and digests for nobody takes
  /// as long as all the rest.
  ///
  /// @param secrets whether it is told with the values of Secrets, which the plan never has
  /// @param kept whether the plan is written, shown as it is written, or carried out
  /// @param differences whether anybody sees the lines that differ
  record Extent(Secrets secrets, boolean kept, boolean differences) {}

  /// The plan for `objects`; without entries where it is not kept.
  ///
  /// @param broken whether something went wrong before, so that nothing would be pruned
  PlanFile make(
      Cluster cluster, List<KubeObject> objects, boolean broken, Cancellation cancellation) {
    PlanFile.Target target = PlanTargets.of(cluster);
    seal = cluster instanceof SnapshotCluster snapshot ? snapshot.seal() : FreshSeal.make();
    new Preview(cluster, asked, cancellation, this::report).run(objects, !broken, this::note);
    return new PlanFile(basis.made(), target, settings(), seal, entries);
  }

  /// Whether there is something in it that cannot be applied.
  boolean failed() {
    return failed;
  }

  private void report(Event event) {
    if (event instanceof Event.Rejected || event instanceof Event.Failed) {
      failed = true; // no assignment for events of progress, which come from several threads
    }
    events.accept(event);
  }

  private void note(PlannedObject object) {
    if (object.action() instanceof Action.Refused) {
      return; // that is told as an event, too
    }
    noted.accept(object);
    PlanStory told = story(object, extent.secrets());
    if (extent.kept()) {
      PlanStory masked =
          switch (extent.secrets()) {
            case MASKED -> told;
            case SHOWN -> story(object, Secrets.MASKED);
          };
      entries.add(PlanEntries.of(object, seal, masked.stored()));
    }
    planned.accept(told);
    told.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
  }

  private PlanStory story(PlannedObject object, Secrets shown) {
    var story = ObjectStory.of(object, Show.PATCH, asked.options().fieldManager(), shown);
    return PlanStory.of(object, story, new PlanStory.Options(shown, extent.differences(), types));
  }

  private Settings settings() {
    ExecutionOptions options = asked.options();
    return new Settings(
        basis.files(),
        !options.allows(Difference.ORDERS_BY_DEPENDENCY),
        options.planning().overwrite(),
        options.fieldManager(),
        options.fieldValidation(),
        options.planning().ignore().texts(),
        basis.deletion(),
        basis.prune());
  }
}
