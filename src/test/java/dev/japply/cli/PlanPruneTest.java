package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans of which objects go, or are deleted and created anew.
class PlanPruneTest extends WithPlans {
  @Test
  void whatIsPlannedToGoGoes() throws Exception {
    Ran ran = plan(LESS, pruning("--cascade=orphan", "--grace-period=7"));
    assertThat(ran.out())
        .contains(
            "ConfigMap default/left: to be deleted, since it is not in the manifests any more\n");
    assertThat(writes()).isEmpty();
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    Ran applied = applyPlan(LESS);
    assertThat(applied.out()).endsWith("configmap/left pruned\n");
    assertThat(applied.status()).isZero();
    assertThat(cluster.objects).doesNotContainKey(LEFT);
    assertThat(cluster.deletions)
        .singleElement()
        .matches(how -> how.propagation() == Propagation.ORPHAN)
        .matches(how -> Integer.valueOf(7).equals(how.gracePeriodSeconds()));
    assertThat(applyPlan(LESS, PRUNE).status()).as("done").isZero();
    assertThat(cluster.deletions).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "label, metadata.labels",
    "protect, an annotation keeps it from being pruned",
    "again, created by another client",
  })
  void whatIsNoLongerToGoStays(String what, String problem) {
    plan(LESS, PRUNE);
    MapValue live = cluster.object(LEFT);
    MapValue metadata = live.map("metadata");
    cluster.put(
        live.with(
            "metadata",
            switch (what) {
              case "label" -> metadata.with("labels", json("{'a':'b'}"));
              case "protect" ->
                  metadata.with(
                      "annotations",
                      metadata.map("annotations").with("japply.dev/prune", Value.text("false")));
              default -> metadata.with("uid", Value.text("another"));
            }));
    Ran ran = applyPlan(LESS);
    assertThat(ran.err())
        .contains("ConfigMap default/left: ")
        .contains(what.equals("again") ? "since it was planned" : problem);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(cluster.objects).containsKey(LEFT);
  }

  @Test
  void whatIsNotPlannedToGoStays() {
    plan(LESS, PRUNE);
    japply(OLD.replace("left", "later"), "apply", "-f", "-");
    assertThat(applyPlan(LESS).status()).isZero();
    assertThat(cluster.objects).doesNotContainKey(LEFT).containsKey("configmaps default/later");
  }

  @Test
  void flagsAboutPruningAreThoseOfThePlan() {
    plan(LESS, PRUNE);
    Ran ran = applyPlan(LESS, "--prune", "--all");
    assertThat(ran.err())
        .contains(
            "the plan was made with other flags about pruning: --prune --all --prune-allowli");
    assertThat(ran.status()).isEqualTo(1);
    plan(NEW);
    assertThat(applyPlan(NEW, PRUNE).err()).contains("flags about pruning: without --prune");
    assertThat(writes()).isEmpty();
    assertThat(plan(LESS, "--prune").err()).contains("without explicitly passing --all");
    assertThat(plan(LESS, pruning("--force")).err())
        .contains("--force cannot be used with --prune");
  }

  @Test
  void whatIsPlannedToBeReplacedIsReplaced() {
    refuse("PATCH default/c");
    refuse("PATCH default/c");
    Ran ran = japply(NEW, "plan", "-f", "-", "--force", "--out", file.toString());
    assertThat(ran.out()).contains("ConfigMap default/c (STDIN:1): to be deleted and recreated\n");
    assertThat(ran.status()).as(ran.toString()).isZero();
    refuse("PATCH default/c"); // in the check before the first write
    cluster.requests.clear();
    cluster.deletions.clear();
    Ran applied = applyPlan(NEW);
    assertThat(applied.out()).contains("configmap/c recreated");
    assertThat(applied.status()).as(applied.toString()).isZero();
    assertThat(cluster.deletions).hasSize(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
    assertThat(applyPlan(NEW).out()).contains("configmap/c unchanged");
    assertThat(cluster.deletions).hasSize(1);
  }

  private void refuse(String request) {
    MapValue details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
    cluster.before(
        request,
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
  }

  @Test
  void nothingGoesAfterAFailure() {
    plan(LESS, PRUNE);
    cluster.fail("PATCH default/s", 403, "Forbidden", "not now");
    assertThat(applyPlan(LESS).status()).isEqualTo(1);
    assertThat(cluster.objects).containsKey(LEFT);
    assertThat(applyPlan(LESS).out()).contains("configmap/c unchanged", "configmap/left pruned");
    assertThat(cluster.objects).doesNotContainKey(LEFT);
    assertThat(List.copyOf(cluster.objects.keySet())).contains(CONFIG, SECRET);
  }
}
