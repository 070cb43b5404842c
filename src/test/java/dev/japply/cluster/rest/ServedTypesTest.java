package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.DEPLOYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.ServedType;
import dev.japply.cluster.TypeList;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Discovery and lists as servers give them that a test cluster is not.
class ServedTypesTest {
  private static final String LIST = "{'kind':'ConfigMapList','apiVersion':'v1',";

  private static final String CORE =
      "{'kind':'APIResourceList','groupVersion':'v1','resources':["
          + "{'name':'configmaps','singularName':'','namespaced':true,'kind':'ConfigMap',"
          + "'shortNames':['cm']},"
          + "{'name':'pods/log','namespaced':true,'kind':'Pod'}]}";

  private final LoopbackServer server =
      new LoopbackServer()
          .on("/api", Answer.json(200, "{'kind':'APIVersions','versions':['v1']}"))
          .on("/api/v1", Answer.json(200, CORE));

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aServerWithoutAggregatedDiscoveryIsAskedForEachVersion() {
    server
        .on(
            "/apis",
            Answer.json(
                200,
                "{'kind':'APIGroupList','groups':[{'name':'apps','versions':["
                    + "{'groupVersion':'apps/v1beta1'},{'groupVersion':'apps/v1'}],"
                    + "'preferredVersion':{'groupVersion':'apps/v1'}}]}"))
        .on(
            "/apis/apps/v1",
            Answer.json(
                200,
                "{'kind':'APIResourceList','groupVersion':'apps/v1',"
                    + "'resources':[{'name':'deployments','singularName':'deployment',"
                    + "'namespaced':true,'kind':'Deployment','categories':['all'],'verbs':['create','list']}]}"));
    try (var cluster = Loopback.connect(server.url())) {
      assertThat(cluster.types().served())
          .containsExactly(
              new ServedType(CONFIG_MAPS, "", List.of("cm"), List.of(), /* listable= */ false),
              new ServedType(
                  DEPLOYMENTS, "deployment", List.of(), List.of("all"), /* listable= */ true));
      assertThat(cluster.types().served()).hasSize(2);
      assertThat(cluster.types().unread()).isEmpty();
    }
    assertThat(server.lines())
        .containsExactly(
            "GET /api", "GET /api/v1", "GET /apis", "GET /apis/apps/v1", "GET /apis/apps/v1beta1");
  }

  @Test
  void whatTheServerDoesNotSayIsToldApart() {
    server
        .on(
            "/apis",
            Answer.json(
                200,
                "{'kind':'APIGroupList','groups':[{'name':'m.io','versions':["
                    + "{'groupVersion':'m.io/v1'},{'groupVersion':'m.io/v2'}],"
                    + "'preferredVersion':{'groupVersion':'m.io/v1'}}]}"))
        .on("/apis/m.io/v1", Answer.text(503, "service unavailable"))
        .on("/apis/m.io/v2", Answer.json(200, "{}"));
    try (var cluster = Loopback.connect(server.url())) {
      TypeList types = cluster.types();
      assertThat(types.served()).extracting(ServedType::resource).containsExactly(CONFIG_MAPS);
      assertThat(types.unread())
          .hasEntrySatisfying("m.io/v1", e -> assertThat(e.status()).isEqualTo(503))
          .hasEntrySatisfying("m.io/v2", e -> assertThat(e.kind()).isEqualTo(Kind.UNEXPECTED))
          .hasSize(2);
    }
  }

  /// As a server tells of an aggregated API whose backend is away.
  @Test
  void whatIsStaleIsNotSaid() {
    server.on(
        "/apis",
        Answer.json(
            200,
            "{'kind':'APIGroupDiscoveryList','items':[{'metadata':{'name':'m.io'},'versions':["
                + "{'version':'v1','freshness':'Stale','resources':[{'resource':'pods',"
                + "'responseKind':{'kind':'Pod'},'scope':'Namespaced'}]},"
                + "{'version':'v2','freshness':'Current','resources':[{'resource':'nodes',"
                + "'responseKind':{'kind':'Node'},'scope':'Cluster'}]}]}]}"));
    try (var cluster = Loopback.connect(server.url())) {
      TypeList types = cluster.types();
      assertThat(types.served())
          .extracting(type -> type.resource().gvk())
          .containsExactly(CONFIG_MAPS.gvk(), Gvk.of("m.io/v2", "Node"));
      assertThat(types.unread()).containsOnlyKeys("m.io/v1");
      assertThat(types.unread().get("m.io/v1")).hasMessage("stale GroupVersion discovery: m.io/v1");
    }
  }

  @Test
  void listsComeInPages() {
    server.on(
        "/api/v1/namespaces/n/configmaps",
        Answer.json(
            200, LIST + "'metadata':{'continue':'c1'},'items':[{'metadata':{'name':'a'}}]}"),
        Answer.json(200, LIST + "'metadata':{},'items':[{'metadata':{'name':'b'}}]}"));
    assertThat(names("n", "x in (b, a),!y")).containsExactly("a", "b");
    assertThat(server.lines())
        .containsExactly(
            "GET /api/v1/namespaces/n/configmaps?labelSelector=x+in+%28a%2Cb%29%2C%21y&limit=500",
            "GET /api/v1/namespaces/n/configmaps?continue=c1"
                + "&labelSelector=x+in+%28a%2Cb%29%2C%21y&limit=500");
  }

  @Test
  void aListThatGrowsTooOldIsReadAgainAtOnce() {
    server.on(
        "/api/v1/configmaps",
        Answer.json(
            200, LIST + "'metadata':{'continue':'c1'},'items':[{'metadata':{'name':'a'}}]}"),
        Answer.json(410, "{'kind':'Status','reason':'Expired','code':410,'message':'too old'}"),
        Answer.json(200, LIST + "'items':[{'metadata':{'name':'a'}},{'metadata':{'name':'b'}}]}"));
    assertThat(names("", "")).containsExactly("a", "b");
    assertThat(server.lines().getLast()).isEqualTo("GET /api/v1/configmaps");
  }

  private List<String> names(String namespace, String selector) {
    try (var cluster = Loopback.connect(server.url())) {
      List<MapValue> items = cluster.list(CONFIG_MAPS, namespace, LabelSelector.parse(selector));
      assertThat(items).allMatch(item -> item.text("kind").equals("ConfigMap"));
      return items.stream().map(item -> item.map("metadata").text("name")).toList();
    }
  }
}
