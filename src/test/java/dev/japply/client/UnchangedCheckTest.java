package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.merge.AppliedCheck.Doubt;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The matcher of an operator's reconcile loop, with the objects that operators report as never
/// equal, on a real server.
@UsesTestCluster
final class UnchangedCheckTest {
  private static final String MANAGER = "operator";

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final KubernetesClient client;
  private final UnchangedCheck check;

  UnchangedCheckTest(TestCluster cluster) {
    Config config = Config.fromKubeconfig(cluster.kubeconfig().toFile());
    config.setNamespace(cluster.newNamespace());
    client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientBuilderConsumer(
                builder -> builder.addOrReplaceInterceptor("recorded", recorder()))
            .build();
    check = UnchangedCheck.of(client, MANAGER);
  }

  private Interceptor recorder() {
    return new Interceptor() {
      @Override
      public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        requests.add(request.method() + " " + request.uri().getPath());
      }
    };
  }

  @AfterEach
  void close() {
    client.close();
  }

  private HasMetadata applied(HasMetadata desired) {
    return client.resource(desired).fieldManager(MANAGER).forceConflicts().serverSideApply();
  }

  /// Reads it as a class of fabric8's model, as an operator has it.
  private HasMetadata read(String yaml) {
    return client.getKubernetesSerialization().unmarshal(yaml, HasMetadata.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // claim templates get defaults
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: a}
        spec:
          replicas: 0
          serviceName: a
          selector: {matchLabels: {app: a}}
          template:
            metadata: {labels: {app: a}}
            spec: {containers: [{name: a, image: a}]}
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """,
        // a host that is empty, and paths
        """
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: {name: a}
        spec:
          rules:
          - host: ""
            http:
              paths:
              - {path: /, pathType: Prefix, backend: {service: {name: a, port: {number: 80}}}}
        """,
        // texts, which are stored as data
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: a}
        stringData: {password: tea}
        """,
        // quantities in other forms
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: a}
        spec:
          replicas: 0
          selector: {matchLabels: {app: a}}
          template:
            metadata: {labels: {app: a}}
            spec:
              containers:
              - name: a
                image: a
                resources: {requests: {cpu: "0.5", memory: 1024Mi}, limits: {cpu: 1000m}}
                ports: [{containerPort: 80}]
        """,
        // the addresses of a service
        """
        apiVersion: v1
        kind: Service
        metadata: {name: a}
        spec: {selector: {app: a}, ports: [{port: 80}]}
        """,
      })
  void anAppliedObjectMatchesWhatTheServerStores(String yaml) {
    HasMetadata desired = read(yaml);
    HasMetadata actual = applied(desired);
    assertThat(check.doubt(desired, actual)).isEmpty();
    assertThat(check.matches(desired, actual)).isTrue();
    requests.clear();
    assertThat(check.matches(desired, client.resource(desired).get())).isTrue();
    assertThat(requests).hasSize(1); // which is the GET of this test
    assertThat(applied(desired).getMetadata().getGeneration())
        .isEqualTo(actual.getMetadata().getGeneration());
    desired.getMetadata().setLabels(Map.of("team", "shop"));
    assertThat(check.matches(desired, actual)).isFalse();
  }

  private static HasMetadata configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withData(Map.of("k", "mine", "l", "mine"))
        .build();
  }

  @Test
  void whatOthersChangedDoesNotMatch() {
    HasMetadata desired = configMap("a");
    applied(desired);
    HasMetadata theirs =
        client
            .configMaps()
            .withName("a")
            .edit(map -> {
              map.getData().put("k", "theirs");
              return map;
            });
    assertThat(check.doubt(desired, theirs))
        .map(Doubt::path)
        .hasValueSatisfying(path -> assertThat(path).hasToString("data.k"));
    assertThat(check.doubt(configMap("b"), theirs))
        .map(Doubt::reason)
        .hasValue("it is another object");
  }

  @Test
  void aTypeThatTheServerDoesNotKnowDoesNotMatch() {
    var object = new GenericKubernetesResource();
    object.setApiVersion("example.com/v1");
    object.setKind("Unknown");
    object.setMetadata(new ObjectMetaBuilder().withName("a").build());
    assertThat(check.doubt(object, object))
        .map(Doubt::reason)
        .hasValue("the server does not describe its type");
  }
}
