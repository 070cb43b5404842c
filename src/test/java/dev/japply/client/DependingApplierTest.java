package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.client.ApplyOptions.Order;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.problem.JapplyException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Objects of programs that name what they depend on are applied after it.
@UsesTestCluster
final class DependingApplierTest {
  private final String namespace;
  private final List<String> created = new CopyOnWriteArrayList<>();
  private final KubernetesClient client;

  DependingApplierTest(TestCluster cluster) {
    namespace = cluster.newNamespace();
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(namespace);
    client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientBuilderConsumer(
                builder -> builder.addOrReplaceInterceptor("created", recorder()))
            .build();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Interceptor recorder() {
    return new Interceptor() {
      @Override
      public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (request.method().equals("POST")) {
          String body = request.bodyString();
          created.add(body.contains("\"name\":\"first\"") ? "first" : "second");
        }
      }
    };
  }

  /// A ConfigMap that depends on another one.
  private ConfigMap map(String name, String other, String key) {
    return new ConfigMapBuilder(map(name, key))
        .editMetadata()
        .addToAnnotations(
            "config.kubernetes.io/depends-on", "/namespaces/" + namespace + "/ConfigMap/" + other)
        .endMetadata()
        .build();
  }

  private static ConfigMap map(String name, String key) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData(key, "1")
        .build();
  }

  private List<ApplyResult> apply(Order order, ConfigMap... maps) {
    return Applier.with(client)
        .with(ApplyOptions.DEFAULT.withOrder(order))
        .apply(Manifests.of(maps));
  }

  private static List<String> names(List<ApplyResult> results) {
    return results.stream().map(result -> result.key().name()).toList();
  }

  @Test
  void anObjectThatIsThereTwiceIsRefusedWithBothPlaces() {
    String text = "{apiVersion: v1, kind: ConfigMap, metadata: {name: first}}\n---\n";
    var objects =
        Manifests.read("maps.yaml", text + text.replace("name: first", "name: other") + text);
    assertThatThrownBy(() -> Applier.with(client).apply(objects))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining(
            "maps.yaml:5: ConfigMap "
                + namespace
                + "/first: is in the input twice, first at maps.yaml:1");
    assertThatThrownBy(() -> Applier.with(client).diff(objects))
        .isInstanceOf(JapplyException.class);
    assertThatThrownBy(() -> apply(Order.INPUT, map("first", "a"), map("first", "b")))
        .hasMessageContaining(
            "ConfigMap " + namespace + "/first: is in the input twice; remove one of them");
    assertThat(created).isEmpty();
  }

  @Test
  void whatIsDependedOnComesFirst() {
    List<ApplyResult> results =
        apply(Order.DEPENDENCIES, map("second", "first", "k"), map("first", "k"));
    assertThat(results).allMatch(result -> result instanceof ApplyResult.Applied);
    assertThat(names(results)).containsExactly("second", "first");
    assertThat(created).containsExactly("first", "second");
  }

  @Test
  void whatDependsOnAFailureIsNotApplied() {
    List<ApplyResult> results =
        apply(Order.DEPENDENCIES, map("second", "first", "k"), map("first", "no key"));
    assertThat(results).allMatch(result -> result instanceof ApplyResult.Failed);
    assertThat(problem(results.getFirst()))
        .contains("its dependency ConfigMap", "/first could not be applied");
    assertThat(created).containsExactly("first");
  }

  @Test
  void aCircleIsRefusedWithItsPath() {
    assertThatThrownBy(() ->
            apply(Order.DEPENDENCIES, map("second", "first", "k"), map("first", "second", "k")))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining(
            "a dependency cycle: ConfigMap %1$s/second → ConfigMap %1$s/first → ConfigMap %1$s/second;"
                .formatted(namespace));
    assertThat(created).isEmpty();
  }

  @Test
  void theOrderOfTheProgramCounts() {
    apply(Order.INPUT, map("second", "first", "k"), map("first", "k"));
    assertThat(created).containsExactly("second", "first");
  }

  private static String problem(ApplyResult result) {
    return ((ApplyResult.Failed) result).problems().getFirst().what();
  }
}
