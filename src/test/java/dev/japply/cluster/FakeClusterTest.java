package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FakeClusterTest extends ClusterContract {
  private static final WriteOptions OPTIONS = new WriteOptions("m", "Strict", false);

  private final FakeCluster fake = new FakeCluster();

  @Override
  protected Cluster open() {
    return fake;
  }

  @Override
  protected String emptyNamespace() {
    return "default";
  }

  @Test
  void writesRequestsDown() {
    fake.get(CONFIG_MAPS, "default", "c");
    fake.create(
        CONFIG_MAPS,
        "default",
        json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}"),
        OPTIONS);
    fake.patch(
        CONFIG_MAPS, "default", "c", new Patch(Patch.Type.MERGE, json("{'data':{}}")), OPTIONS);
    fake.close();
    assertThat(fake.requests)
        .containsExactly(
            "GET default/c",
            "POST default/c {\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"c\"}}",
            "PATCH default/c {\"data\":{}}",
            "CLOSE");
    assertThat(fake.options).containsExactly(OPTIONS, OPTIONS);
  }

  @Test
  void failsOnceAsTold() {
    fake.fail("GET default/c", 403, "Forbidden", "no").fail("GET", 404, "NotFound", "none");
    assertThatThrownBy(() -> fake.get(CONFIG_MAPS, "default", "c")).hasMessage("no");
    assertThatThrownBy(() -> fake.get(CONFIG_MAPS, "default", "other")).hasMessage("none");
    assertThat(fake.get(CONFIG_MAPS, "default", "c")).isEmpty();
  }

  @Test
  void doesWhatIsToldBeforeItAnswers() {
    fake.before("GET", () -> fake.putNamespace("n"));
    assertThat(fake.get(NAMESPACES, "", "n")).isPresent();
  }
}
