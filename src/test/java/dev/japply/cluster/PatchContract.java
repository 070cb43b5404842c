package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.object.Gvk;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [Cluster] makes of patches, and what the tests of [ClusterContract] work with.
abstract class PatchContract {
  static final WriteOptions PLAIN = new WriteOptions("contract", "Strict", false);
  static final WriteOptions DRY = new WriteOptions("contract", "Strict", true);

  /// The type of the objects that these tests create.
  protected static final Resource CONFIG_MAPS =
      new Resource(Gvk.of("v1", "ConfigMap"), "configmaps", true);

  /// A type of a group.
  protected static final Resource DEPLOYMENTS =
      new Resource(Gvk.of("apps/v1", "Deployment"), "deployments", true);

  /// A type outside namespaces.
  protected static final Resource NAMESPACES =
      new Resource(Gvk.of("v1", "Namespace"), "namespaces", false);

  Cluster cluster;
  String namespace;

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
  void strategicPatchMergesListsByTheirKeys() {
    cluster.create(
        DEPLOYMENTS,
        namespace,
        json(
            "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{"
                + "'selector':{'matchLabels':{'a':'b'}},"
                + "'template':{'metadata':{'labels':{'a':'b'}},'spec':{"
                + "'containers':[{'name':'one','image':'i'}]}}}}"),
        PLAIN);
    MapValue body =
        json("{'spec':{'template':{'spec':{'containers':[{'name':'two','image':'j'}]}}}}");
    MapValue after =
        cluster.patch(DEPLOYMENTS, namespace, "d", new Patch(Patch.Type.STRATEGIC, body), PLAIN);
    MapValue pod = after.map("spec").map("template").map("spec");
    assertThat(((ListValue) pod.get("containers")).items())
        .extracting(container -> ((MapValue) container).text("name"))
        .containsExactlyInAnyOrder("one", "two");
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
    assertThat(refused.kind()).isEqualTo(ClusterException.Kind.RESPONDED);
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
  void applyOfAnOlderVersionIsAConflict() {
    String old = version(apply("one", "{'a':'1'}", false));
    apply("one", "{'a':'2'}", false);
    MapValue object = configMap("{'a':'3'}");
    MapValue metadata = object.map("metadata").with("resourceVersion", Value.text(old));
    var patch = new Patch(Patch.Type.APPLY, object.with("metadata", metadata));
    var options = new WriteOptions("one", "Strict", false);
    assertThat(refused(() -> cluster.patch(CONFIG_MAPS, namespace, "c", patch, options)))
        .satisfies(refused -> assertThat(refused.isConflict()).isTrue());
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
    return apply(manager, "c", data, force);
  }

  MapValue apply(String manager, String name, String data, boolean force) {
    MapValue object = configMap(data);
    MapValue named = object.with("metadata", MapValue.of("name", Value.text(name)));
    var patch = new Patch(Patch.Type.APPLY, named).forcing(force);
    var options = new WriteOptions(manager, "Strict", false);
    return cluster.patch(CONFIG_MAPS, namespace, name, patch, options);
  }

  private void replace(String path, String value, String version) {
    Value operations =
        ListValue.of(
            json("{'op':'replace','path':'" + path + "','value':'" + value + "'}"),
            json("{'op':'replace','path':'/metadata/resourceVersion','value':'" + version + "'}"));
    cluster.patch(CONFIG_MAPS, namespace, "c", new Patch(Patch.Type.JSON, operations), PLAIN);
  }

  MapValue create(String data) {
    return cluster.create(CONFIG_MAPS, namespace, configMap(data), PLAIN);
  }

  MapValue patch(String body, WriteOptions options) {
    return cluster.patch(
        CONFIG_MAPS, namespace, "c", new Patch(Patch.Type.MERGE, json(body)), options);
  }

  Value liveData() {
    return live().map("data");
  }

  MapValue live() {
    return cluster.get(CONFIG_MAPS, namespace, "c").orElseThrow();
  }

  static ClusterException refused(Runnable call) {
    return catchThrowableOfType(ClusterException.class, call::run);
  }

  static String version(MapValue object) {
    return object.map("metadata").text("resourceVersion");
  }

  static MapValue configMap(String data) {
    return json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}}")
        .with("data", json(data));
  }

  /// JSON with single quotes.
  protected static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }
}
