package dev.japply.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.live.DeleteOptions.Propagation;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [Cluster] does, the fake one and the real one alike.
public abstract class ClusterContract {
  private static final WriteOptions PLAIN = new WriteOptions("contract", "Strict", false);
  private static final WriteOptions DRY = new WriteOptions("contract", "Strict", true);

  /// The type of the objects that these tests create.
  protected static final Resource CONFIG_MAPS =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);

  /// A type of a group.
  protected static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);

  /// A type outside namespaces.
  protected static final Resource NAMESPACES =
      new Resource(Gvk.of("v1", "Namespace"), "namespaces", false);

  private Cluster cluster;
  private String namespace;

  /// A cluster that serves the three types.
  protected abstract Cluster open();

  /// An empty namespace of that cluster.
  protected abstract String emptyNamespace();

  @BeforeEach
  void openCluster() {
    cluster = open();
    namespace = emptyNamespace();
  }

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  @Test
  void namesTheDefaultNamespace() {
    assertThat(cluster.defaultNamespace()).isEqualTo("default");
  }

  @Test
  void knowsTheTypesThatItServes() {
    assertThat(cluster.resource(Gvk.of("v1", "ConfigMap"))).contains(CONFIG_MAPS);
    assertThat(cluster.resource(Gvk.of("apps/v1", "Deployment"))).contains(DEPLOYMENTS);
    assertThat(cluster.resource(Gvk.of("v1", "Namespace"))).contains(NAMESPACES);
  }

  @Test
  void knowsNoOtherTypes() {
    assertThat(cluster.resource(Gvk.of("v1", "Bogus"))).isEmpty();
    assertThat(cluster.resource(Gvk.of("apps/v9", "Deployment"))).isEmpty();
    assertThat(cluster.resource(Gvk.of("nope.example/v1", "Bogus"))).isEmpty();
  }

  @Test
  void findsNothingWhereNothingIs() {
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
    assertThat(cluster.get(CONFIG_MAPS, "no-such-namespace", "c")).isEmpty();
  }

  @Test
  void findsWhatWasCreated() {
    MapValue created = create("{'a':'1'}");
    assertThat(created.map("data")).isEqualTo(json("{'a':'1'}"));
    assertThat(created.map("metadata").text("namespace")).isEqualTo(namespace);
    assertThat(created.map("metadata").text("resourceVersion")).isNotEmpty();
    assertThat(created.map("metadata").text("uid")).isNotEmpty();
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).contains(created);
  }

  @Test
  void createsObjectsOutsideNamespaces() {
    String name = namespace + "-more";
    MapValue object =
        json("{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'" + name + "'}}");
    cluster.create(NAMESPACES, "", object, PLAIN);
    MapValue live = cluster.get(NAMESPACES, "", name).orElseThrow();
    assertThat(live.map("metadata").text("name")).isEqualTo(name);
    assertThat(live.map("metadata").has("namespace")).isFalse();
  }

  @Test
  void createsNothingTwice() {
    create("{'a':'1'}");
    ClusterException refused = refused(() -> create("{'a':'2'}"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.reason()).isEqualTo("AlreadyExists");
    assertThat(refused.isConflict()).isFalse();
    assertThat(refused).hasMessage("configmaps \"c\" already exists");
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
  }

  @Test
  void createsNothingInNoNamespace() {
    ClusterException refused =
        refused(() -> cluster.create(CONFIG_MAPS, "no-such-namespace", configMap("{}"), PLAIN));
    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.reason()).isEqualTo("NotFound");
    assertThat(refused).hasMessage("namespaces \"no-such-namespace\" not found");
    assertThat(refused.details().text("name")).isEqualTo("no-such-namespace");
  }

  @Test
  void dryRunCreatesNothing() {
    MapValue answer = cluster.create(CONFIG_MAPS, namespace, configMap("{'a':'1'}"), DRY);
    assertThat(answer.map("data")).isEqualTo(json("{'a':'1'}"));
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void namesTypesInSeveralWays() {
    var names = new TypeNames(cluster.types().served());
    for (String name : List.of("cm", "configmap", "configmaps", "ConfigMap", "configmaps.")) {
      assertThat(names.find(name)).as(name).containsExactly(CONFIG_MAPS);
    }
    for (String name : List.of("deployments.apps", "deployment.v1.apps", "Deployment")) {
      assertThat(names.find(name)).as(name).containsExactly(DEPLOYMENTS);
    }
    assertThat(names.find("namespace")).containsExactly(NAMESPACES);
    assertThat(names.find("widgets.nowhere.example")).isEmpty();
  }

  @Test
  void listsWhatTheSelectorChooses() {
    assertThat(cluster.list(DEPLOYMENTS, namespace, LabelSelector.EVERYTHING)).isEmpty();
    for (String name : List.of("b", "a", "c")) {
      MapValue object = configMap("{}");
      MapValue labels = MapValue.of("odd", Value.text(name.equals("b") ? "no" : "yes"));
      MapValue metadata = object.map("metadata").with("name", Value.text(name));
      cluster.create(
          CONFIG_MAPS, namespace, object.with("metadata", metadata.with("labels", labels)), PLAIN);
    }
    List<MapValue> odd =
        cluster.list(CONFIG_MAPS, namespace, LabelSelector.parse("odd in (yes, maybe)"));
    assertThat(odd)
        .containsExactly(
            cluster.get(CONFIG_MAPS, namespace, "a").orElseThrow(),
            cluster.get(CONFIG_MAPS, namespace, "c").orElseThrow());
    assertThat(cluster.list(CONFIG_MAPS, namespace, LabelSelector.parse("odd=no"))).hasSize(1);
    assertThat(cluster.list(CONFIG_MAPS, "", LabelSelector.parse("odd=no"))).isNotEmpty();
    assertThat(cluster.list(CONFIG_MAPS, "no-such-namespace", LabelSelector.EVERYTHING)).isEmpty();
  }

  @Test
  void mergePatchChangesAddsAndRemoves() {
    MapValue before = create("{'a':'1','b':'2','c':'3'}");
    MapValue after = patch("{'data':{'a':'one','b':null,'d':'4'}}", PLAIN);
    assertThat(after.map("data")).isEqualTo(json("{'a':'one','c':'3','d':'4'}"));
    assertThat(version(after)).isNotEqualTo(version(before));
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).contains(after);
  }

  @Test
  void strategicPatchChangesAndRemoves() {
    create("{'a':'1','b':'2'}");
    var patch = new Patch(Patch.Type.STRATEGIC, json("{'data':{'a':'one','b':null}}"));
    cluster.patch(CONFIG_MAPS, namespace, "c", patch, PLAIN);
    assertThat(liveData()).isEqualTo(json("{'a':'one'}"));
  }

  @Test
  void mergePatchCanRemoveAWholeMap() {
    create("{'a':'1'}");
    patch("{'data':null}", PLAIN);
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c").orElseThrow().get("data"))
        .isEqualTo(Missing.MISSING);
  }

  @Test
  void patchThatChangesNothingKeepsTheVersion() {
    MapValue before = create("{'a':'1'}");
    MapValue after = patch("{'data':{'a':'1','nothing':null}}", PLAIN);
    assertThat(version(after)).isEqualTo(version(before));
  }

  @Test
  void dryRunPatchesNothing() {
    create("{'a':'1'}");
    MapValue answer = patch("{'data':{'a':'2'}}", DRY);
    assertThat(answer.map("data")).isEqualTo(json("{'a':'2'}"));
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
  }

  @Test
  void patchesNothingThatIsNotThere() {
    ClusterException refused = refused(() -> patch("{'data':{'a':'1'}}", PLAIN));
    assertThat(refused.isNotFound()).isTrue();
    assertThat(refused.kind()).isEqualTo(ClusterException.Kind.ANSWERED);
    assertThat(refused).hasMessage("configmaps \"c\" not found");
  }

  @Test
  void patchOfAnOlderVersionIsAConflict() {
    String old = version(create("{'a':'1'}"));
    patch("{'data':{'a':'2'}}", PLAIN);
    ClusterException refused =
        refused(
            () -> patch("{'metadata':{'resourceVersion':'" + old + "'},'data':{'a':'3'}}", PLAIN));
    assertThat(refused.isConflict()).isTrue();
    assertThat(refused).hasMessageStartingWith("Operation cannot be fulfilled on configmaps \"c\"");
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
  }

  @Test
  void patchOfThisVersionIsCarriedOut() {
    String now = version(create("{'a':'1'}"));
    patch("{'metadata':{'resourceVersion':'" + now + "'},'data':{'a':'2'}}", PLAIN);
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
  }

  @Test
  void applyCreatesChangesAndRemoves() {
    MapValue created = apply("one", "{'a':'1','b':'2'}", false);
    assertThat(created.map("metadata").text("uid")).isNotEmpty();
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).contains(created);
    patch("{'data':{'theirs':'3'}}", PLAIN);
    MapValue changed = apply("one", "{'a':'one'}", false);
    assertThat(changed.map("data")).isEqualTo(json("{'a':'one','theirs':'3'}"));
    assertThat(version(apply("one", "{'a':'one'}", false))).isEqualTo(version(changed));
  }

  @Test
  void applyLeavesFieldsOfOtherManagersUnlessForced() {
    apply("one", "{'a':'1'}", false);
    ClusterException refused = refused(() -> apply("two", "{'a':'2'}", false));
    assertThat(refused.isConflict()).isTrue();
    assertThat(refused).hasMessageStartingWith("Apply failed with 1 conflict");
    MapValue cause = (MapValue) ((ListValue) refused.details().get("causes")).items().getFirst();
    assertThat(cause.text("reason")).isEqualTo("FieldManagerConflict");
    assertThat(cause.text("message")).isEqualTo("conflict with \"one\"");
    assertThat(cause.text("field")).isEqualTo(".data.a");
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
    apply("two", "{'a':'2'}", true);
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
  }

  @Test
  void dryRunAppliesNothing() {
    var patch = new Patch(Patch.Type.APPLY, configMap("{'a':'1'}"));
    MapValue answer = cluster.patch(CONFIG_MAPS, namespace, "c", patch, DRY);
    assertThat(answer.map("data")).isEqualTo(json("{'a':'1'}"));
    assertThat(version(answer)).isEmpty();
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void jsonPatchReplacesInThatVersionOnly() {
    String old = version(create("{'a':'1'}"));
    replace("/data/a", "2", old);
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
    assertThat(refused(() -> replace("/data/a", "3", old)).isConflict()).isTrue();
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
  }

  private MapValue apply(String manager, String data, boolean force) {
    var patch = new Patch(Patch.Type.APPLY, configMap(data)).forcing(force);
    var options = new WriteOptions(manager, "Strict", false);
    return cluster.patch(CONFIG_MAPS, namespace, "c", patch, options);
  }

  private void replace(String path, String value, String version) {
    Value operations =
        ListValue.of(
            json("{'op':'replace','path':'" + path + "','value':'" + value + "'}"),
            json("{'op':'replace','path':'/metadata/resourceVersion','value':'" + version + "'}"));
    cluster.patch(CONFIG_MAPS, namespace, "c", new Patch(Patch.Type.JSON, operations), PLAIN);
  }

  @Test
  void deletesAnObject() {
    create("{'a':'1'}");
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false));
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void deletesNothingThatIsNotThere() {
    ClusterException refused =
        refused(() -> cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false)));
    assertThat(refused.isNotFound()).isTrue();
    assertThat(refused).hasMessage("configmaps \"c\" not found");
  }

  @Test
  void deletesNoOtherObjectOfThatName() {
    String uid = create("{'a':'1'}").map("metadata").text("uid");
    ClusterException refused =
        refused(() -> cluster.delete(CONFIG_MAPS, namespace, "c", deletion("other", false)));
    assertThat(refused.isConflict()).isTrue();
    assertThat(refused).hasMessageMatching(".*UID in (the )?precondition.*other.*");
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion(uid, false));
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void dryRunDeletesNothing() {
    create("{'a':'1'}");
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", true));
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
  }

  private static DeleteOptions deletion(String uid, boolean dryRun) {
    return new DeleteOptions(Propagation.BACKGROUND, OptionalInt.empty(), uid, dryRun);
  }

  private MapValue create(String data) {
    return cluster.create(CONFIG_MAPS, namespace, configMap(data), PLAIN);
  }

  private MapValue patch(String body, WriteOptions options) {
    return cluster.patch(
        CONFIG_MAPS, namespace, "c", new Patch(Patch.Type.MERGE, json(body)), options);
  }

  private Value liveData() {
    return cluster.get(CONFIG_MAPS, namespace, "c").orElseThrow().map("data");
  }

  private static ClusterException refused(Runnable call) {
    return catchThrowableOfType(ClusterException.class, call::run);
  }

  private static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  private static MapValue configMap(String data) {
    return json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}")
        .with("data", json(data));
  }

  /// JSON with single quotes.
  protected static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }
}
