package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Apply.ApplySummary.Tally;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.Ungraced;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Order;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Objects that need others of the same run, above all a CustomResourceDefinition.
class DependenciesTest {
  private static final String NAME = "customresourcedefinitions /gizmos.e.com";
  private static final MapValue DEFINITION =
      json(
          "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
              + "'metadata':{'name':'gizmos.e.com'},'spec':{'group':'e.com','scope':'Namespaced',"
              + "'names':{'plural':'gizmos','kind':'Gizmo'},"
              + "'versions':[{'name':'v1','served':true,'storage':true}]}}");
  private static final MapValue GIZMO = object("e.com/v1", "Gizmo", "g");
  private static final MapValue OTHER = object("e.com/v1", "Gizmo", "h");
  private static final MapValue CONFIG = object("v1", "ConfigMap", "c");
  private static final MapValue DEPLOYMENT = object("apps/v1", "Deployment", "d");
  private static final String ESTABLISHED =
      "{'type':'NamesAccepted','status':'True'},{'type':'Established','status':'True'}";

  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final Waiting stop = new Waiting();

  /// Counts the pauses, and does something in each.
  private static final class Waiting implements Ungraced {
    private final List<Duration> pauses = new ArrayList<>();
    private Consumer<Integer> action = count -> {};
    private boolean requested;

    @Override
    public boolean requested() {
      return requested;
    }

    @Override
    public void pause(Duration duration) {
      pauses.add(duration);
      action.accept(pauses.size());
    }
  }

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue object(String apiVersion, String kind, String name) {
    return json(
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'%s','namespace':'default'}}"
            .formatted(apiVersion, kind, name));
  }

  private Tally run(DryRun dryRun, Order order, MapValue... trees) {
    List<KubeObject> objects =
        List.of(trees).stream().map(tree -> KubeObject.of(tree, new Origin("f", 1, 1))).toList();
    ResolvedObjects targets =
        ResolvedObjects.find(
            cluster,
            /* enforced= */ false,
            objects,
            CustomTypes.of(objects),
            Compatibility.japply());
    assertThat(targets.problems()).isEmpty();
    var merge = Ways.planning(Rules.JAPPLY);
    var options = Options.of(merge, dryRun, order);
    return new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(targets.targets())
        .tally();
  }

  private Tally run(MapValue... trees) {
    return run(DryRun.NONE, Order.DEPENDENCIES, trees);
  }

  private void condition(String conditions) {
    MapValue status = json("{'conditions':[" + conditions + "]}");
    cluster.put(cluster.object(NAME).with("status", status));
  }

  private List<String> request() {
    return cluster.requests.stream().map(request -> request.replaceAll(" \\{.*", "")).toList();
  }

  private List<String> told() {
    return events.stream()
        .filter(event -> !(event instanceof Event.Sending))
        .map(event ->
            switch (event) {
              case Event.Applied applied ->
                  applied.desired().name() + " " + applied.outcome().word();
              case Event.Failed failed -> failed.problems().getFirst().toString();
              case Event.Warned warned -> warned.warning().toString();
              case Event.Stopped stopped -> "stopped";
              default -> event.toString();
            })
        .toList();
  }

  @Test
  void waitsUntilTheTypeIsServed() {
    stop.action =
        count -> {
          switch (count) {
            case 2 -> condition("{'type':'Established','status':'False'}");
            case 3 -> condition(ESTABLISHED);
            case 5 -> cluster.serve("e.com/v1", "Gizmo", "gizmos", true);
            default -> {}
          }
        };
    assertThat(run(GIZMO, DEFINITION, OTHER)).isEqualTo(new Tally(3, 0, 0));
    assertThat(told()).containsExactly("g created", "gizmos.e.com created", "h created");
    assertThat(stop.pauses)
        .extracting(Duration::toMillis)
        .containsExactly(50L, 100L, 200L, 400L, 800L);
    assertThat(request())
        .as("the definition is read until it is established")
        .containsExactly(
            "GET /gizmos.e.com",
            "POST /gizmos.e.com",
            "GET /gizmos.e.com",
            "GET /gizmos.e.com",
            "GET /gizmos.e.com",
            "GET default/g",
            "POST default/g",
            "GET default/h",
            "POST default/h");
  }

  @Test
  void asksNothingMoreWhenTheTypeIsThere() {
    run(DEFINITION);
    condition(ESTABLISHED);
    cluster.serve("e.com/v1", "Gizmo", "gizmos", true);
    cluster.requests.clear();
    run(GIZMO, DEFINITION);
    assertThat(request()).containsExactly("GET /gizmos.e.com", "GET default/g", "POST default/g");
    assertThat(stop.pauses).isEmpty();
  }

  @Test
  void givesUpAfterAMinute() {
    assertThat(run(GIZMO, DEFINITION, OTHER, CONFIG)).isEqualTo(new Tally(2, 2, 0));
    assertThat(told().getFirst())
        .isEqualTo(
            "f:1: Gizmo default/g: no matches for kind \"Gizmo\" in version \"e.com/v1\":"
                + " CustomResourceDefinition gizmos.e.com is not Established, Established is not"
                + " there after 60s; apply again when it is");
    assertThat(stop.pauses.stream().mapToLong(Duration::toMillis).sum())
        .isBetween(60_000L, 61_000L);
  }

  @Test
  void doesNotWaitInVain() {
    stop.action =
        count ->
            condition(
                "{'type':'NamesAccepted','status':'False','reason':'KindConflict',"
                    + "'message':'taken'}");
    run(GIZMO, DEFINITION);
    assertThat(told().getFirst()).contains("NamesAccepted=False: KindConflict: taken; choose");
    assertThat(stop.pauses).hasSize(1);
  }

  @Test
  void saysThatTheDefinitionGoes() {
    stop.action = count -> cluster.objects.remove(NAME);
    run(GIZMO, DEFINITION);
    assertThat(told().getFirst()).contains("gizmos.e.com was deleted meanwhile");
    events.clear();
    MapValue metadata = DEFINITION.map("metadata").with("deletionTimestamp", json("{}"));
    cluster.put(DEFINITION.with("metadata", metadata));
    run(GIZMO, DEFINITION);
    assertThat(told())
        .anySatisfy(line -> assertThat(line).contains("gizmos.e.com is being deleted"));
  }

  @Test
  void failsObjectsWithTheirDefinition() {
    cluster.fail("POST", 422, "Invalid", "no");
    assertThat(run(DEFINITION, GIZMO, OTHER, CONFIG)).isEqualTo(new Tally(1, 3, 0));
    assertThat(told().get(1)).contains("gizmos.e.com could not be applied; see the error about it");
    assertThat(told().get(2)).contains("Gizmo default/h");
    assertThat(stop.pauses).isEmpty();
  }

  @Test
  void tellsTheServersErrorWhileItWaits() {
    stop.action =
        count -> {
          if (count == 1) {
            cluster.before(
                "GET",
                () -> {
                  throw new ClusterException(403, "Forbidden", "no", MapValue.EMPTY);
                });
          }
        };
    run(DEFINITION, GIZMO);
    assertThat(told().getLast()).endsWith("Gizmo default/g: Error from server (Forbidden): no");
  }

  @Test
  void stopsWhileItWaits() {
    stop.action = count -> stop.requested = true;
    assertThat(run(GIZMO, DEFINITION, CONFIG)).isEqualTo(new Tally(2, 0, 1));
    assertThat(told()).containsExactly("gizmos.e.com created", "c created", "stopped");
  }

  @Test
  void keepsTheOrderOfTheInputWhenTold() {
    run(DryRun.NONE, Order.INPUT, DEPLOYMENT, GIZMO, DEFINITION, CONFIG);
    assertThat(request())
        .filteredOn(request -> request.startsWith("POST"))
        .containsExactly("POST default/d", "POST /gizmos.e.com", "POST default/c");
    assertThat(told().get(1))
        .contains(
            "gizmos.e.com comes later in the input; put it first, or leave out --order=input");
  }

  @Test
  void tellsWhatHappensInTheOrderOfTheInput() {
    cluster.fail("POST", 422, "Invalid", "no");
    assertThat(run(DEPLOYMENT, CONFIG, object("apps/v1", "Deployment", "e")))
        .isEqualTo(new Tally(2, 1, 0));
    assertThat(request())
        .filteredOn(request -> request.startsWith("POST"))
        .containsExactly("POST default/c", "POST default/d", "POST default/e");
    assertThat(told()).hasSize(3).element(0).isEqualTo("d created");
    assertThat(told().get(1)).contains("ConfigMap default/c");
    assertThat(told().get(2)).isEqualTo("e created");
  }

  @Test
  void tellsWhatWasHeldBackWhenItIsStopped() {
    cluster.before("POST", () -> stop.requested = true);
    assertThat(run(DEPLOYMENT, CONFIG)).isEqualTo(new Tally(1, 0, 1));
    assertThat(told()).containsExactly("c created", "stopped");
  }

  @Test
  void plansWhatAClientsDryRunCannotRead() {
    run(DryRun.CLIENT, Order.DEPENDENCIES, GIZMO, DEFINITION);
    assertThat(told()).containsExactly("g created", "gizmos.e.com created");
    assertThat(request()).containsExactly("GET /gizmos.e.com");
  }

  @Test
  void plansWhatTheServerCannotDryRun() {
    MapValue namespace =
        json("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'default'}}");
    cluster.objects.clear();
    run(DryRun.SERVER, Order.DEPENDENCIES, GIZMO, DEFINITION, CONFIG, namespace);
    assertThat(told())
        .containsExactly(
            "f:1: Gizmo default/g: the server cannot check it in a dry run, because"
                + " CustomResourceDefinition gizmos.e.com does not exist yet",
            "g created",
            "gizmos.e.com created",
            "f:1: ConfigMap default/c: the server cannot check it in a dry run, because namespace"
                + " \"default\" does not exist yet",
            "c created",
            "default created");
    assertThat(request())
        .containsExactly(
            "GET /default", "POST /default", "GET /gizmos.e.com", "POST /gizmos.e.com");
  }

  @Test
  void onlyTheServersOwnNamespacesAreSome() {
    cluster.serve("e.com/v1", "Namespace", "spaces", false);
    MapValue space =
        json("{'apiVersion':'e.com/v1','kind':'Namespace','metadata':{'name':'default'}}");
    run(DryRun.SERVER, Order.INPUT, space, CONFIG);
    assertThat(told()).containsExactly("default created", "c created");
    assertThat(request())
        .containsExactly("GET /default", "POST /default", "GET default/c", "POST default/c");
  }
}
