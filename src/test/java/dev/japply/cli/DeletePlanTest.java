package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plans of deletions: `delete --plan-out` writes one, and `delete --plan` carries it out.
class DeletePlanTest extends WithPlans {
  private Ran planned(String manifest, String... flags) {
    var line = new ArrayList<>(List.of("delete", "-f", "-", "--plan-out", file.toString()));
    line.addAll(List.of(flags));
    Ran ran = japply(manifest, line.toArray(String[]::new));
    cluster.requests.clear();
    return ran;
  }

  private Ran carriedOut(String... flags) {
    var line = new ArrayList<>(List.of("delete", "--plan", file.toString()));
    line.addAll(List.of(flags));
    return japply("", line.toArray(String[]::new));
  }

  @Test
  void aDeletionIsPlannedAndCarriedOutAsPlanned() throws IOException {
    Ran plan = planned(OLD);
    assertThat(plan.status()).as("%s", plan).isZero();
    assertThat(plan.out())
        .startsWith("Plan of 2026-11-21T12:34:56Z for https://fake:6443")
        .contains("- ConfigMap default/c (STDIN:1): to be deleted\n")
        .endsWith("3 to delete\n");
    assertThat(cluster.objects).containsKeys(CONFIG, LEFT, SECRET);
    assertThat(JsonSchema.read(Path.of("docs/deletion-plan.schema.json")).problems(document()))
        .isEmpty();
    assertThat(Files.readString(file)).doesNotContain("aHVudGVyMjJvbGQ");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(plan.out());
    assertThat(japply("", "show", file.toString(), "-o", "json").out())
        .isEqualTo(Files.readString(file));
    Ran done = carriedOut();
    assertThat(done.status()).as("%s", done).isZero();
    assertThat(done.out())
        .isEqualTo("configmap/c deleted\nsecret/s deleted\nconfigmap/left deleted\n");
    assertThat(cluster.objects).doesNotContainKeys(CONFIG, LEFT, SECRET);
    Ran again = carriedOut();
    assertThat(again.status()).as("%s", again).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "uid, was recreated since it was planned",
    "labels, changed since it was planned: metadata.labels",
    "annotations, changed since it was planned: it would stay now",
  })
  void whatChangedIsRefusedBeforeTheFirstDeletion(String what, String why) {
    planned(OLD);
    MapValue metadata = cluster.object(LEFT).map("metadata");
    change(
        LEFT,
        "metadata",
        switch (what) {
          case "uid" -> MapValue.of("uid", Value.text("another"));
          case "labels" -> MapValue.of("labels", json("{'a':'b'}"));
          default ->
              MapValue.of(
                  "annotations",
                  metadata.map("annotations").with("helm.sh/resource-policy", Value.text("keep")));
        });
    Ran ran = carriedOut();
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err())
        .contains("ConfigMap default/left: " + why + "; plan again")
        .contains("the check before the first deletion failed: nothing was deleted");
    assertThat(writes()).isEmpty();
  }

  @Test
  void onlyAStrictPlanMindsOtherChanges() {
    planned(OLD);
    change(LEFT, "data", json("{'other':'x'}"));
    assertThat(carriedOut("--strict").err()).contains("it has another resourceVersion; plan again");
    assertThat(writes()).isEmpty();
    assertThat(carriedOut().status()).isZero();
  }

  @Test
  void dependentsAreShownAndCompared() throws IOException {
    String web =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"}}
        """;
    japply(web, "apply", "-f", "-");
    String uid = cluster.object("deployments default/web").map("metadata").text("uid");
    putPod("one", uid);
    Ran plan = planned(web);
    assertThat(plan.out()).contains("this also deletes Pod default/one\n");
    assertThat(Files.readString(file)).contains("\"dependents\"");
    putPod("two", uid);
    assertThat(carriedOut().status()).as("a controller replaces Pods").isZero();
  }

  @Test
  void anObjectThatCameToTheNamespaceRefusesThePlan() {
    String namespace =
        """
        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"one"}}
        """;
    japply(namespace, "apply", "-f", "-");
    cluster.put(object("ConfigMap", "one", "a"));
    Ran plan = planned(namespace, "--take=Namespace/one");
    assertThat(plan.out()).contains("this also deletes ConfigMap one/a\n");
    assertThat(carriedOut().err())
        .as("--take is repeated")
        .contains("delete it first, or all of it");
    cluster.put(object("ConfigMap", "one", "b"));
    Ran refused = carriedOut("--take=Namespace/one");
    assertThat(refused.err())
        .contains("changed since it was planned: its deletion would also delete ConfigMap one/b;");
    assertThat(writes()).isEmpty();
    cluster.objects.remove("configmaps one/b");
    assertThat(carriedOut("--take=Namespace/one").status()).isZero();
  }

  private static MapValue object(String kind, String namespace, String name) {
    return json(
        "{'apiVersion':'v1','kind':'%s','metadata':{'namespace':'%s','name':'%s','uid':'u-%s'}}"
            .formatted(kind, namespace, name, name));
  }

  private void putPod(String name, String owner) {
    MapValue pod = object("Pod", "default", name);
    MapValue owners =
        json(
            "{'ownerReferences':[{'apiVersion':'apps/v1','kind':'Deployment','name':'web','uid':'%s'}]}"
                .formatted(owner));
    cluster.put(
        pod.with(
            "metadata",
            pod.map("metadata").with("ownerReferences", (Value) owners.get("ownerReferences"))));
  }

  @Test
  void aSetIsDeletedAsPlanned() {
    String[] set = {"--prune", "--applyset=configmap/set", "-n", "default"};
    String member =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"}}
        """;
    applySet(member, set);
    Ran plan =
        japply(
            "",
            "delete",
            "--applyset=configmap/set",
            "-n",
            "default",
            "--plan-out",
            file.toString());
    assertThat(plan.status()).as("%s", plan).isZero();
    assertThat(plan.out()).endsWith("2 to delete\n");
    applySet(member + "---\n" + member.replace("\"m\"", "\"n\""), set);
    cluster.requests.clear();
    Ran refused = carriedOut("-n", "default");
    assertThat(refused.err())
        .contains("ConfigMap default/n: the plan does not have it; plan again");
    assertThat(writes()).isEmpty();
    applySet(member, set);
    Ran done = carriedOut("-n", "default");
    assertThat(done.status()).as("%s", done).isZero();
    assertThat(done.out()).isEqualTo("configmap/m deleted\nconfigmap/set deleted\n");
  }

  private void applySet(String manifest, String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-"));
    line.addAll(List.of(flags));
    assertThat(japply(manifest, line.toArray(String[]::new)).status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--applyset=x",
        "--cascade=orphan",
        "--grace-period=1",
        "--now",
        "--force",
        "--field-manager=me",
        "--plan-out=x",
        "-f=x.yaml"
      })
  void thePlanDeterminesAllDeletions(String flag) {
    planned(OLD);
    assertThat(carriedOut(flag).err())
        .contains("cannot be used with --plan: the plan determines all deletions");
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void plansOfOtherCommandsAreNone() {
    planned(OLD);
    assertThat(applyPlan(OLD).err())
        .contains(
            "this is no plan, but a plan of a deletion; `japply show` prints it, and `japply"
                + " delete --plan` carries it out");
    plan(NEW);
    assertThat(carriedOut().err()).contains("this is no plan of a deletion, but a plan;");
    putSystem("5678");
    planned(OLD);
    putSystem("1234");
    assertThat(carriedOut().err()).contains("the plan was made for another cluster");
    assertThat(writes()).isEmpty();
  }

  @Test
  void anEmptyPlanDeletesNothing() {
    japply(OLD, "delete", "-f", "-");
    assertThat(planned(OLD).out()).endsWith("0 to delete\n");
    Ran done = carriedOut();
    assertThat(done.status()).isZero();
    assertThat(done.err()).isEqualTo("nothing to delete\n");
  }

  @Test
  void anEditedPlanIsRefused() throws IOException {
    planned(OLD);
    Files.writeString(file, Files.readString(file).replace("\"left\"", "\"right\""));
    assertThat(carriedOut().err())
        .contains("this plan of a deletion was changed after it was made");
  }

  @Test
  void aForbiddenDeletionIsNotMadeByAPlan() throws IOException {
    planned(OLD);
    Path project =
        Files.writeString(
            directory.resolve("p.yaml"),
            "apiVersion: japply.dev/v1\nkind: Project\nforbid: [\"delete:Secret\"]\n");
    assertThat(carriedOut("--project=" + project).err()).contains("forbids to delete it");
    assertThat(writes()).isEmpty();
  }
}
