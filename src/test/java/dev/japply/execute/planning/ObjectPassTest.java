package dev.japply.execute.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.compat.Ways;
import dev.japply.execute.ApplyMethod;
import dev.japply.execute.ResolvedObject;
import dev.japply.execute.run.Write;
import dev.japply.live.ClusterException;
import dev.japply.live.FakeCluster;
import dev.japply.live.WriteOptions;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PlannedObjectCodec;
import dev.japply.plan.Planner;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was planned, stored and read again, and is then carried out.
class ObjectPassTest {
  private final FakeCluster cluster = new FakeCluster();

  private static MapValue object(String kind, String value) {
    String apiVersion = kind.equals("Widget") ? "example.com/v1" : "v1";
    String body = kind.equals("Widget") ? "\"spec\":{\"k\":\"%s\"}" : "\"data\":{\"k\":\"%s\"}";
    return (MapValue)
        Json.parse(
            ("{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"o\","
                    + "\"namespace\":\"default\"},"
                    + body
                    + "}")
                .formatted(apiVersion, kind, value));
  }

  /// Sends what is planned, or only takes it for its word.
  private record Sink(
      Optional<MapValue> read, Function<Optional<MapValue>, Action.OneWrite> plans, boolean sends)
      implements ObjectPass.Ends {
    @Override
    public Action.OneWrite plan(Optional<MapValue> live) {
      return plans.apply(live);
    }

    @Override
    public boolean guards(Action.Patch patch) {
      return true;
    }

    @Override
    public Optional<MapValue> take(Write write, @Nullable MapValue expected) {
      return Optional.of(
          sends ? write.request().get() : expected == null ? MapValue.EMPTY : expected);
    }
  }

  private ResolvedObject target(KubeObject desired) {
    return new ResolvedObject(desired, cluster.resource(desired.gvk()).orElseThrow());
  }

  private ObjectPass pass(KubeObject desired, Sink sink) {
    return new ObjectPass(cluster, new WriteOptions("me", "Strict", false), target(desired), sink);
  }

  private PlannedObject plan(ApplyMethod method, MapValue manifest) {
    ResolvedObject target = target(KubeObject.of(manifest, Origin.NONE));
    var planner = new TargetPlanner(cluster, method, new Planner(Ways.planning(Rules.JAPPLY)));
    var sink =
        new Sink(target.readFrom(cluster), live -> planner.plan(target, live), /* sends= */ false);
    return pass(target.desired(), sink).run().orElseThrow();
  }

  private static PlannedObject stored(PlannedObject planned) {
    String text = GoJson.write(PlannedObjectCodec.toTree(planned));
    return PlannedObjectCodec.read((MapValue) Json.parse(text));
  }

  private List<String> carryOut(PlannedObject planned) {
    cluster.requests.clear();
    Optional<MapValue> live =
        planned.before() instanceof MapValue there ? Optional.of(there) : Optional.empty();
    var sink = new Sink(live, found -> (Action.OneWrite) planned.action(), /* sends= */ true);
    pass(planned.desired(), sink).run();
    return List.copyOf(cluster.requests);
  }

  @ParameterizedTest
  @CsvSource({
    "ConfigMap, false, false, POST",
    "ConfigMap, true, false, PATCH",
    "Widget, true, false, PATCH",
    "ConfigMap, true, true, PATCH",
    "ConfigMap, false, true, PATCH",
  })
  void whatWasStoredIsTheSameRequest(String kind, boolean live, boolean server, String verb) {
    ApplyMethod method =
        server ? new ApplyMethod.ServerSide(true, "", false) : ApplyMethod.ClientSide.PATCHING;
    if (live) {
      cluster.put(object(kind, "old"));
    }
    PlannedObject planned = plan(method, object(kind, "new"));
    assertThat(cluster.requests).singleElement().asString().startsWith("GET");
    PlannedObject read = stored(planned);

    cluster.fail(verb, 500, "InternalError", "not now");
    assertThatThrownBy(() -> carryOut(planned)).isInstanceOf(ClusterException.class);
    List<String> asPlanned = List.copyOf(cluster.requests);
    assertThat(asPlanned).singleElement().asString().startsWith(verb);
    assertThat(carryOut(read)).isEqualTo(asPlanned);
    String key = (kind.equals("Widget") ? "widgets" : "configmaps") + " default/o";
    assertThat(GoJson.write(cluster.object(key))).contains("\"k\":\"new\"");
  }

  @Test
  void whatWasStoredIsNotCarriedOutOntoALaterVersion() {
    cluster.put(object("ConfigMap", "old"));
    ApplyMethod method = ApplyMethod.ClientSide.PATCHING;
    PlannedObject read = stored(plan(method, object("ConfigMap", "new")));
    cluster.put(object("ConfigMap", "of others"));
    assertThatThrownBy(() -> carryOut(read))
        .isInstanceOfSatisfying(ClusterException.class, e -> assertThat(e.isConflict()).isTrue());
  }
}
