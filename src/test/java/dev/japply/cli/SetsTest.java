package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.plan.ApplySetParent;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply sets`.
class SetsTest extends WithSets {
  @Test
  void setsOfANamespace() {
    change("configmaps default/a", managed("kubectl", "Apply", "2026-11-01T01:02:03Z"));
    change("configmaps default/b", managed("kubectl", "Apply", "2026-11-02T01:02:03Z"));
    change("secrets default/s", managed("autoscaler", "Apply", "2026-11-03T01:02:03Z"));
    Ran ran = setting.run("sets");
    assertThat(cells(ran))
        .isEqualTo(
            """
            NAME|TOOLING|MEMBERS|LAST APPLIED|READY
            configmap/shop|kubectl/v1.37.2+japply|2 ConfigMaps, 1 Deployment, 1 Secret|2026-11-02T01:02:03Z|3/4
            """);
    List<String> lines = ran.out().lines().toList();
    for (String heading : List.of("TOOLING", "MEMBERS", "READY")) {
      String before = lines.get(1).substring(0, lines.get(0).indexOf(heading));
      assertThat(before).as("%s", ran).endsWith("   ");
    }
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(setting.run("sets", "--field-manager=autoscaler").out())
        .contains("2026-11-03T01:02:03Z");
  }

  @Test
  void setsOfTheCluster() {
    assertThat(cells(setting.run("sets", "-A")))
        .isEqualTo(
            """
            NAMESPACE|NAME|TOOLING|MEMBERS|LAST APPLIED|READY
            default|configmap/shop|kubectl/v1.37.2+japply|2 ConfigMaps, 1 Deployment, 1 Secret|unknown|3/4
            other|secret/one|kubectl/v1.37.2+japply|1 ConfigMap|unknown|1/1
            """);
    assertThat(setting.run("sets", "-A", "-o", "name").out())
        .isEqualTo("configmap/shop\nsecret/one\n");
    assertThat(cells(setting.run("sets", "-n", "other", "-o", "wide")))
        .isEqualTo(
            """
            NAME|TOOLING|MEMBERS|LAST APPLIED|READY|ID|NAMESPACES
            secret/one|kubectl/v1.37.2+japply|1 ConfigMap|unknown|1/1|%s|other
            """
                .formatted(id("secrets other/one")));
  }

  @Test
  void setsAsJson() {
    change("configmaps other/one", managed("kubectl", "Apply", "2026-11-01T01:02:03Z"));
    assertThat(Json.parse(setting.run("sets", "-n", "other", "-o", "json").out()))
        .isEqualTo(
            json(
                ("{'apiVersion':'japply.dev/v1','kind':'ApplySetList','sets':[{'name':'secret/one',"
                     + "'namespace':'other','id':'%s','tooling':'kubectl/v1.37.2+japply',"
                     + "'trusted':true,'namespaces':['other'],'members':{'ConfigMap':1},'ready':1,"
                     + "'total':1,'lastApplied':'2026-11-01T01:02:03Z'}]}")
                    .formatted(id("secrets other/one"))));
    assertThat(Json.parse(setting.run("sets", "-n", "none", "-o", "json").out()))
        .isEqualTo(json("{'apiVersion':'japply.dev/v1','kind':'ApplySetList','sets':[]}"));
  }

  /// One LIST for each type and scope, however many sets and members there are. The data of Secrets
  /// are not read.
  @Test
  void requestsAreSharedBySets() {
    apply(ONE.replace("one", "two"), "secret/two", "other");
    cluster.requests.clear();
    assertThat(setting.run("sets", "-A", "--concurrency=1").status()).isZero();
    assertThat(lists())
        .containsExactly(
            "LIST /customresourcedefinitions metadata",
            "LIST /configmaps metadata",
            "LIST /secrets metadata",
            "LIST /configmaps metadata",
            "LIST /deployments",
            "LIST /secrets metadata");
    cluster.requests.clear();
    assertThat(setting.run("sets", "-n", "other", "--concurrency=1").status()).isZero();
    assertThat(lists())
        .containsExactly(
            "LIST /customresourcedefinitions metadata",
            "LIST other/configmaps metadata",
            "LIST other/secrets metadata",
            "LIST other/configmaps metadata");
  }

  @Test
  void nothingIsFound() {
    Ran ran = setting.run("sets", "-n", "none");
    assertThat(ran.err()).isEqualTo("No resources found in none namespace.\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isZero();
    cluster.remove("secrets other/one");
    cluster.remove("configmaps default/shop");
    assertThat(setting.run("sets", "-A").err()).isEqualTo("No resources found\n");
    assertThat(setting.run("sets", "-A", "-o", "name"))
        .extracting(Ran::out, Ran::err)
        .containsExactly("", "");
  }

  /// A copy has the id of another set: its members are not those of the copy.
  @Test
  void aParentWithTheIdOfAnotherSetIsNotTrusted() {
    MapValue copy = cluster.object("configmaps default/shop");
    String id = id("configmaps default/shop");
    cluster.put(copy.with("metadata", copy.map("metadata").with("name", Value.text("copy"))));
    Ran ran = setting.run("sets");
    assertThat(cells(ran))
        .contains("configmap/copy|kubectl/v1.37.2+japply|unknown|unknown|unknown\n")
        .contains("configmap/shop|kubectl/v1.37.2+japply|2 ConfigMaps, 1 Deployment, 1 Secret");
    assertThat(ran.err())
        .startsWith(
            "Warning: ConfigMap default/copy: ApplySet parent object \"configmaps./copy\" exists"
                + " and has incorrect value for label \"applyset.kubernetes.io/id\" (got: "
                + id);
    assertThat(ran.status()).isZero();
    assertThat(setting.run("sets", "-o", "json").out()).contains("\"trusted\": false");
  }

  @ParameterizedTest
  @CsvSource({"/deployments, -A", "default/deployments, --all-namespaces=false"})
  void aTypeThatCannotBeListedIsReportedOnce(String list, String scope) {
    cluster.fail("LIST " + list, 403, "Forbidden", "deployments is forbidden");
    Ran ran = setting.run("sets", scope);
    assertThat(cells(ran))
        .contains("2 ConfigMaps, 1 Secret, unknown number of Deployment.apps|unknown|unknown\n");
    assertThat(ran.err().lines().toList())
        .singleElement()
        .asString()
        .startsWith("error: cannot list deployments: ")
        .contains("deployments is forbidden");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(setting.run("sets", scope).status()).isZero();
  }

  @Test
  void withoutTheDefinitionsOtherParentsAreShown() {
    cluster.fail("LIST /customresourcedefinitions", 403, "Forbidden", "no");
    Ran ran = setting.run("sets");
    assertThat(ran.out()).contains("configmap/shop");
    assertThat(ran.err())
        .startsWith("Warning: ApplySets whose parents are custom resources are not shown: ");
    assertThat(ran.status()).isZero();
  }

  @Test
  void customResourcesAreParents() {
    cluster.serve("example.com/v1", "Fleet", "fleets", false);
    cluster.put(
        json(
            "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':"
                + "{'name':'fleets.example.com','labels':{'applyset.kubernetes.io/is-parent-type':"
                + "'true'}}}"));
    var parent = new ApplySetParent(Gvk.of("example.com/v1", "Fleet"), "fleets", "", "all");
    cluster.put(
        json(
            ("{'apiVersion':'example.com/v1','kind':'Fleet','metadata':{'name':'all','labels':"
                    + "{'applyset.kubernetes.io/id':'%s'},'annotations':"
                    + "{'applyset.kubernetes.io/tooling':'fleet/v2',"
                    + "'applyset.kubernetes.io/contains-group-resources':'configmaps,namespaces',"
                    + "'applyset.kubernetes.io/additional-namespaces':'other'}}}")
                .formatted(parent.id())));
    putMember("v1", "ConfigMap", "default", "f", parent.id());
    putMember("v1", "ConfigMap", "other", "f", parent.id());
    assertThat(cells(setting.run("sets", "-A")))
        .as("an object in a namespace that the parent does not record is no member")
        .contains("\n|fleet.example.com/all|fleet/v2|1 ConfigMap|unknown|1/1\n");
    assertThat(setting.run("sets").out()).doesNotContain("fleet");
  }

  @Test
  void aRecordedTypeMayBeGone() {
    MapValue parent = cluster.object("secrets other/one");
    MapValue annotations =
        parent
            .map("metadata")
            .map("annotations")
            .with(
                "applyset.kubernetes.io/contains-group-kinds",
                Value.text("ConfigMap,Gone.example.com"));
    change("secrets other/one", "'annotations':" + GoJson.write(annotations));
    Ran ran = setting.run("sets", "-n", "other");
    assertThat(cells(ran)).contains("1 ConfigMap, unknown number of Gone.example.com|");
    assertThat(ran.err())
        .isEqualTo(
            "Warning: Secret other/one: its members of the type \"Gone.example.com\" are not shown:"
                + " the server does not report that type; if that type is gone for good, remove it"
                + " from the annotation\n");
    assertThat(ran.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "json", "wide", "name"})
  void nothingIsWrittenAndNoSecretShown(String format) {
    Ran ran = setting.run("sets", "-A", "-o", format);
    assertThat(ran.status()).isZero();
    assertThat(ran.out() + ran.err()).doesNotContain("hunter22", "aHVudGVyMjI=");
    assertThat(lists()).allMatch(request -> request.matches("LIST .*"));
  }

  @Test
  void unknownFormatsAreErrors() {
    assertThat(setting.run("sets", "-o", "yaml").err())
        .contains(
            "unable to match a printer suitable for the output format \"yaml\", allowed formats"
                + " are:");
    assertThat(setting.run("sets", "a", "b").status()).isEqualTo(1);
  }
}
