package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply delete`.
class DeleteTest extends WithPlans {
  private static final String IN_SHOP =
      """
      {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"inner","namespace":"shop"}}
      """;

  private Ran delete(String manifest, String... flags) {
    var line = new ArrayList<>(List.of("delete", "-f", "-"));
    line.addAll(List.of(flags));
    return japply(manifest, line.toArray(String[]::new));
  }

  private void apply(String manifest) {
    assertThat(japply(manifest, "apply", "-f", "-").status()).isZero();
    cluster.requests.clear();
  }

  @Test
  void objectsAreDeletedInTheOrderOfTheInput() {
    Ran ran = delete(OLD);
    assertThat(ran.out())
        .isEqualTo("configmap/c deleted\nsecret/s deleted\nconfigmap/left deleted\n");
    assertThat(ran.err()).isEqualTo("3 objects: 3 deleted (default on https://fake:6443)\n");
    assertThat(ran.status()).isZero();
    assertThat(cluster.objects).doesNotContainKeys(CONFIG, SECRET, LEFT);
  }

  /// So an interrupted run can be repeated.
  @Test
  void whatIsGoneIsNoError() {
    cluster.remove(CONFIG);
    Ran ran = delete(OLD);
    assertThat(ran.out())
        .isEqualTo("configmap/c does not exist\nsecret/s deleted\nconfigmap/left deleted\n");
    assertThat(ran.status()).isZero();
    assertThat(delete(OLD).out()).contains("secret/s does not exist");
  }

  @ParameterizedTest
  @CsvSource({
    "--ignore-not-found, 0",
    "--ignore-not-found=false, 1",
  })
  void kubectlReportsWhatIsGone(String flag, int status) {
    cluster.remove(CONFIG);
    Ran ran = delete(OLD, "--compat=kubectl", flag);
    assertThat(ran.out())
        .isEqualTo(
            """
            secret "s" deleted from default namespace
            configmap "left" deleted from default namespace
            """);
    assertThat(ran.status()).isEqualTo(status);
    assertThat(
            ran.err()
                .contains(
                    "error: STDIN:1: ConfigMap default/c: Error from server (NotFound): "
                        + "configmaps \"c\" not found\n"))
        .isEqualTo(status == 1);
  }

  @Test
  void dependentsAreDeletedFirst() {
    apply(IN_SHOP);
    Ran ran = delete(IN_SHOP);
    assertThat(ran.out()).isEqualTo("namespace/shop deleted\nconfigmap/inner deleted\n");
    assertThat(writes()).containsExactly("DELETE shop/inner", "DELETE /shop");
  }

  @Test
  void nothingIsDeletedIfOthersHaveObjectsInANamespace() {
    apply(IN_SHOP);
    cluster.put(
        json(
            "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'theirs','namespace':'shop',"
                + "'uid':'u9'}}"));
    Ran ran = delete(IN_SHOP);
    assertThat(ran.err())
        .startsWith(
            "error: STDIN:1: Namespace shop: its deletion would delete 1 object that is not in the"
                + " input: Secret shop/theirs; delete it first, or all of it by"
                + " --take=Namespace/shop\n"
                + "error: the check before the first deletion failed: nothing was deleted\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(delete(IN_SHOP, "--take=Namespace/other").status()).isEqualTo(1);
    assertThat(delete(IN_SHOP, "--take=Namespace/shop").out()).contains("namespace/shop deleted");
  }

  @ParameterizedTest
  @CsvSource({"ConfigMap/c", "configmap", "*", "*/c"})
  void whatOthersAppliedLastIsTheirs(String taken) {
    change(
        CONFIG,
        "metadata",
        json(
            "{'managedFields':[{'manager':'argocd-controller','operation':'Apply','apiVersion':'v1',"
                + "'time':'2026-11-30T01:02:03Z','fieldsV1':{'f:data':{'f:k':{}}}}]}"));
    Ran refused = delete(OLD);
    assertThat(refused.err())
        .startsWith(
            "error: STDIN:1: ConfigMap default/c: was applied last by argocd-controller,"
                + " 2026-11-30T01:02:03Z; remove it there, or delete it all the same by"
                + " --take=ConfigMap/c\n");
    assertThat(refused.out()).isEmpty();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(delete(OLD, "--take=ConfigMap/").status()).as("no name").isEqualTo(1);
    assertThat(delete(OLD, "--field-manager=argocd-controller", "--dry-run=client").status())
        .isZero();
    assertThat(delete(OLD, "--take=" + taken).status()).isZero();
    assertThat(cluster.objects).doesNotContainKey(CONFIG);
  }

  @Test
  void aMemberOfAnApplySetIsTheSets() {
    change(
        CONFIG, "metadata", json("{'labels':{'applyset.kubernetes.io/part-of':'applyset-x-v1'}}"));
    assertThat(delete(OLD).err())
        .startsWith(
            "error: STDIN:1: ConfigMap default/c: belongs to the ApplySet with the id"
                + " applyset-x-v1;");
    assertThat(delete(OLD, "--compat=kubectl").status()).isZero();
  }

  @Test
  void anAnnotationKeepsAnObject() {
    change(CONFIG, "metadata", json("{'annotations':{'helm.sh/resource-policy':'keep'}}"));
    Ran ran = delete(OLD);
    assertThat(ran.out()).startsWith("configmap/c unchanged\n");
    assertThat(ran.err())
        .startsWith(
            "Warning: STDIN:1: ConfigMap default/c: stays, because of its annotation"
                + " helm.sh/resource-policy: keep; remove the annotation to delete it\n");
    assertThat(ran.status()).isZero();
    assertThat(cluster.objects).containsKey(CONFIG).doesNotContainKey(SECRET);
    assertThat(delete(OLD, "--compat=kubectl", "--ignore-not-found").status()).isZero();
    assertThat(cluster.objects).doesNotContainKey(CONFIG);
  }

  @Test
  void theProjectForbidsIt() throws IOException {
    var project =
        Files.writeString(
            directory.resolve("p.yaml"),
            "apiVersion: japply.dev/v1\nkind: Project\nforbid:\n- delete:Secret\n");
    Ran ran = delete(OLD, "--project=" + project, "--take=*");
    assertThat(ran.err()).contains("forbids to delete it", "nothing was deleted");
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--grace-period=7, 7",
    "--grace-period=0, 1",
    "--now, 1",
    "--force, 0",
    "--force --grace-period=0, 0",
    "--cascade=orphan, ",
  })
  void gracePeriodsAreKubectls(String flags, Integer seconds) {
    assertThat(delete(OLD, flags.split(" ")).status()).isZero();
    assertThat(cluster.deletions)
        .hasSize(3)
        .allSatisfy(request -> {
          assertThat(request.gracePeriodSeconds()).isEqualTo(seconds);
          assertThat(request.propagation())
              .isEqualTo(flags.contains("orphan") ? Propagation.ORPHAN : Propagation.BACKGROUND);
        });
  }

  @Test
  void aDryRunShowsWhatGoesAlongAndDeletesNothing() {
    apply(IN_SHOP);
    Ran ran = delete(IN_SHOP, "--dry-run=client");
    assertThat(ran.out())
        .isEqualTo("namespace/shop deleted (dry run)\nconfigmap/inner deleted (dry run)\n");
    assertThat(ran.err())
        .startsWith(
            """
            - Namespace shop (STDIN:1): to be deleted
                this also deletes everything in it
            - ConfigMap shop/inner (STDIN:3): to be deleted
            2 to delete
            """);
    assertThat(writes()).isEmpty();
  }

  @Test
  void theManagerCanBeTheOneOfEveryClientSideApply() {
    for (String manager : List.of("kubectl-client-side-apply", "kubectl")) {
      Ran ran = delete(OLD, "--dry-run=client", "--field-manager=" + manager);
      assertThat(ran.status()).as("%s", ran).isZero();
    }
  }

  @Test
  void orphansAreNotShownAsDeleted() {
    String deployment =
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector:"
            + " {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec:"
            + " {containers: [{name: web, image: web}]}}}}";
    apply(deployment);
    String deleted = "its Pods are deleted, too";
    assertThat(delete(deployment, "--dry-run=client").err()).contains(deleted);
    assertThat(delete(deployment, "--dry-run=client", "--cascade=orphan").err())
        .contains("its Pods stay")
        .doesNotContain(deleted);
  }

  @Test
  void anUndoFileBringsTheObjectsBack() {
    MapValue before = cluster.object(SECRET);
    String undo = directory.resolve("d.undo").toString();
    assertThat(delete(OLD, "--undo-file=" + undo).status()).isZero();
    assertThat(cluster.objects).doesNotContainKeys(CONFIG, SECRET, LEFT);
    Ran back = japply("", "undo", undo, "--yes");
    assertThat(back.status()).as("%s", back).isZero();
    assertThat(cluster.object(SECRET).map("data")).isEqualTo(before.map("data"));
    assertThat(cluster.objects).containsKeys(CONFIG, LEFT);
  }

  /// Another object with the name of a deleted one is not the one that was seen.
  @Test
  void anotherObjectOfTheNameStays() {
    cluster.before(
        "DELETE default/c",
        () ->
            cluster.put(cluster.object(CONFIG).with("metadata", renamed(cluster.object(CONFIG)))));
    Ran ran = delete(OLD);
    assertThat(ran.err()).contains("not deleted, because another object now has its name");
    assertThat(cluster.objects).containsKey(CONFIG);
  }

  private static MapValue renamed(MapValue live) {
    return live.map("metadata").with("uid", Value.text("another"));
  }

  @Test
  void aPromptNeedsATerminal() {
    Ran ran = delete(OLD, "--confirm");
    assertThat(ran.err())
        .isEqualTo(
            "error: --confirm needs a terminal: standard input or standard error is none; add --yes"
                + " to delete without a prompt\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(delete(OLD, "--confirm", "--yes").status()).isZero();
  }

  private static final String[] SET = {"--prune", "--applyset=configmaps/set", "-n", "default"};

  private void applySet(String manifest) {
    var line = new ArrayList<>(List.of("apply", "-f", "-"));
    line.addAll(List.of(SET));
    assertThat(japply(manifest, line.toArray(String[]::new)).status()).isZero();
    cluster.requests.clear();
  }

  private Ran deleteSet(String... flags) {
    var line = new ArrayList<>(List.of("delete", "--applyset=configmaps/set", "-n", "default"));
    line.addAll(List.of(flags));
    return japply("", line.toArray(String[]::new));
  }

  @Test
  void aSetGoesWithItsParentLast() {
    applySet(OLD);
    Ran dry = deleteSet("--dry-run=server");
    assertThat(dry.out()).endsWith("configmap/set deleted (server dry run)\n").hasLineCount(4);
    Ran ran = deleteSet();
    assertThat(ran.out()).contains("secret/s deleted").endsWith("configmap/set deleted\n");
    assertThat(ran.status()).isZero();
    assertThat(writes()).last().isEqualTo("DELETE default/set");
    assertThat(cluster.objects).doesNotContainKeys(CONFIG, SECRET, LEFT, "configmaps default/set");
    Ran again = deleteSet();
    assertThat(again.err()).isEqualTo("nothing to delete: there is no such ApplySet\n");
    assertThat(again.status()).isZero();
  }

  /// A member that stays remains one: else nothing would find it any more.
  @ParameterizedTest
  @ValueSource(strings = {"{'annotations':{'helm.sh/resource-policy':'keep'}}", "{}"})
  void theParentStaysWhileAMemberDoes(String metadata) {
    applySet(OLD);
    change(CONFIG, "metadata", json(metadata));
    boolean kept = !metadata.equals("{}");
    Ran ran = kept ? deleteSet() : deleteSet("--wait=false");
    assertThat(ran.out()).contains("configmap/set unchanged\n", "secret/s deleted\n");
    assertThat(ran.status()).isZero();
    MapValue parent = cluster.object("configmaps default/set");
    assertThat(
            parent
                .map("metadata")
                .map("annotations")
                .text("applyset.kubernetes.io/contains-group-kinds"))
        .isEqualTo(kept ? "ConfigMap" : "ConfigMap,Secret");
  }

  @Test
  void aParentWithDataOfItsOwnStays() {
    applySet(OLD);
    change("configmaps default/set", "data", json("{'k':'v'}"));
    Ran ran = deleteSet();
    assertThat(ran.out()).contains("configmap/c deleted", "configmap/set unchanged");
    MapValue parent = cluster.object("configmaps default/set");
    assertThat(
            parent
                .map("metadata")
                .map("annotations")
                .text("applyset.kubernetes.io/contains-group-kinds"))
        .isEmpty();
  }

  @Test
  void aSetNeedsNoManifests() {
    assertThat(japply(OLD, "delete", "-f", "-", "--applyset=configmaps/set").err())
        .startsWith("error: --applyset cannot be used with -f and -k: it has its members\n");
    assertThat(deleteSet("-l", "a=b").err())
        .startsWith("error: --selector is incompatible with --applyset\n");
  }

  @Test
  void itTakesManifestsOnly() {
    assertThat(japply("", "delete", "pods", "x").err())
        .startsWith(
            "error: delete takes manifests, by -f or -k; kubectl deletes objects by their type and"
                + " name\n");
    assertThat(japply("", "delete").err()).startsWith("error: must specify one of -f and -k\n");
    assertThat(delete("").err()).startsWith("error: no objects passed to delete");
  }
}
