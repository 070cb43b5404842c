package dev.japply.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;

class FakeClusterTest extends ClusterContract {
  private static final WriteOptions OPTIONS = new WriteOptions("m", "Strict", false);

  @Override
  protected Cluster open() {
    return fake();
  }

  @Override
  protected String emptyNamespace() {
    return "default";
  }

  private static FakeCluster fake() {
    return new FakeCluster(JsonMergePatch::apply).serve(CONFIG_MAPS).serve(DEPLOYMENTS);
  }

  @Test
  void recordsRequestsInOrder() {
    FakeCluster fake = fake();
    MapValue object = json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}");
    fake.get(CONFIG_MAPS, "default", "c");
    fake.create(CONFIG_MAPS, "default", object, OPTIONS);
    fake.patch(
        CONFIG_MAPS, "default", "c", new Patch(Patch.Type.MERGE, json("{'data':{}}")), OPTIONS);
    assertThat(fake.sent())
        .extracting(FakeCluster.Sent::toString)
        .containsExactly(
            "get ConfigMap default/c", "create ConfigMap default/c", "patch ConfigMap default/c");
    assertThat(fake.sent().get(1).body()).isEqualTo(object);
    assertThat(fake.sent().get(2).options()).isEqualTo(OPTIONS);
  }

  @Test
  void failsOnceAsTold() {
    FakeCluster fake = fake();
    var failure = new ClusterException(403, "Forbidden", "no", MapValue.EMPTY);
    fake.failNext("get", "c", failure);
    assertThat(fake.get(CONFIG_MAPS, "default", "other")).isEmpty();
    assertThatThrownBy(() -> fake.get(CONFIG_MAPS, "default", "c")).isSameAs(failure);
    assertThat(fake.get(CONFIG_MAPS, "default", "c")).isEmpty();
  }

  @Test
  void appliesStrategicPatchesAsTold() {
    FakeCluster fake = new FakeCluster((live, patch) -> live.with("by", patch)).serve(CONFIG_MAPS);
    fake.add(
        json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'n'}}"));
    MapValue body = json("{'data':{}}");
    MapValue after =
        fake.patch(CONFIG_MAPS, "n", "c", new Patch(Patch.Type.STRATEGIC, body), OPTIONS);
    assertThat(after.map("by")).isEqualTo(body);
  }
}
