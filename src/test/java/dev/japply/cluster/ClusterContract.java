package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.cluster.Watch.Change;
import dev.japply.object.Gvk;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What every [Cluster] does, the fake one and the real one alike.
public abstract class ClusterContract extends PatchContract {
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
    assertThat(answer.map("metadata").text("namespace")).isEqualTo(namespace);
    assertThat(answer.map("metadata").text("uid")).isNotEmpty();
    assertThat(version(answer)).isEmpty();
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

  /// Servers put objects of their own into new namespaces, at any time; the parts are of one time.
  @Test
  void listsPartByPart() {
    create("{}");
    apply("one", "two", "{}", false);
    var request = ListPage.Request.all(LabelSelector.EVERYTHING, 1);
    ListPage page = cluster.page(CONFIG_MAPS, namespace, request);
    long rest = Objects.requireNonNull(page.remaining());
    var names = new ArrayList<String>(names(page));
    while (!page.next().isEmpty()) {
      assertThat(page.held()).isEqualTo(1);
      assertThat(page.remaining()).isEqualTo(1 + rest - names.size());
      request = request.after(page, 1);
      page = cluster.page(CONFIG_MAPS, namespace, request);
      names.addAll(names(page));
    }
    assertThat(page.remaining()).isNull();
    assertThat(names).hasSize((int) (1 + rest)).contains("c", "two");
  }

  @Test
  void listsByName() {
    create("{}");
    apply("one", "two", "{}", false);
    var request =
        new ListPage.Request(LabelSelector.EVERYTHING, "metadata.name=c", all -> true, 0, "");
    assertThat(names(cluster.page(CONFIG_MAPS, namespace, request))).containsExactly("c");
  }

  @Test
  void listsMetadataAlone() {
    MapValue created = create("{'a':'1'}");
    LabelSelector all = LabelSelector.EVERYTHING;
    List<MapValue> found =
        cluster.listMetadata(CONFIG_MAPS, namespace, all).stream()
            .filter(object -> object.map("metadata").text("name").equals("c"))
            .toList();
    assertThat(found)
        .containsExactly(CONFIG_MAPS.gvk().tree().with("metadata", created.map("metadata")));
    assertThat(cluster.list(CONFIG_MAPS, namespace, all)).contains(created);
  }

  /// It is told in another thread, until that is interrupted.
  @Test
  void watchesWhatHappens() throws InterruptedException {
    ListPage page = cluster.page(CONFIG_MAPS, namespace, ListPage.Request.first(all -> true, 0));
    create("{'a':'1'}");
    apply("one", "other", "{}", false);
    var told = new LinkedBlockingQueue<Change>();
    var watch = new Watch(page.version(), "metadata.name=c", told::add);
    Thread watching = Thread.ofPlatform().start(() -> watch(watch));
    try {
      MapValue stored = cluster.get(CONFIG_MAPS, namespace, "c").orElseThrow();
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(new Change.Stored(stored));
      cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false));
      Change gone = told.poll(30, TimeUnit.SECONDS);
      assertThat(gone).isInstanceOf(Change.Deleted.class);
      assertThat(((Change.Deleted) gone).object().map("metadata").text("name")).isEqualTo("c");
    } finally {
      watching.interrupt();
      watching.join();
    }
    assertThat(told).isEmpty();
  }

  private void watch(Watch watch) {
    try {
      cluster.watch(CONFIG_MAPS, namespace, watch);
    } catch (ClusterException e) {
      assertThat(e.status()).isZero(); // interrupted, and in a way no answer
    }
  }

  private static List<String> names(ListPage page) {
    return page.wanted().stream().map(ListPage.Item::name).toList();
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
  void onlyThatVersionIsDeleted() {
    MapValue old = create("{'a':'1'}").map("metadata");
    patch("{'data':{'a':'2'}}", PLAIN);
    DeleteOptions versioned = deletion(old.text("uid"), false).at(old.text("resourceVersion"));
    ClusterException refused =
        refused(() -> cluster.delete(CONFIG_MAPS, namespace, "c", versioned));
    assertThat(refused.isConflict()).isTrue();
    assertThat(refused).hasMessageMatching(".*ResourceVersion in (the )?precondition.*");
    assertThat(liveData()).isEqualTo(json("{'a':'2'}"));
    String now = live().map("metadata").text("resourceVersion");
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false).at(now));
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void anObjectOfThatNameIsAnotherOneAfterwards() {
    String uid = create("{}").map("metadata").text("uid");
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false));
    assertThat(create("{}").map("metadata").text("uid")).isNotEmpty().isNotEqualTo(uid);
  }

  @Test
  void whatAFinalizerHoldsGoesWhenItIsReleased() {
    create("{}");
    patch("{'metadata':{'finalizers':['example.com/hold']}}", PLAIN);
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", true));
    assertThat(live().map("metadata").has("deletionTimestamp")).isFalse();
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", false));
    assertThat(live().map("metadata").has("deletionTimestamp")).isTrue();
    patch("{'metadata':{'finalizers':null}}", PLAIN);
    assertThat(cluster.get(CONFIG_MAPS, namespace, "c")).isEmpty();
  }

  @Test
  void dryRunDeletesNothing() {
    create("{'a':'1'}");
    cluster.delete(CONFIG_MAPS, namespace, "c", deletion("", true));
    assertThat(liveData()).isEqualTo(json("{'a':'1'}"));
  }

  private static DeleteOptions deletion(String uid, boolean dryRun) {
    return new DeleteOptions(Propagation.BACKGROUND, null, uid, dryRun);
  }
}
