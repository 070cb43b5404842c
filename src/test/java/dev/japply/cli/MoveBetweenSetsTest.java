package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.plan.ApplySetParent;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that the project file moves from one ApplySet to another: their label changes in one
/// write, and neither set deletes them.
class MoveBetweenSetsTest {
  private static final String WEB =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"web"},"data":{"p":"aHVudGVyMjI="}}
      """;

  private static final String REST =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"rest"}}
      """;

  private static final String OTHER =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"other"}}
      """;

  private static final String KINDS = "applyset.kubernetes.io/contains-group-kinds";

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path directory;

  @BeforeEach
  void applied() throws IOException {
    assertThat(apply("one", WEB + "---\n" + REST, "--project=off").status()).isZero();
    assertThat(apply("two", OTHER, "--project=off").status()).isZero();
    assertThat(kinds("one")).isEqualTo("ConfigMap,Secret");
    moves("web");
    cluster.requests.clear();
  }

  private void moves(String name) throws IOException {
    Files.writeString(
        directory.resolve("p.yaml"),
        """
        apiVersion: japply.dev/v1
        kind: Project
        moved:
        - from: {kind: Secret, name: web, applyset: configmaps/one}
          to: {kind: Secret, name: %s, applyset: configmap/two}
        """
            .formatted(name));
  }

  private Ran run(String command, String set, String manifests, String... flags) {
    String[] args =
        Stream.concat(
                Stream.of(
                    command, "-f", "-", "-n", "default", "--prune", "--applyset=configmap/" + set),
                Stream.of(flags))
            .toArray(String[]::new);
    return new Ran.Setting(cluster).reading(manifests).run(args);
  }

  private Ran apply(String set, String manifests, String... flags) {
    return run("apply", set, manifests, flags);
  }

  private String project() {
    return "--project=" + directory.resolve("p.yaml");
  }

  private MapValue metadata(String key) {
    return cluster.object(key).map("metadata");
  }

  private String kinds(String parent) {
    return metadata("configmaps default/" + parent).map("annotations").text(KINDS);
  }

  private String set(String key) {
    return metadata(key).map("labels").text(ApplySetParent.PART_OF);
  }

  private String id(String parent) {
    return metadata("configmaps default/" + parent).map("labels").text(ApplySetParent.ID);
  }

  private List<String> changes(String verb) {
    return cluster.requests.stream()
        .filter(request -> request.startsWith(verb))
        .map(request -> request.replaceAll(" \\{.*", ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObjectMovesWhicheverSetIsAppliedFirst(boolean leavesFirst) {
    String uid = metadata("secrets default/web").text("uid");
    if (leavesFirst) {
      Ran left = apply("one", REST, project());
      assertThat(left.status()).as("%s", left).isZero();
      assertThat(left.err())
          .contains(
              "Secret default/web: not pruned, because it moves to the ApplySet configmap/two;"
                  + " apply that set, too");
      assertThat(set("secrets default/web")).isEqualTo(id("one"));
      assertThat(kinds("one")).isEqualTo("ConfigMap,Secret");
    }
    Ran moved = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(moved.status()).as("%s", moved).isZero();
    assertThat(moved.out()).contains("secret/web configured\n");
    assertThat(set("secrets default/web")).isEqualTo(id("two"));
    assertThat(kinds("two")).isEqualTo("ConfigMap,Secret");
    assertThat(kinds("one")).isEqualTo("ConfigMap");
    assertThat(changes("PATCH default/web")).hasSize(1);
    Ran after = apply("one", REST, project());
    assertThat(after.err()).isEmpty();
    assertThat(changes("DELETE")).isEmpty();
    assertThat(metadata("secrets default/web").text("uid")).isEqualTo(uid);
    cluster.requests.clear();
    Ran again = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(again.err()).isEmpty();
    assertThat(changes("P")).isEmpty();
  }

  @Test
  void thePlanShowsAMove() throws IOException {
    Path plan = directory.resolve("plan.json");
    Ran ran = run("plan", "two", OTHER + "---\n" + WEB, "--out", plan.toString(), project());
    assertThat(ran.out())
        .contains(
            "→ Secret default/web (STDIN:3): to be moved from another ApplySet, 1 field changes")
        .contains(id("one"))
        .contains(id("two"))
        .endsWith("1 to move; 1 object stays as it is\n");
    assertThat(Files.readString(plan)).contains("\"part-of\"".replace("part-of", "patch"));
    Ran diff = run("diff", "two", OTHER + "---\n" + WEB, project());
    assertThat(diff.status()).as("%s", diff).isEqualTo(1);
    assertThat(diff.out()).contains("-    applyset.kubernetes.io/part-of: " + id("one"));
    Ran applied = apply("two", OTHER + "---\n" + WEB, "--plan", plan.toString(), project());
    assertThat(applied.status()).as("%s", applied).isZero();
    assertThat(kinds("one")).isEqualTo("ConfigMap");
    assertThat(set("secrets default/web")).isEqualTo(id("two"));
  }

  @Test
  void withoutTheMoveTheOtherSetKeepsItsMember() {
    Ran refused = apply("two", OTHER + "---\n" + WEB, "--project=off");
    assertThat(refused.err()).contains("belongs to ApplySet \"configmaps/one\"");
    Ran gone = apply("one", REST, "--project=off");
    assertThat(gone.out()).contains("secret/web pruned\n");
  }

  /// The other members of the set are not taken over by the move.
  @Test
  void onlyTheNamedObjectMoves() {
    Ran refused = apply("two", OTHER + "---\n" + WEB + "---\n" + REST, project());
    assertThat(refused.err())
        .contains("ConfigMap default/rest: belongs to ApplySet \"configmaps/one\"");
    assertThat(changes("P")).isEmpty();
  }

  @Test
  void theOldSetMustNotHaveTheObjectAnyMore() {
    Ran ran = apply("one", WEB + "---\n" + REST, project());
    assertThat(ran.err())
        .contains(
            "p.yaml:4: Secret default/web: is moved, but is still in the manifests, at STDIN:1;");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(changes("P")).isEmpty();
  }

  @Test
  void aRunThatWasCutOffIsFinishedByTheNext() {
    cluster.fail("PATCH default/one", 403, "Forbidden", "no");
    Ran cut = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(cut.status()).as("%s", cut).isEqualTo(1);
    assertThat(set("secrets default/web")).isEqualTo(id("two"));
    assertThat(kinds("one")).isEqualTo("ConfigMap,Secret");
    Ran next = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(next.status()).as("%s", next).isZero();
    assertThat(kinds("one")).isEqualTo("ConfigMap");
  }

  @Test
  void aSetWithoutAParentIsLeftAllTheSame() {
    cluster.objects.remove("configmaps default/one");
    Ran moved = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(moved.status()).as("%s", moved).isZero();
    assertThat(cluster.objects).doesNotContainKey("configmaps default/one");
  }

  @Test
  void anObjectWithAnotherNameIsDeletedByTheNewSet() throws IOException {
    moves("site");
    Ran left = apply("one", REST, project());
    assertThat(left.out()).doesNotContain("pruned");
    Ran moved = apply("two", OTHER + "---\n" + WEB.replace("web", "site"), project());
    assertThat(moved.status()).as("%s", moved).isZero();
    assertThat(moved.out()).contains("secret/site created\n").endsWith("secret/web moved\n");
    assertThat(kinds("one")).isEqualTo("ConfigMap");
    assertThat(kinds("two")).isEqualTo("ConfigMap,Secret");
  }

  /// Another tool's set keeps its record.
  @Test
  void aSetOfAnotherToolIsNotLeft() {
    MapValue parent = cluster.object("configmaps default/one");
    MapValue annotations =
        parent
            .map("metadata")
            .map("annotations")
            .with("applyset.kubernetes.io/tooling", Value.text("kpt/v1"));
    cluster.put(parent.with("metadata", parent.map("metadata").with("annotations", annotations)));
    Ran ran = apply("two", OTHER + "---\n" + WEB, project());
    assertThat(ran.err()).contains("managed by tooling \"kpt\" instead of \"kubectl\"");
    assertThat(changes("P")).isEmpty();
  }

  @Test
  void anUndoTakesTheMoveBack() {
    Path undo = directory.resolve("u.jsonl");
    assertThat(
            apply("two", OTHER + "---\n" + WEB, project(), "--undo-file", undo.toString()).status())
        .isZero();
    Ran back = new Ran.Setting(cluster).run("undo", undo.toString(), "--yes");
    assertThat(back.status()).as("%s", back).isZero();
    assertThat(set("secrets default/web")).isEqualTo(id("one"));
    assertThat(kinds("one")).isEqualTo("ConfigMap,Secret");
  }
}
