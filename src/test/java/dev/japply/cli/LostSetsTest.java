package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// ApplySets whose parent is gone: `sets --lost`, `delete --applyset-id` and `--adopt-from`.
class LostSetsTest extends WithSets {
  /// Deletes the parent of the set `shop`, and returns its id.
  private String lose() {
    String id = id("configmaps default/shop");
    cluster.remove("configmaps default/shop");
    return id;
  }

  private List<String> writes() {
    return lists().stream().filter(request -> !request.matches("(GET|LIST) .*")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n=default", "-A"})
  void membersWithoutAParentAreFound(String scope) {
    String id = lose();
    putCopies(id);
    Ran ran = setting.run("sets", "--lost", scope);
    assertThat(ran.out())
        .isEqualTo(
            """
            %s, whose parent is gone:
              ConfigMap default/a
              ConfigMap default/b
              Deployment default/web
              Secret default/s
            adopt them by `japply apply --applyset=NAME --adopt-from=ID`, or delete them by `japply delete --applyset-id=ID`
            """
                .formatted(id));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(lists()).allMatch(request -> request.matches("LIST .* metadata"));
    assertThat(setting.run("sets", "--lost", scope, "-o", "name").out()).isEqualTo(id + "\n");
    assertThat(Json.parse(setting.run("sets", "--lost", scope, "-o", "json").out()).toString())
        .contains("LostApplySetList", id, "Deployment")
        .doesNotContain("hunter22");
  }

  @Test
  void nothingIsLost() {
    assertThat(setting.run("sets", "--lost").err())
        .isEqualTo("No resources found in default namespace.\n");
    assertThat(lists())
        .as("the parents are in other namespaces, too, and after the members")
        .contains("LIST default/configmaps metadata")
        .endsWith("LIST /configmaps metadata", "LIST /secrets metadata");
    lose();
    assertThat(setting.run("sets", "--lost", "-n", "other").out()).isEmpty();
  }

  /// A copy of the parent has another name, and so another id.
  @Test
  void aCopyOfTheParentIsNoParent() {
    var copy = cluster.object("configmaps default/shop");
    String id = lose();
    cluster.put(copy.with("metadata", copy.map("metadata").with("name", Value.text("copy"))));
    assertThat(setting.run("sets", "--lost").out()).startsWith(id + ", whose parent is gone:\n");
  }

  /// A parent may be where nothing can be read.
  @ParameterizedTest
  @ValueSource(strings = {"sets --lost", "delete --applyset-id=ID"})
  void withoutThePermissionToReadParentsNothingIsLost(String line) {
    String id = lose();
    cluster.before(
        "LIST /customresourcedefinitions",
        () -> cluster.fail("LIST /secrets", 403, "Forbidden", "secrets is forbidden"));
    cluster.fail("LIST /secrets", 403, "Forbidden", "secrets is forbidden");
    Ran ran = setting.run((line.replace("ID", id) + " -n other").split(" "));
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err()).contains("secrets is forbidden");
    assertThat(writes()).isEmpty();
  }

  /// An aggregated API without a backend hides nothing in silence, and hinders nothing.
  @Test
  void typesThatCannotBeReadAreNamed() {
    String id = lose();
    cluster.unread.put(
        "example.com/v1", new ClusterException(503, "", "no backend", MapValue.EMPTY));
    Ran ran = setting.run("sets", "--lost");
    assertThat(ran.out()).startsWith(id);
    assertThat(ran.err())
        .startsWith("Warning: types of example.com/v1 are not searched: ")
        .contains("no backend");
    assertThat(ran.status()).isZero();
    assertThat(setting.run("sets", "secret/one", "-n", "other").err())
        .startsWith("Warning: types of example.com/v1 are not searched: ");
    assertThat(setting.run("delete", "--applyset-id", id).status()).isZero();
  }

  @Test
  void membersAreDeleted() {
    String id = lose();
    Ran dry = setting.run("delete", "--applyset-id", id, "--dry-run=server");
    assertThat(dry.status()).as("%s", dry).isZero();
    Ran ran = setting.run("delete", "--applyset-id", id);
    assertThat(ran.out().lines())
        .containsExactlyInAnyOrder(
            "configmap/a deleted",
            "configmap/b deleted",
            "secret/s deleted",
            "deployment.apps/web deleted");
    assertThat(ran.status()).isZero();
    assertThat(cluster.objects).containsKeys("configmaps other/one", "secrets other/one");
    assertThat(setting.run("sets", "--lost", "-A").err()).isEqualTo("No resources found\n");
    assertThat(setting.run("delete", "--applyset-id", id).status()).isZero();
  }

  @Test
  void aSetWithAParentIsDeletedByItsName() {
    Ran ran = setting.run("delete", "--applyset-id", id("secrets other/one"));
    assertThat(ran.err())
        .contains("has a parent: Secret other/one; name it by --applyset=secret/one -n other");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--applyset-id=x", "--applyset-id=x --applyset=y", "--applyset-id=x -f z"})
  void wrongFlags(String flags) {
    Ran ran = setting.run(("delete " + flags).split(" "));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("--applyset-id");
    assertThat(lists()).isEmpty();
  }

  @Test
  void membersAreAdoptedByTheIdOfTheirSet() {
    String id = lose();
    String[] line = {"apply", "-f", "-", "--prune", "-n", "default", "--applyset=configmap/new"};
    Ran refused = setting.reading(SHOP).run(line);
    assertThat(refused.err())
        .contains(
            "belongs to ApplySet \"%s\"".formatted(id), "take it over with --adopt-from=" + id);
    assertThat(refused.status()).isEqualTo(1);
    var adopting = new ArrayList<>(List.of(line));
    adopting.add("--adopt-from=" + id);
    Ran ran = setting.reading(SHOP).run(adopting.toArray(String[]::new));
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(setting.run("sets", "--lost").out()).isEmpty();
    assertThat(setting.run("sets", "configmap/new").out())
        .contains("members       2 ConfigMaps, 1 Deployment, 1 Secret\n");
  }
}
