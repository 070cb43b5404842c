package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;

/// Plans where a mutating webhook rewrites values of the manifests, as mirrors of registries do.
class RewritingWebhookPlanTest extends WithPlans {
  private static final String CHANGED = "configmaps default/c";

  private static MapValue mirrored(MapValue object) {
    MapValue data = object.map("data");
    String value = data.text("k");
    return value.isEmpty() || value.startsWith("mirror/")
        ? object
        : object.with("data", data.with("k", Value.text("mirror/" + value)));
  }

  private void mirror() {
    cluster.admit(RewritingWebhookPlanTest::mirrored);
    assertThat(japply(OLD, "apply", "-f", "-").status()).isZero();
    assertThat(japply(OLD.replace("old", "older"), "apply", "-f", "-").status()).isZero();
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/older");
  }

  private static final String ADDED =
      """
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"added"},"data":{"k":"v"}}
      """;

  @Test
  void whatTheRunHasWrittenIsDone() {
    mirror();
    String manifest = NEW + ADDED;
    plan(manifest);
    Ran first = applyPlan(manifest);
    assertThat(first.err()).doesNotContain("error");
    assertThat(first.out()).contains("configmap/c configured", "configmap/added created");
    cluster.requests.clear();
    Ran again = applyPlan(manifest);
    assertThat(again.err()).doesNotContain("error");
    assertThat(again.status()).isZero();
    assertThat(again.out())
        .contains("configmap/c unchanged", "configmap/added unchanged", "secret/t unchanged");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/new");
  }

  @Test
  void aRunThatFailedGoesOn() {
    mirror();
    cluster.fail("PATCH default/s", 403, "Forbidden", "no");
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isEqualTo(1);
    Ran again = applyPlan(NEW);
    assertThat(again.out()).contains("configmap/c unchanged", "secret/s configured");
    assertThat(again.status()).isZero();
  }

  /// The annotation is the planned one, but an apply would change the value of another client.
  @Test
  void whatAnotherClientWroteAfterwardsIsNotDone() {
    mirror();
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isZero();
    change(CHANGED, "data", json("{'k':'mirror/other'}"));
    Ran again = applyPlan(NEW);
    assertThat(again.err()).contains("ConfigMap c: changed since it was planned: data.k;");
    assertThat(again.status()).isEqualTo(1);
  }
}
