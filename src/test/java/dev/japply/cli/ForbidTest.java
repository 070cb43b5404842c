package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The project file forbids deletions: every command that would plan one fails before it writes.
class ForbidTest extends WithPlans {
  private Path project(String rules) throws IOException {
    return Files.writeString(
        directory.resolve("p.yaml"), "apiVersion: japply.dev/v1\nkind: Project\nforbid:\n" + rules);
  }

  private static String[] joined(String[] one, String... more) {
    return Stream.concat(Stream.of(one), Stream.of(more)).toArray(String[]::new);
  }

  private String forbidden(String rule, String what) {
    return "ConfigMap default/left: %s:4: the rule \"%s\" forbids %s; leave the object as it is, or"
            .formatted(directory.resolve("p.yaml"), rule, what)
        + " change the rule\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delete:ConfigMap", "delete:configmap/left", "delete:*", "delete:ConfigMap/*"})
  void nothingIsPrunedThatMustNotBeDeleted(String rule) throws IOException {
    String project = "--project=" + project("- \"" + rule + "\"\n");
    String error = "error: " + forbidden(rule, "to delete it");
    Ran diff = japply(LESS, "diff", "-f", "-", "--prune", PRUNE[2], project);
    assertThat(diff.err()).isEqualTo(error);
    assertThat(diff.status()).isEqualTo(2);
    Ran plan = plan(LESS, pruning(project));
    assertThat(plan.err()).startsWith(error);
    assertThat(plan.status()).isEqualTo(1);
    assertThat(file).doesNotExist();
    Ran applied = japply(LESS, joined(new String[] {"apply", "-f", "-"}, pruning(project)));
    assertThat(applied.err()).isEqualTo(error);
    assertThat(applied.out()).isEmpty();
    assertThat(applied.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(cluster.objects).containsKey(LEFT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recreate:ConfigMap",
        "delete:ConfigMap/other",
        "delete:Deployment.apps",
        "delete:Job"
      })
  void otherObjectsArePruned(String rule) throws IOException {
    String project = "--project=" + project("- \"" + rule + "\"\n");
    Ran applied = japply(LESS, joined(new String[] {"apply", "-f", "-"}, pruning(project)));
    assertThat(applied.out()).endsWith("configmap/left pruned\n");
    assertThat(applied.status()).isZero();
  }

  /// A plan from before the rule.
  @Test
  void noPlanIsCarriedOutThatDeletesWhatMustNotBe() throws IOException {
    assertThat(plan(LESS, PRUNE).status()).isZero();
    Ran applied = applyPlan(LESS, "--project=" + project("- delete:ConfigMap\n"));
    assertThat(applied.err()).contains(forbidden("delete:ConfigMap", "to delete it"));
    assertThat(applied.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  /// To recreate an object is to delete it.
  @ParameterizedTest
  @CsvSource({"recreate:ConfigMap", "delete:ConfigMap/c", "recreate:*"})
  void nothingIsRecreatedThatMustNotBe(String rule) throws IOException {
    String project = "--project=" + project("- \"" + rule + "\"\nrecreate: [ConfigMap]\n");
    for (String command : List.of("apply", "diff", "plan")) {
      refusePatches();
      Ran ran = japply(NEW, command, "-f", "-", "--concurrency=1", project);
      assertThat(ran.err())
          .contains(
              "field is immutable; ",
              "; %s:4: the rule \"%s\" forbids to recreate it\n"
                  .formatted(directory.resolve("p.yaml"), rule));
      assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    }
    refusePatches();
    assertThat(japply(NEW, "apply", "-f", "-", "--force", "--concurrency=1", project).err())
        .contains("forbids to recreate it");
    assertThat(cluster.deletions).isEmpty();
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  private void refusePatches() {
    for (int i = 0; i < 4; i++) {
      cluster.before(
          "PATCH default/c",
          () -> {
            var details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
            throw new ClusterException(422, "Invalid", "all of it", details);
          });
    }
  }

  @Test
  void noRunIsTakenBackThatCreatedWhatMustNotBeDeleted() throws IOException {
    Path undo = directory.resolve("undo.jsonl");
    assertThat(japply(NEW, "apply", "-f", "-", "--undo-file", undo.toString()).status()).isZero();
    cluster.requests.clear();
    Ran undone =
        japply("", "undo", undo.toString(), "--yes", "--project=" + project("- delete:Secret/t\n"));
    assertThat(undone.err())
        .contains("Secret default/t: ", "the rule \"delete:Secret/t\" forbids to delete it");
    assertThat(undone.status()).isEqualTo(1);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
    assertThat(cluster.objects).containsKey("secrets default/t");
  }

  /// A Namespace takes everything in it along, and a type its objects.
  @ParameterizedTest
  @CsvSource({
    "delete:PersistentVolumeClaim, true",
    "delete:Widget/w, true",
    "delete:*, true",
    "delete:Namespace/old, true",
    "delete:ClusterRole, false",
    "delete:VolumeAttachment, false",
    "delete:Namespace/other, false",
    "recreate:*, false",
  })
  void whatGoesAlongMustNotBeDeletedEither(String rule, boolean kept) throws IOException {
    MapValue metadata =
        json(
            "{'name':'old','uid':'n','annotations':"
                + "{'kubectl.kubernetes.io/last-applied-configuration':'{}'}}");
    cluster.put(json("{'apiVersion':'v1','kind':'Namespace'}").with("metadata", metadata));
    var line = new ArrayList<>(List.of("apply", "-f", "-", "--prune", "--all"));
    line.add("--prune-allowlist=core/v1/Namespace");
    line.add("--project=" + project("- \"" + rule + "\"\n"));
    Ran ran = japply(LESS, line.toArray(String[]::new));
    assertThat(ran.err().contains("forbids to delete")).as("%s", ran).isEqualTo(kept);
    assertThat(ran.out().contains("namespace/old pruned")).isEqualTo(!kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- destroy:Job | 4: \"destroy:Job\" forbids nothing; write delete: or recreate:",
        "- delete | 4: \"delete\" forbids nothing; write delete: or recreate:",
        "- delete:Job/a/b | 4: \"delete:Job/a/b\" forbids nothing",
        "- delete:Jo* | 4: \"delete:Jo*\" forbids nothing",
        "- delete:Jobb | 4: forbid: delete:Jobb: the server has no kind Jobb; did you mean Job?",
        "- {contexts: [a]} | 4: rules are missing; list them below rules:",
        "- {rules: delete:Job} | 4: rules in a rule must be a list",
        "- {rules: [delete:Job], contexts: a} | 4: contexts must be a list of names",
        "- {rules: [delete:Job], when: a} | 4: unknown field \"when\" in a rule",
        "  delete: b | 3: forbid must be a list of rules",
      })
  void aWrongRuleIsAnError(String rules, String message) throws IOException {
    Path file = project(rules + "\n");
    Ran ran = japply(NEW, "apply", "-f", "-", "--project=" + file);
    assertThat(ran.err()).contains("error: " + file + ":" + message);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  /// Without a context, as in a Pod, the rules of all contexts hold.
  @Test
  void rulesOfContextsHoldWhereThereIsNone() throws IOException {
    Path file = project("- rules: [delete:ConfigMap]\n  contexts: [prod-*]\n");
    Ran ran = japply(LESS, joined(new String[] {"apply", "-f", "-"}, pruning("--project=" + file)));
    assertThat(ran.err()).contains("forbids to delete it");
  }
}
