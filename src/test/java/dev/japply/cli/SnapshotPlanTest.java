package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans that are made of a snapshot, and carried out on its cluster.
class SnapshotPlanTest extends WithPlans {
  private Ran planned() {
    String snap = directory.resolve("snap.json").toString();
    assertThat(japply(NEW, "snapshot", "-f", "-", "--out", snap).status()).isZero();
    Ran ran =
        new Ran.Setting(cluster)
            .reading(NEW)
            .offline("plan", "-f", "-", "--live", snap, "--out", file.toString());
    assertThat(ran.status()).as(ran.toString()).isZero();
    cluster.requests.clear();
    return ran;
  }

  @Test
  void isThatOfTheCluster() throws IOException {
    Ran local = plan(NEW);
    Ran offline = planned();
    assertThat(offline.out()).isEqualTo(local.out()).contains(" for https://fake:6443, ");
    assertThat(document().map("cluster").text("uid")).isEqualTo("1234");
    assertThat(Files.readString(file)).doesNotContain("hunter22", "aHVudGVyMjJ", "czNjcjN0LXQ");
  }

  @Test
  void isDoneWhereNothingHasMoved() {
    planned();
    change("configmaps default/c", "status", json("{'ready':'yes'}"));
    Ran ran = applyPlan(NEW, "--strict=false");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            """
            configmap/c configured
            secret/s configured
            configmap/left unchanged
            secret/t created
            """);
    assertThat(cluster.object(SECRET).map("data").text("p")).isEqualTo("aHVudGVyMjJuZXc=");
  }

  @Test
  void hasTheVersionsOfTheSnapshot() {
    planned();
    assertThat(applyPlan(NEW, "--strict").err()).isEmpty();
    assertThat(writes()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "configmaps default/c | data | {'k':'theirs'} | ConfigMap default/c: changed since it was"
            + " planned: data.k",
        "secrets default/s | data | {'p':'dGhlaXJz'} | Secret default/s: changed since it was"
            + " planned: data.p",
        "secrets default/s | metadata | {'uid':'other'} | Secret default/s: deleted since it was"
            + " planned",
      })
  void isRefusedWhereSomethingHas(String key, String field, String value, String problem) {
    planned();
    change(key, field, json(value));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err()).contains(problem);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void isRefusedOnAnotherCluster() {
    planned();
    putSystem("5678");
    assertThat(applyPlan(NEW).err()).contains("the plan was made for another cluster at");
    assertThat(writes()).isEmpty();
  }

  @Test
  void isKnownByItsAddressWhereNamespacesMayNotBeRead() throws IOException {
    cluster.fail("GET /kube-system", 403, "Forbidden", "no");
    planned();
    assertThat(document().map("cluster").has("uid")).isFalse();
    assertThat(applyPlan(NEW).err()).isEmpty();
  }
}
