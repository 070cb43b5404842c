package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.client.ApplyResult.Outcome;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.problem.JapplyException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Programs name fields that stay as they are live.
@UsesTestCluster
final class IgnoringApplierTest {
  private static final ApplyOptions OPTIONS =
      ApplyOptions.DEFAULT.withIgnored(List.of("ConfigMap/a:data.k", "data.none"));

  @Test
  void ignoredFieldsStayAsTheyAreLive(TestCluster cluster) {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(cluster.newNamespace());
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      Applier applier = Applier.with(client).with(OPTIONS);
      assertThat(applied(applier)).isEqualTo(Outcome.CREATED);
      var map = client.configMaps().withName("a");
      map.edit(live -> changed(live));
      assertThat(applied(applier.with(OPTIONS.withDryRun(ApplyOptions.DryRun.SERVER))))
          .isEqualTo(Outcome.CONFIGURED);
      assertThat(applied(applier)).isEqualTo(Outcome.CONFIGURED);
      assertThat(map.get().getData()).isEqualTo(Map.of("k", "theirs", "l", "1"));
      assertThat(applied(applier)).isEqualTo(Outcome.UNCHANGED);
    }
  }

  private static ConfigMap changed(ConfigMap live) {
    live.setData(Map.of("k", "theirs", "l", "theirs"));
    return live;
  }

  private static Outcome applied(Applier applier) {
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("a")
            .endMetadata()
            .withData(Map.of("k", "1", "l", "1"))
            .build();
    ApplyResult result = applier.apply(Manifests.of(map)).getFirst();
    assertThat(result).isInstanceOf(ApplyResult.Applied.class);
    return ((ApplyResult.Applied) result).outcome();
  }

  @Test
  void whatIsNoRuleIsRefusedAtOnce() {
    assertThatThrownBy(() -> ApplyOptions.DEFAULT.withIgnored(List.of("data.")))
        .isInstanceOf(JapplyException.class);
  }
}
