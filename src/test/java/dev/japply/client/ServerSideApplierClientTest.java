package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.client.ApplyOptions.DryRun;
import dev.japply.client.ApplyResult.Outcome;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.object.OwnedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Programs apply server-side.
@UsesTestCluster
final class ServerSideApplierClientTest {
  private static final ApplyOptions OPTIONS = ApplyOptions.DEFAULT.withFieldManager("me");

  @Test
  void appliesServerSideAndSettlesConflicts(TestCluster cluster) {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(cluster.newNamespace());
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      Applier applier = Applier.with(client).with(OPTIONS.withServerSide(ServerSide.STRICT));
      var created = (ApplyResult.Applied) applied(applier, "1");
      assertThat(created.outcome()).isEqualTo(Outcome.SERVERSIDE_APPLIED);
      assertThat(((ApplyResult.Applied) applied(applier, "1")).outcome())
          .isEqualTo(Outcome.UNCHANGED);
      MapValue live = created.object();
      assertThat(OwnedFields.of(live, "me").paths())
          .extracting(FieldPath::toString)
          .containsExactly("data.k", "data.l");
      var map = client.configMaps().withName("a");
      map.edit(ServerSideApplierClientTest::changed);
      assertThat(applied(applier, "2")).isInstanceOf(ApplyResult.Failed.class);
      var rules = new ServerSide(false, List.of("ConfigMap/a:data.k"), List.of("data.l"));
      assertThat(applied(Applier.with(client).with(OPTIONS.withServerSide(rules)), "2"))
          .isInstanceOf(ApplyResult.Applied.class);
      assertThat(map.get().getData()).isEqualTo(Map.of("k", "2", "l", "theirs"));
    }
  }

  private static ConfigMap changed(ConfigMap live) {
    live.setData(Map.of("k", "theirs", "l", "theirs"));
    return live;
  }

  private static ApplyResult applied(Applier applier, String value) {
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("a")
            .endMetadata()
            .withData(Map.of("k", value, "l", value))
            .build();
    return applier.apply(Manifests.of(map)).getFirst();
  }

  @Test
  void refusesADryRunOfTheClient() {
    ApplyOptions dry = OPTIONS.withDryRun(DryRun.CLIENT);
    assertThatThrownBy(() -> dry.withServerSide(ServerSide.STRICT))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
