package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.event.Forecast;
import dev.japply.execute.Attempts.Budget;
import dev.japply.execute.Attempts.Policy;
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
import dev.japply.schema.Schema;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds out what applying one object would come to: reads it, plans, asks the server for a dry run
/// of the one write, and where it may not ask takes the planned result.
final class ObjectForecaster {
  private final Cluster cluster;
  private final LiveObjects live;
  private final Set<String> announced;
  private final ForecastOptions options;
  private final Planner planner;
  private final Stop stop;

  /// @param announced namespaces that come in the same set
  ObjectForecaster(
      Cluster cluster,
      LiveObjects live,
      Set<String> announced,
      ForecastOptions options,
      Stop stop) {
    this.cluster = cluster;
    this.live = live;
    this.announced = announced;
    this.options = options;
    this.planner = new Planner(options.merge(), Annotation.LEFT);
    this.stop = stop;
  }

  /// A forecast, what is told on the way, and why the server was not asked, though it was to.
  record Told(Forecast forecast, List<Event> events, Optional<Problem> local) {}

  /// What would become of `target`; empty when the run is to end.
  Optional<Told> forecast(Target target) {
    return new Run(target).forecast();
  }

  /// One object.
  private final class Run {
    private final Target target;
    private final KubeObject desired;
    private final List<Event> events = new ArrayList<>();
    private final Attempts attempts;
    private Optional<Problem> local = Optional.empty();

    /// The request that is under way, for the words about its failure.
    private Sent sent;

    Run(Target target) {
      this.target = target;
      this.desired = target.desired();
      this.sent = Sent.of(desired);
      var policy =
          new Policy(Budget.DRY_RUN, options.likeKubectl(), /* dryRun= */ true, false, false);
      this.attempts = new Attempts(desired, policy, stop, events::add);
    }

    Optional<Told> forecast() {
      Optional<Problem> unnamed = NameRule.check(desired);
      Optional<Forecast> forecast =
          unnamed.isPresent()
              ? Optional.of(new Forecast.Failed(desired, List.of(unnamed.get())))
              : attempts.settle(
                  this::attempt,
                  e -> new Forecast.Failed(desired, told(e)),
                  unknown -> new Forecast.Failed(desired, List.of(unknown)));
      return forecast.map(end -> new Told(end, events, local));
    }

    private List<Problem> told(ClusterException e) {
      return switch (options.method()) {
        case ApplyMethod.ClientSide here -> ServerProblems.of(sent, e);
        case ApplyMethod.ServerSide there ->
            new ServerSideRefusal(cluster, planner).told(target, sent.live(), e);
      };
    }

    private Optional<Forecast> attempt() {
      sent = Sent.of(desired);
      Optional<MapValue> before = toCome() ? Optional.empty() : read();
      return switch (options.method()) {
        case ApplyMethod.ClientSide here -> merge(before);
        case ApplyMethod.ServerSide how -> apply(before, how);
      };
    }

    /// Only of an object that is not there yet can be said without the server what it would be.
    private Optional<Forecast> apply(Optional<MapValue> live, ApplyMethod.ServerSide how) {
      sent = new Sent(desired, live, Optional.empty(), this::schema);
      MapValue body = planner.read(desired).tree();
      Write write =
          patch(Write.Kind.APPLY, new Patch(Patch.Type.APPLY, body).forcing(how.forceConflicts()));
      return live.isPresent()
          ? attempts.send(write).map(after -> result(live.get(), after))
          : ask(write, ConfigForm.stored(body)).map(after -> result(Missing.MISSING, after));
    }

    private Optional<Forecast> merge(Optional<MapValue> live) {
      var schema = live.flatMap(found -> schema());
      return switch (planner.plan(desired, live, schema)) {
        case Action.Refused(List<Problem> problems) ->
            Optional.of(new Forecast.Failed(desired, problems));
        case Action.Unchanged() -> live.map(found -> result(found, found));
        case Action.Create(MapValue body) -> {
          sent = new Sent(desired, Optional.empty(), Optional.empty(), this::schema);
          yield ask(create(body), ConfigForm.stored(body))
              .map(after -> result(Missing.MISSING, after));
        }
        case Action.Patch patch -> patch(live.orElseThrow(), patch);
      };
    }

    /// The last dry run is made whether or not somebody else has written in between.
    private Optional<Forecast> patch(MapValue live, Action.Patch action) {
      MapValue body = attempts.isLast() ? action.body() : action.onlyOnto(live);
      sent = new Sent(desired, Optional.of(live), Optional.of(action.result()), this::schema);
      var type = action.strategic() ? Patch.Type.STRATEGIC : Patch.Type.MERGE;
      return ask(patch(Write.Kind.PATCH, new Patch(type, body)), ConfigForm.stored(action.result()))
          .map(after -> result(live, after));
    }

    private Optional<MapValue> read() {
      return attempts.read(() -> live.read(target));
    }

    /// Whether the server does not know the type yet.
    private boolean toCome() {
      return target.definition().isPresent();
    }

    /// What the server says, or where it is not to be asked or does not say, what is planned; empty
    /// when the run is to end.
    private Optional<MapValue> ask(Write write, MapValue planned) {
      if (options.local()) {
        return Optional.of(planned);
      }
      if (toCome()) {
        local = Optional.of(Warnings.kindToCome(desired));
        return Optional.of(planned);
      }
      try {
        return attempts.send(write);
      } catch (ClusterException e) {
        local = reason(e);
        if (local.isEmpty()) {
          throw e;
        }
        return Optional.of(planned);
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

    private Write create(MapValue body) {
      return new Write(
          Write.Kind.POST,
          body,
          () ->
              cluster.create(target.resource(), desired.namespace(), body, options.writeOptions()));
    }

    private Write patch(Write.Kind kind, Patch patch) {
      return new Write(
          kind,
          patch.body(),
          () ->
              cluster.patch(
                  target.resource(),
                  desired.namespace(),
                  desired.name(),
                  patch,
                  options.writeOptions()));
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
