package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply sets NAME`.
class SetTest extends WithSets {
  private static final String SHOP_PARENT = "configmaps default/shop";

  private String header() {
    return """
    configmap/shop in namespace default
      id            %s
      tooling       kubectl/v1.37.2+japply
      last applied  unknown
      members       2 ConfigMaps, 1 Deployment, 1 Secret
      ready         3/4
    """
        .formatted(id(SHOP_PARENT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"configmap/shop", "configmaps/shop", "cm/shop"})
  void membersWithTheirState(String name) {
    Ran ran = setting.run("sets", name);
    assertThat(ran.out())
        .isEqualTo(
            header()
                + """
                ConfigMap default/a: ready
                ConfigMap default/b: ready
                Deployment default/web: not ready, InProgress: its controller has not seen it yet
                Secret default/s: ready
                """);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
  }

  private void drift() {
    MapValue web = cluster.object("deployments default/web");
    MapValue metadata =
        web.map("metadata")
            .with(
                "managedFields",
                json("{'m':[{'manager':'kubectl-scale','operation':'Update','apiVersion':'apps/v1',"
                         + "'time':'2026-11-02T01:02:03Z','fieldsType':'FieldsV1','fieldsV1':"
                         + "{'f:spec':{'f:replicas':{}}}}]}")
                            .get("m")
                        instanceof Value list
                    ? list
                    : Value.text(""));
    cluster.put(web.with("metadata", metadata).with("spec", json("{'replicas':5,'paused':true}")));
    MapValue secret = cluster.object("secrets default/s");
    cluster.put(secret.with("data", json("{'p':'c3VycHJpc2U='}")));
  }

  @Test
  void driftIsShownByField() {
    drift();
    Ran ran = setting.run("sets", "configmap/shop");
    assertThat(ran.out())
        .contains(
            """
            Deployment default/web: not ready, InProgress: its controller has not seen it yet; drift in 1 field
              ~ spec.replicas  5 -> 2
                  drift: changed live; kubectl-scale, 2026-11-02
            Secret default/s: ready; drift in 1 field
            """);
    assertThat(ran.out()).doesNotContain("hunter22", "c3VycHJpc2U", "aHVudGVyMjI", "paused");
    assertThat(ran.status()).isZero();
  }

  @Test
  void aSetAsJson() {
    drift();
    putMember("v1", "ConfigMap", "other", "lost", id(SHOP_PARENT));
    Ran ran = setting.run("sets", "configmap/shop", "-o", "json");
    MapValue document = (MapValue) Json.parse(ran.out());
    assertThat(document.text("kind")).isEqualTo("ApplySet");
    assertThat(document.text("name")).isEqualTo("configmap/shop");
    assertThat(document.maps("orphans"))
        .containsExactly(
            json(
                "{'apiVersion':'v1','kind':'ConfigMap','namespace':'other','name':'lost',"
                    + "'reason':'the parent does not record its namespace'}"));
    assertThat(document.maps("objects")).hasSize(4);
    MapValue web = document.maps("objects").get(2);
    assertThat(web)
        .isEqualTo(
            json(
                "{'apiVersion':'apps/v1','kind':'Deployment','namespace':'default','name':'web',"
                    + "'ready':false,'status':'InProgress','message':"
                    + "'its controller has not seen it yet','drift':[{'path':'spec.replicas',"
                    + "'lastApplied':2,'live':5,'managers':[{'name':'kubectl-scale','operation':"
                    + "'Update','time':'2026-11-02T01:02:03Z'}]}]}"));
    assertThat(ran.out()).doesNotContain("hunter22", "c3VycHJpc2U", "aHVudGVyMjI");
    assertThat(setting.run("sets", "configmap/shop", "-o", "name").out())
        .isEqualTo("configmap/a\nconfigmap/b\ndeployment.apps/web\nsecret/s\n");
  }

  @Test
  void membersWithoutALastAppliedConfiguration() {
    MapValue a = cluster.object("configmaps default/a");
    cluster.put(a.with("metadata", a.map("metadata").without("annotations")));
    MapValue b = cluster.object("configmaps default/b");
    cluster.put(b.with("metadata", b.map("metadata").without("annotations")));
    change("configmaps default/b", managed("kubectl", "Apply", "2026-11-03T01:02:03Z"));
    assertThat(setting.run("sets", "configmap/shop").out())
        .contains(
            "ConfigMap default/a: ready; drift unknown: it has no last-applied configuration\n",
            "ConfigMap default/b: ready; drift unknown: it was applied server-side, which records"
                + " owners of fields, and no values\n");
  }

  /// The server stores no empty lists in types of Kubernetes' own.
  @Test
  void emptyFieldsThatAreNotStoredAreNoDrift() {
    MapValue web = cluster.object("deployments default/web");
    MapValue annotations = web.map("metadata").map("annotations");
    String applied = annotations.text(LastApplied.KEY);
    assertThat(applied).contains("\"replicas\":2");
    Value more = Value.text(applied.replace("\"replicas\":2", "\"paused\":false,\"replicas\":2"));
    cluster.put(
        web.with(
            "metadata",
            web.map("metadata").with("annotations", annotations.with(LastApplied.KEY, more))));
    assertThat(setting.run("sets", "configmap/shop").out()).doesNotContain("drift");
  }

  @Test
  void objectsThatTheParentDoesNotRecordAreOrphans() {
    putCopies(id(SHOP_PARENT));
    putMember("v1", "ConfigMap", "other", "far", id(SHOP_PARENT));
    putMember("example.com/v1", "Widget", "default", "near", id(SHOP_PARENT));
    Ran ran = setting.run("sets", "configmap/shop");
    assertThat(ran.out())
        .startsWith(header())
        .endsWith(
            """
            orphans, which have the label of the set:
              ConfigMap other/far: the parent does not record its namespace
              Widget default/near: the parent does not record its type
            """);
    assertThat(ran.status()).isZero();
  }

  @Test
  void recordedTypesWithoutMembers() {
    cluster.remove("deployments default/web");
    assertThat(setting.run("sets", "configmap/shop").out())
        .endsWith("recorded types without members: Deployment.apps\n");
  }

  @Test
  void oneListForEachType() {
    assertThat(setting.run("sets", "configmap/shop", "--concurrency=1").status()).isZero();
    assertThat(lists())
        .containsExactly(
            "GET default/shop",
            "LIST /configmaps",
            "LIST /deployments",
            "LIST /secrets",
            "LIST /namespaces metadata",
            "LIST /services metadata",
            "LIST /pods metadata",
            "LIST /widgets metadata",
            "LIST /customresourcedefinitions metadata");
  }

  @Test
  void withoutPermissionForAllNamespacesTheRecordedOnesAreListed() {
    for (String type : List.of("secrets", "services", "widgets")) {
      cluster.fail("LIST /" + type, 403, "Forbidden", type + " is forbidden");
    }
    cluster.fail("LIST default/widgets", 403, "Forbidden", "widgets is forbidden");
    Ran ran = setting.run("sets", "configmap/shop");
    assertThat(ran.out()).startsWith(header());
    assertThat(ran.err())
        .isEqualTo(
            "Warning: ConfigMap default/shop: orphans may be missing: secrets and 2 more types"
                + " cannot be listed in all namespaces\n");
    assertThat(ran.status()).isZero();
  }

  @Test
  void aRecordedTypeThatCannotBeListedIsAnError() {
    cluster.fail("LIST /secrets", 403, "Forbidden", "secrets is forbidden");
    cluster.fail("LIST default/secrets", 403, "Forbidden", "secrets is forbidden");
    Ran ran = setting.run("sets", "configmap/shop");
    assertThat(ran.out())
        .contains("2 ConfigMaps, 1 Deployment, unknown number of Secret\n")
        .contains("  ready         unknown\n")
        .contains("ConfigMap default/a: ready\n");
    assertThat(ran.err()).containsOnlyOnce("error: cannot list secrets: ");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void whatIsNoParentIsAnError() {
    Ran missing = setting.run("sets", "configmap/none");
    assertThat(missing.err()).contains("configmaps \"none\" not found");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(setting.run("sets", "configmap/a").err())
        .contains("does not have required label applyset.kubernetes.io/id");
    MapValue copy = cluster.object(SHOP_PARENT);
    cluster.put(copy.with("metadata", copy.map("metadata").with("name", Value.text("copy"))));
    Ran copied = setting.run("sets", "configmap/copy");
    assertThat(copied.out()).isEmpty();
    assertThat(copied.err()).contains("has incorrect value for label");
    assertThat(copied.status()).isEqualTo(1);
  }

  @Test
  void aNameIsOneSet() {
    assertThat(setting.run("sets", "configmap/shop", "-A").err())
        .contains("--all-namespaces and --lost list sets, and take no NAME");
    assertThat(setting.run("sets", "a", "b").status()).isEqualTo(1);
  }
}
