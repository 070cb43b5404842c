package dev.japply.cli.plan;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.plan.PreviewOnCluster.Asked;
import dev.japply.compat.Difference;
import dev.japply.event.Event;
import dev.japply.execute.ExecutionOptions;
import dev.japply.execute.Watcher;
import dev.japply.live.Cluster;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlanEntries;
import dev.japply.plan.PlanFile;
import dev.japply.plan.PlanFile.Deletion;
import dev.japply.plan.PlanFile.Entry;
import dev.japply.plan.PlanFile.Made;
import dev.japply.plan.PlanFile.Prune;
import dev.japply.plan.PlanFile.Settings;
import dev.japply.plan.PlanFile.Story;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.Seal;
import dev.japply.report.WhyJson;
import dev.japply.why.ObjectStory;
import dev.japply.why.ObjectStory.Show;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds out all that an apply would do, and makes a plan of it.
public final class Planning {
  private static final int SALT = 16;

  private final Asked asked;
  private final Basis basis;
  private final Consumer<PlannedObject> planned;
  private final Consumer<Event> events;
  private final List<Entry> entries = new ArrayList<>();
  private final Seal seal = new Seal(salt());
  private boolean failed;

  /// Plans nothing yet.
  ///
  /// @param planned hears what is planned, but for what is refused
  /// @param events hears what is wrong
  public Planning(
      Asked asked, Basis basis, Consumer<PlannedObject> planned, Consumer<Event> events) {
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
  public record Basis(Made made, List<String> files, Deletion deletion, @Nullable Prune prune) {}

  private static String salt() {
    var bytes = new byte[SALT];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// The plan for `objects`.
  ///
  /// @param broken whether something went wrong before, so that nothing would be pruned
  public PlanFile make(
      Cluster cluster,
      List<KubeObject> objects,
      boolean broken,
      Cancellation cancellation,
      Watcher watcher) {
    PlanFile.Target target = PlanTargets.of(cluster);
    new PreviewOnCluster(cluster, asked, cancellation, watcher)
        .run(objects, broken, this::note, this::report);
    return new PlanFile(basis.made(), target, settings(), seal, entries);
  }

  /// Whether there is something in it that cannot be applied.
  public boolean failed() {
    return failed;
  }

  private void report(Event event) {
    failed |= event instanceof Event.Rejected || event instanceof Event.Failed;
    events.accept(event);
  }

  private void note(PlannedObject object) {
    if (object.action() instanceof Action.Refused) {
      return; // that is told as an event, too
    }
    planned.accept(object);
    var story = ObjectStory.of(object, Show.PATCH, asked.options().fieldManager());
    story.warnings().forEach(warning -> events.accept(new Event.Warned(warning)));
    var told = new Story(WhyJson.fields(story), WhyJson.warnings(story));
    entries.add(PlanEntries.of(object, seal, told));
  }

  private Settings settings() {
    ExecutionOptions options = asked.options();
    return new Settings(
        basis.files(),
        !options.allows(Difference.ORDERS_BY_DEPENDENCY),
        options.planning().overwrite(),
        options.fieldManager(),
        options.fieldValidation(),
        basis.deletion(),
        basis.prune());
  }
}
