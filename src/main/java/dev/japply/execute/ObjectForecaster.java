package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.live.Cluster;
import dev.japply.live.ClusterException;
import dev.japply.live.Patch;
import dev.japply.merge.ConfigForm;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.Planner;
import dev.japply.plan.Planner.Annotation;
import dev.japply.problem.Problem;
import dev.japply.refusal.Sent;
import dev.japply.refusal.ServerProblems;
import dev.japply.refusal.ServerSideProblems;
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Finds out what applying one object would come to: reads it, plans, asks the server for a dry run
/// of the one write, and where it may not ask takes the planned result.
final class ObjectForecaster {
  /// As many as kubectl makes. The last one is made whether or not somebody else writes in between.
  private static final int TRIES = 4;

  private final Cluster cluster;
  private final LiveObjects live;
  private final Set<String> announced;
  private final ForecastOptions options;
  private final Planner planner;

  /// @param announced namespaces that come in the same set
  ObjectForecaster(
      Cluster cluster, LiveObjects live, Set<String> announced, ForecastOptions options) {
    this.cluster = cluster;
    this.live = live;
    this.announced = announced;
    this.options = options;
    this.planner = new Planner(options.merge(), Annotation.LEFT);
  }

  /// A forecast, what is told on the way, and why the server was not asked, though it was to.
  record Told(Forecast forecast, List<Event> events, Optional<Problem> local) {}

  Told forecast(Target target) {
    return new Run(target).run();
  }

  /// One object.
  private final class Run {
    private final Target target;
    private final KubeObject desired;
    private final List<Event> events = new ArrayList<>();
    private Optional<Problem> local = Optional.empty();

    /// The request that is under way, for the words about its failure.
    private Sent sent;

    Run(Target target) {
      this.target = target;
      this.desired = target.desired();
      this.sent = Sent.of(desired);
    }

    Told run() {
      Forecast forecast =
          NameRule.check(desired)
              .<Forecast>map(unnamed -> new Forecast.Failed(desired, List.of(unnamed)))
              .orElseGet(this::tried);
      return new Told(forecast, events, local);
    }

    private Forecast tried() {
      try {
        for (int tries = 1; ; tries++) {
          try {
            return attempt(tries < TRIES);
          } catch (ClusterException e) {
            if (tries == TRIES || !mayPassNextTime(e)) {
              throw e;
            }
            events.add(new Event.Retrying(desired, "changed by somebody else", tries));
          }
        }
      } catch (ClusterException e) {
        return new Forecast.Failed(desired, told(e));
      }
    }

    private boolean mayPassNextTime(ClusterException e) {
      return ServerProblems.alreadyExists(e)
          || (e.isConflict() && !ServerSideProblems.isOwnership(e));
    }

    private List<Problem> told(ClusterException e) {
      return switch (options.method()) {
        case ApplyMethod.ClientSide here -> ServerProblems.of(sent, e);
        case ApplyMethod.ServerSide there ->
            new ServerSideRefusal(cluster, planner).told(target, sent.live(), e);
      };
    }

    private Forecast attempt(boolean locked) {
      sent = Sent.of(desired);
      Optional<MapValue> live = read();
      return switch (options.method()) {
        case ApplyMethod.ClientSide here -> merged(live, locked);
        case ApplyMethod.ServerSide how -> applied(live, how);
      };
    }

    /// Only of an object that is not there yet can be said without the server what it would be.
    private Forecast applied(Optional<MapValue> live, ApplyMethod.ServerSide how) {
      sent = new Sent(desired, live, Optional.empty(), this::schema);
      MapValue body = planner.read(desired).tree();
      Supplier<MapValue> server =
          () -> patch(new Patch(Patch.Type.APPLY, body).forcing(how.forceConflicts()));
      return live.isPresent()
          ? result(live.get(), server.get())
          : result(Missing.MISSING, asked(server, ConfigForm.stored(body)));
    }

    private Forecast merged(Optional<MapValue> live, boolean locked) {
      var schema = live.flatMap(found -> schema());
      return switch (planner.plan(desired, live, schema)) {
        case Action.Refused(List<Problem> problems) -> new Forecast.Failed(desired, problems);
        case Action.Unchanged() -> result(live.orElseThrow(), live.orElseThrow());
        case Action.Create(MapValue body) -> {
          sent = new Sent(desired, Optional.empty(), Optional.empty(), this::schema);
          yield result(Missing.MISSING, asked(() -> create(body), ConfigForm.stored(body)));
        }
        case Action.Patch patch -> {
          MapValue before = live.orElseThrow();
          MapValue body = locked ? patch.onlyOnto(before) : patch.body();
          sent = new Sent(desired, live, Optional.of(patch.result()), this::schema);
          MapValue planned = ConfigForm.stored(patch.result());
          yield result(before, asked(() -> patch(patch.strategic(), body), planned));
        }
      };
    }

    private Optional<MapValue> read() {
      return toCome() ? Optional.empty() : live.read(target);
    }

    /// Whether the server does not know the type yet.
    private boolean toCome() {
      return target.definition().isPresent();
    }

    /// What the server says, or where it is not to be asked or does not say, what is planned.
    private MapValue asked(Supplier<MapValue> server, MapValue planned) {
      if (options.local()) {
        return planned;
      }
      if (toCome()) {
        local = Optional.of(Warnings.kindToCome(desired));
        return planned;
      }
      try {
        return server.get();
      } catch (ClusterException e) {
        local = reason(e);
        if (local.isEmpty()) {
          throw e;
        }
        return planned;
      }
    }

    private Optional<Problem> reason(ClusterException e) {
      boolean absent = e.isNotFound() && announced.contains(desired.namespace());
      return options.likeKubectl() || !(absent || Warnings.refusesDryRun(e))
          ? Optional.empty()
          : Optional.of(Warnings.noDryRun(desired, e));
    }

    private Optional<Schema> schema() {
      return cluster.strategicSchema(target.resource().gvk());
    }

    private MapValue create(MapValue body) {
      events.add(new Event.Sending(desired, "POST", body));
      return cluster.create(target.resource(), desired.namespace(), body, options.writeOptions());
    }

    private MapValue patch(boolean strategic, MapValue body) {
      return patch(new Patch(strategic ? Patch.Type.STRATEGIC : Patch.Type.MERGE, body));
    }

    private MapValue patch(Patch patch) {
      events.add(new Event.Sending(desired, "PATCH", patch.body()));
      return cluster.patch(
          target.resource(), desired.namespace(), desired.name(), patch, options.writeOptions());
    }

    private Forecast result(Node before, MapValue after) {
      boolean tell = !after.equals(before) || options.likeKubectl();
      if (tell
          && before instanceof MapValue live
          && live.map("metadata").has("deletionTimestamp")) {
        events.add(new Event.Warned(Warnings.beingDeleted(live)));
      }
      return new Forecast.Result(desired, before, after);
    }
  }
}
