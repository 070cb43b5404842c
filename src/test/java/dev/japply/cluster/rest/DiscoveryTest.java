package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.DEPLOYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.object.Gvk;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  private static final Answer CORE =
      Answer.json(
          200,
          """
          {'kind':'APIResourceList','groupVersion':'v1','resources':[
           {'name':'namespaces','singularName':'namespace','namespaced':false,'kind':'Namespace'},
           {'name':'namespaces/status','namespaced':false,'kind':'Namespace'},
           {'name':'pods/eviction','namespaced':true,'group':'policy','kind':'Eviction'},
           {'name':'configmaps','namespaced':true,'kind':'ConfigMap'}]}
          """);
  private static final Answer APPS =
      Answer.json(
          200,
          """
          {'kind':'APIResourceList','groupVersion':'apps/v1','resources':[
           {'name':'deployments/scale','namespaced':true,'kind':'Deployment'},
           {'name':'deployments','namespaced':true,'kind':'Deployment'}]}
          """);

  private final LoopbackServer server =
      new LoopbackServer().on("/api/v1", CORE).on("/apis/apps/v1", APPS);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void oneRequestPerGroupVersion() {
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.resource(Gvk.of("v1", "ConfigMap"))).contains(CONFIG_MAPS);
      assertThat(cluster.resource(Gvk.of("v1", "ConfigMap"))).contains(CONFIG_MAPS);
      assertThat(cluster.resource(Gvk.of("v1", "Namespace")))
          .contains(new Resource(Gvk.of("v1", "Namespace"), "namespaces", false));
      assertThat(cluster.resource(Gvk.of("apps/v1", "Deployment"))).contains(DEPLOYMENTS);
    }
    assertThat(server.lines()).containsExactly("GET /api/v1", "GET /apis/apps/v1");
  }

  @Test
  void subresourcesAreNoTypes() {
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.resource(Gvk.of("v1", "Eviction"))).isEmpty();
    }
  }

  @Test
  void manyWaitForOneRequest() throws InterruptedException, ExecutionException {
    try (var cluster = Loopback.connect(server.url());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var found = new ArrayList<Future<Optional<Resource>>>();
      for (int i = 0; i < 20; i++) {
        found.add(threads.submit(() -> cluster.resource(Gvk.of("v1", "ConfigMap"))));
      }
      for (var one : found) {
        assertThat(one.get()).contains(CONFIG_MAPS);
      }
    }
    assertThat(server.lines()).containsExactly("GET /api/v1");
  }

  @Test
  void aTypeThatComesLaterIsFound() {
    server.on("/apis/apps/v1", Answer.text(404, "404 page not found"), APPS);
    Gvk gvk = Gvk.of("apps/v1", "Deployment");
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.resource(gvk)).isEmpty();
      assertThat(cluster.resource(gvk)).isPresent();
    }
  }

  @Test
  void oneFailureIsNoAnswer() {
    server.on("/apis/apps/v1", Answer.text(503, "service unavailable"), APPS);
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.resource(Gvk.of("apps/v1", "Deployment"))).contains(DEPLOYMENTS);
    }
  }

  @Test
  void aGroupThatIsOutOfOrderIsAnErrorAndAskedAgain() {
    Answer away = Answer.text(503, "service unavailable");
    server.on("/apis/apps/v1", away, away, away, away, APPS);
    try (var cluster = Loopback.connect(server.url())) {
      assertThatThrownBy(() -> cluster.resource(Gvk.of("apps/v1", "Deployment")))
          .isInstanceOf(ClusterException.class)
          .hasMessage("the server is currently unable to handle the request");
      assertThat(server.asked()).hasSize(3);
      assertThatThrownBy(() -> cluster.resource(Gvk.of("apps/v1", "Deployment")))
          .isInstanceOf(ClusterException.class);
      assertThat(server.asked()).hasSize(4);
      assertThat(cluster.resource(Gvk.of("apps/v1", "Deployment"))).isPresent();
    }
  }
}
