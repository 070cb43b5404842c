package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Plans;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.rest.Loopback;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.StalePlanCheck.Strictness;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was planned, stored and read again, carried out by a real API server.
@UsesTestCluster
class PlanExecutionOnServerTest {
  @TempDir Path copies;
  private final TestCluster server;
  private final Cluster cluster;
  private final String namespace;
  private Plans plans;

  PlanExecutionOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
    this.cluster = Loopback.connect(ConnectionOptions.of(server.kubeconfig().toString()));
  }

  @BeforeEach
  void plans() {
    plans = Plans.merging(cluster, copies);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private MapValue object(String kind, String name, String value) {
    MapValue metadata =
        MapValue.of("name", Value.text(name)).with("namespace", Value.text(namespace));
    MapValue object =
        MapValue.of("apiVersion", Value.text("v1"))
            .with("kind", Value.text(kind))
            .with("metadata", metadata);
    return kind.equals("Secret")
        ? object.with("type", Value.text("example.com/" + value))
        : object.with("data", MapValue.of("k", Value.text(value)));
  }

  private MapValue live(String name) {
    return server.read(namespace, name).orElseThrow();
  }

  /// Of each kind of action one; the objects are there as the plan needs them.
  private List<PlannedObject> plan() {
    plans.apply(
        List.of(
            object("ConfigMap", "changed", "old"),
            object("ConfigMap", "same", "x"),
            object("ConfigMap", "gone", "x"),
            object("Secret", "replaced", "old")));
    List<PlannedObject> plan =
        plans.plan(
            List.of(
                object("ConfigMap", "created", "new"),
                object("ConfigMap", "changed", "new"),
                object("ConfigMap", "same", "x"),
                object("Secret", "replaced", "new")),
            List.of(live("configmap/gone")));
    assertThat(plan.stream().<Class<?>>map(one -> one.action().getClass()).toList())
        .containsExactly(
            Action.Create.class,
            Action.Patch.class,
            Action.Unchanged.class,
            Action.Recreate.class,
            Action.Delete.class);
    return plan;
  }

  @Test
  void doesAllThatWasPlannedAndNothingTwice() {
    List<PlannedObject> plan = plan();
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends())
        .containsExactly(
            "created created",
            "changed configured",
            "same unchanged",
            "replaced recreated",
            "gone pruned");
    assertThat(live("configmap/changed").map("data").text("k")).isEqualTo("new");
    assertThat(live("secret/replaced").text("type")).isEqualTo("example.com/new");
    assertThat(server.read(namespace, "configmap/gone")).isEmpty();

    String version = live("secret/replaced").map("metadata").text("resourceVersion");
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends())
        .containsExactly(
            "created unchanged",
            "changed unchanged",
            "same unchanged",
            "replaced unchanged",
            "gone pruned");
    assertThat(live("secret/replaced").map("metadata").text("resourceVersion")).isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create configmap created | created by another client since it was planned",
        "delete configmap changed | deleted since it was planned;",
        "patch configmap changed -p {\"data\":{\"k\":\"theirs\"}} | since it was planned: data.k;",
        "replace --force -f changed | deleted since it was planned, and recreated",
        "replace --force -f gone | deleted since it was planned, and recreated",
        "label configmap gone a=b | changed since it was planned: metadata.labels",
        "label secret replaced a=b | changed since it was planned: metadata.labels",
      })
  void doesNothingWhenOneIsNotAsItWas(String command, String problem) {
    List<PlannedObject> plan = plan();
    meddle(command);
    plans.carryOut(plan, Strictness.ACTION);
    assertThat(plans.ends()).singleElement().asString().contains(problem);
    assertThat(live("secret/replaced").text("type")).isEqualTo("example.com/old");
    assertThat(server.read(namespace, "configmap/gone")).isPresent();
  }

  private void meddle(String command) {
    var words = new ArrayList<>(List.of(command.split(" ")));
    String input = "";
    if (words.getFirst().equals("replace")) {
      input = GoJson.write(object("ConfigMap", words.removeLast(), "theirs"));
      words.add("-");
    }
    words.addAll(List.of("-n", namespace));
    server.kubectl(input, words).orFail();
  }
}
