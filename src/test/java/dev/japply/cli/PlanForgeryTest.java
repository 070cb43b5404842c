package dev.japply.cli;

import static dev.japply.tree.Missing.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.CreateBody;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanEntries;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Explanation;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans into which somebody has written deletions, with the digest that belongs to them.
class PlanForgeryTest extends WithPlans {
  private static final String VICTIM =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"victim"},"data":{"p":"eA=="}}
      """;
  private static final String[] BROAD = pruning("--prune-allowlist=core/v1/Secret");

  @BeforeEach
  void applyMore() {
    assertThat(japply(VICTIM, "apply", "-f", "-").status()).isZero();
    cluster.requests.clear();
  }

  private void forgePruning(MapValue options) throws IOException {
    forge(document().with("options", options));
  }

  private MapValue options(String prune) throws IOException {
    MapValue options = document().map("options");
    return prune.equals("none") ? options.without("prune") : options.with("prune", json(prune));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none",
        "{'selector':'','all':true,'allowlist':['core/v1/ConfigMap'],'applySet':''}",
        "{'selector':'app=x','all':false,'allowlist':['core/v1/Secret'],'applySet':''}",
      })
  void whatThePlanWouldNotPruneStays(String prune) throws IOException {
    plan(LESS, BROAD);
    forgePruning(options(prune));
    Ran ran = applyPlan(LESS);
    assertThat(ran.err()).contains("Secret default/victim: would not be pruned now; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(cluster.objects).containsKey("secrets default/victim");
  }

  /// Then nobody can forge what is looked for.
  @Test
  void whatIsToBePrunedIsWhatTheFlagsSay() throws IOException {
    plan(LESS, BROAD);
    Ran ran = applyPlan(LESS, PRUNE);
    assertThat(ran.err()).contains("the plan was made with other flags about pruning");
    assertThat(writes()).isEmpty();
    assertThat(applyPlan(LESS, BROAD).out()).contains("secret/victim pruned");
  }

  /// An object of another namespace, and one that nobody has applied.
  @ParameterizedTest
  @CsvSource({"elsewhere, applied", "default, created"})
  void whatIsNotAmongTheAppliedStays(String namespace, String how) throws IOException {
    MapValue metadata =
        MapValue.of("name", Value.text("other"))
            .with("namespace", Value.text(namespace))
            .with("uid", Value.text("u-other"));
    if (how.equals("applied")) {
      metadata =
          metadata.with(
              "annotations", json("{'kubectl.kubernetes.io/last-applied-configuration':'{}'}"));
    }
    MapValue other = json("{'apiVersion':'v1','kind':'ConfigMap'}").with("metadata", metadata);
    plan(LESS, PRUNE);
    List<Value> objects = new ArrayList<>(((ListValue) document().get("objects")).items());
    MapValue entry =
        ((MapValue) objects.getLast())
            .with("name", Value.text("other"))
            .with("namespace", Value.text(namespace))
            .with("uid", Value.text("u-other"));
    objects.add(entry.with("before", other));
    forge(document().with("objects", new ListValue(objects)));
    cluster.put(other);
    Ran ran = applyPlan(LESS);
    assertThat(ran.err()).contains("ConfigMap " + namespace + "/other: ");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(cluster.objects).containsKey("configmaps " + namespace + "/other");
  }

  /// Also when the plan says that it was not there, so that it does not count as applied.
  @Test
  void whatIsInTheManifestsStays() throws IOException {
    String secrets = NEW.substring(NEW.indexOf("---\n") + 4);
    String same = OLD.substring(0, OLD.indexOf("---\n"));
    plan(secrets, PRUNE);
    MapValue live = cluster.object(CONFIG);
    MapValue manifest = json(same);
    ObjectKey key = new ObjectKey("", "ConfigMap", "default", "c");
    MapValue desired =
        manifest.with(
            "metadata", manifest.map("metadata").with("namespace", Value.text("default")));
    String digest = new SecretDigests(document().text("salt")).manifest(key, desired);
    List<Value> objects = new ArrayList<>(((ListValue) document().get("objects")).items());
    assertThat(objects.toString()).contains(KubeObject.of(live, Origin.NONE).name());
    objects.add(
        json(
            "{'apiVersion':'v1','kind':'ConfigMap','name':'c','namespace':'default',"
                + "'action':'create','body':{},'fields':[],'warnings':[],'manifest':'"
                + digest
                + "'}"));
    forge(document().with("objects", new ListValue(objects)));
    Ran ran = applyPlan(secrets + "---\n" + same);
    assertThat(ran.err()).contains("ConfigMap default/c: is in the input twice");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  /// Where a patch does, nothing is deleted and created anew.
  @Test
  void whatTakesAPatchIsNotRecreated() throws IOException {
    plan(NEW);
    MapValue document = document();
    List<Value> objects = new ArrayList<>(((ListValue) document.get("objects")).items());
    var config = (MapValue) objects.getFirst();
    assertThat(config.text("name")).isEqualTo("c");
    MapValue manifest = json(NEW.substring(0, NEW.indexOf("---\n")));
    MapValue desired =
        manifest.with(
            "metadata", manifest.map("metadata").with("namespace", Value.text("default")));
    MapValue live = cluster.object(CONFIG);
    String uid = live.map("metadata").text("uid");
    var recreated =
        new PlannedObject(
            KubeObject.of(desired, Origin.NONE),
            new Action.Recreate(uid, CreateBody.of(desired)),
            live,
            MISSING);
    Entry sealed =
        PlanEntries.of(recreated, new SecretDigests(document.text("salt")), Explanation.NONE);
    objects.set(
        0,
        config
            .without("patch")
            .without("patchType")
            .with("action", Value.text("recreate"))
            .with("uid", Value.text(uid))
            .with("body", ((Action.Recreate) sealed.action()).body()));
    forge(document.with("objects", new ListValue(objects)));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err()).contains("ConfigMap default/c: would not be recreated now; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.deletions).isEmpty();
  }
}
