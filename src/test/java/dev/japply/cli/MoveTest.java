package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Objects that the project file moves to another name, namespace or kind: a run that prunes
/// creates the new ones, waits until they are ready, and deletes the old ones.
class MoveTest extends WithPlans {
  /// The manifests with the ConfigMap `right` in place of `left`.
  private static final String MOVED =
      LESS + "---\n" + OLD.replaceAll("(?s).*---\n", "").replace("left", "right");

  private static final String RIGHT = "configmaps default/right";

  private static final String RENAMED = move("ConfigMap", "left", "ConfigMap", "right");

  private static String move(String kind, String name, String otherKind, String other) {
    return "- from: {kind: %s, name: %s}\n  to: {kind: %s, name: %s}\n"
        .formatted(kind, name, otherKind, other);
  }

  private Path project(String moves, String... others) throws IOException {
    return Files.writeString(
        directory.resolve("p.yaml"),
        "apiVersion: japply.dev/v1\nkind: Project\nmoved:\n" + moves + String.join("\n", others));
  }

  private String[] moving(String moves, String... others) throws IOException {
    return pruning("--project=" + project(moves, others));
  }

  private Ran apply(String manifests, String... flags) {
    return japply(
        manifests,
        Stream.concat(Stream.of("apply", "-f", "-"), Stream.of(flags)).toArray(String[]::new));
  }

  private Ran diff(String manifests, String... flags) {
    return japply(
        manifests,
        Stream.concat(
                Stream.of("diff", "-f", "-"),
                Stream.of(flags).filter(flag -> !flag.equals("--all")))
            .toArray(String[]::new));
  }

  private static String[] with(String[] flags, String... more) {
    return Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
  }

  /// A Widget that was applied.
  private void putWidget() {
    cluster.put(
        json(
            "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'old','namespace':"
                + "'default','uid':'w','annotations':{'kubectl.kubernetes.io/last-applied-configuration"
                + "':'{}'}}}"));
  }

  /// The writes and their objects.
  private List<String> changes() {
    return writes().stream()
        .filter(request -> !request.startsWith("WATCH"))
        .map(request -> request.replaceAll(" \\{.*", ""))
        .toList();
  }

  @Test
  void aMoveIsPlannedAndCarriedOutAsPlanned() throws IOException {
    Ran ran = plan(MOVED, moving(RENAMED));
    assertThat(ran.out())
        .contains(
            """
            → ConfigMap default/right (STDIN:7): to be moved from ConfigMap default/left (%s:4)
            """
                .formatted(directory.resolve("p.yaml")))
        .contains(
            "    it is created first; when it is ready, ConfigMap default/left is deleted, and"
                + " only")
        .contains("1 to move")
        .doesNotContain("- ConfigMap default/left")
        .doesNotContain("to prune");
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    assertThat(Files.readString(file)).contains("\"movedTo\"");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    Ran applied = applyPlan(MOVED, "--project=" + project(RENAMED));
    assertThat(applied.status()).as("%s", applied).isZero();
    assertThat(applied.out())
        .contains("configmap/right created\n")
        .endsWith("configmap/left moved\n");
    assertThat(changes()).endsWith("DELETE default/left").contains("POST default/right");
    assertThat(cluster.objects).doesNotContainKey(LEFT).containsKey(RIGHT);
    Ran again = applyPlan(MOVED, "--project=" + project(RENAMED));
    assertThat(again.status()).as("%s", again).isZero();
  }

  @Test
  void aStoredMoveNeedsTheMoveOfTheProject() throws IOException {
    putWidget();
    String[] flags = moving(move("Widget", "old", "ConfigMap", "right"));
    assertThat(plan(MOVED, flags).out()).contains("moved from Widget default/old");
    Ran without = applyPlan(MOVED, "--project=off");
    assertThat(without.err()).contains("Widget default/old: would not be pruned now");
    assertThat(without.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    Ran applied = applyPlan(MOVED, flags[flags.length - 1]);
    assertThat(applied.out()).contains("widget.example.com/old moved\n");
  }

  @Test
  void anApplyMovesWithoutAPlanAndSaysNothingAfterwards() throws IOException {
    Ran applied = apply(MOVED, moving(RENAMED, "# end"));
    assertThat(applied.out())
        .contains("configmap/right created\n")
        .endsWith("configmap/left moved\n");
    assertThat(applied.err()).isEmpty();
    assertThat(applied.status()).isZero();
    assertThat(changes()).endsWith("DELETE default/left");
    cluster.requests.clear();
    Ran again = apply(MOVED, moving(RENAMED));
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).doesNotContain("left");
    assertThat(writes()).isEmpty();
  }

  @Test
  void theSummaryCountsMoves() throws IOException {
    assertThat(apply(MOVED, with(moving(RENAMED), "--summary")).err()).contains("1 moved");
  }

  @Test
  void adiffShowsOneChangeOfBothObjects() throws IOException {
    Ran ran = diff(MOVED, moving(RENAMED));
    assertThat(ran.out())
        .contains("ConfigMap default/right (STDIN:7), moved from ConfigMap default/left\n")
        .contains("--- LIVE/v1.ConfigMap.default.left\t")
        .contains("+++ MERGED/v1.ConfigMap.default.right\t")
        .contains("-  name: left\n+  name: right\n");
    assertThat(ran.out().split("\n--- ", -1)).as("c, s, t and the move").hasSize(5);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.objects).containsKey(LEFT).doesNotContainKey(RIGHT);
  }

  @Test
  void withoutPruningNothingMoves() throws IOException {
    Ran applied = apply(MOVED, "--project=" + project(RENAMED));
    assertThat(applied.out()).doesNotContain("left");
    assertThat(cluster.objects).containsKeys(LEFT, RIGHT);
  }

  @Test
  void anInterruptedMoveIsFinishedByARerun() throws IOException {
    apply(MOVED, "--project=off");
    cluster.requests.clear();
    Ran planned = plan(MOVED, moving(RENAMED));
    assertThat(planned.out())
        .contains("to be moved from ConfigMap default/left")
        .contains("it exists; when it is ready, ConfigMap default/left is deleted");
    assertThat(apply(MOVED, moving(RENAMED)).out()).endsWith("configmap/left moved\n");
    assertThat(changes()).containsExactly("DELETE default/left");
  }

  @Test
  void whatMovesMustHaveLeftTheManifests() throws IOException {
    String both = MOVED + "---\n" + OLD.replaceAll("(?s).*---\n", "");
    String error =
        "error: %s:4: ConfigMap default/left: is moved, but is still in the manifests, at STDIN:9;"
                .formatted(directory.resolve("p.yaml"))
            + " remove it there, or remove the move\n";
    assertThat(apply(both, moving(RENAMED)).err()).isEqualTo(error);
    assertThat(diff(both, moving(RENAMED)).err()).isEqualTo(error);
    assertThat(plan(both, moving(RENAMED)).err()).startsWith(error);
    assertThat(writes()).isEmpty();
  }

  @Test
  void aForbiddenDeletionIsNotMadeByAMove() throws IOException {
    String[] flags = moving(RENAMED, "forbid: [\"delete:ConfigMap/left\"]");
    String error =
        "ConfigMap default/left: %s:6: the rule \"delete:ConfigMap/left\" forbids to delete it;"
            .formatted(directory.resolve("p.yaml"));
    assertThat(apply(MOVED, flags).err()).contains(error);
    assertThat(plan(MOVED, flags).err()).contains(error);
    assertThat(writes()).isEmpty();
    assertThat(diff(MOVED, flags).err()).contains(error);
    assertThat(plan(MOVED, moving(RENAMED)).status()).isZero();
    flags = moving(RENAMED, "forbid: [\"delete:ConfigMap/left\"]");
    assertThat(applyPlan(MOVED, flags[flags.length - 1]).err()).contains(error);
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'managedFields':[{'manager':'helm','operation':'Apply','time':'2026-01-01T00:00:00Z'}]}"
            + " | was applied last by helm, 2026-01-01T00:00:00Z",
        "{'labels':{'applyset.kubernetes.io/part-of':'x'}} | belongs to the ApplySet with the id x",
        "{'annotations':{}} | was never applied",
      })
  void anObjectOfOthersDoesNotMove(String metadata, String why) throws IOException {
    MapValue live = cluster.object(LEFT);
    MapValue changed = live.map("metadata");
    for (var entry : json(metadata).entries().entrySet()) {
      changed = changed.with(entry.getKey(), entry.getValue());
    }
    cluster.put(live.with("metadata", changed));
    String error = "ConfigMap default/left: is not moved: it " + why + "; delete it by hand, or";
    assertThat(apply(MOVED, moving(RENAMED)).err()).contains(error);
    assertThat(plan(MOVED, moving(RENAMED)).err()).contains(error);
    assertThat(writes()).isEmpty();
  }

  @Test
  void anAnnotationKeepsAnObjectThatMoved() throws IOException {
    MapValue live = cluster.object(LEFT);
    change(
        LEFT,
        "metadata",
        MapValue.of(
            "annotations",
            live.map("metadata").map("annotations").with("japply.dev/prune", Value.text("false"))));
    Ran ran = apply(MOVED, moving(RENAMED));
    assertThat(ran.err())
        .contains(
            "ConfigMap default/left: stays after its move to ConfigMap default/right, because of"
                + " its annotation japply.dev/prune: false");
    assertThat(ran.status()).isZero();
    assertThat(cluster.objects).containsKeys(LEFT, RIGHT);
  }

  @Test
  void aMoveLeadsToAnotherNamespaceOrKind() throws IOException {
    cluster.putNamespace("other");
    String elsewhere =
        MOVED.replace("\"name\":\"right\"", "\"name\":\"left\",\"namespace\":\"other\"");
    String[] flags =
        moving(
            """
            - from: {kind: ConfigMap, namespace: default, name: left}
              to: {kind: ConfigMap, namespace: other, name: left}
            """);
    assertThat(apply(elsewhere, flags).out()).endsWith("configmap/left moved\n");
    assertThat(cluster.objects).doesNotContainKey(LEFT).containsKey("configmaps other/left");
    String secret = MOVED.replaceAll("\"ConfigMap\"(?=[^\n]*right)", "\"Secret\"");
    flags =
        moving(
            """
            - from: {kind: ConfigMap, namespace: other, name: left}
              to: {kind: Secret, name: right}
            """);
    Ran ran = apply(secret, "--prune", "--all", flags[flags.length - 1]);
    assertThat(ran.out()).contains("secret/right created\n").contains("configmap/left moved\n");
    assertThat(cluster.objects).doesNotContainKey("configmaps other/left");
  }

  @Test
  void aMoveFromATypeThatIsGoneIsDone() throws IOException {
    Ran ran = apply(MOVED, moving(move("Gadget", "left", "ConfigMap", "right")));
    assertThat(ran.status()).as("%s", ran).isZero();
  }

  @Test
  void theOldObjectStaysUntilTheNewOneIsReady() throws IOException {
    String widget =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"%s"}}
        """;
    apply(widget.formatted("old"));
    cluster.requests.clear();
    String[] flags = with(moving(move("Widget", "old", "Widget", "new")), "--wait-timeout=100ms");
    cluster.before("LIST default/widgets", () -> ready("False"));
    Ran late = apply(widget.formatted("new"), flags);
    assertThat(late.status()).as("%s", late).isEqualTo(4);
    assertThat(late.err())
        .contains("Widget default/new: timed out waiting for the condition")
        .contains(
            "Widget default/old: not moved: Widget default/new, which takes its place, is not");
    assertThat(changes()).containsExactly("POST default/new");
    ready("True");
    Ran done = apply(widget.formatted("new"), flags);
    assertThat(done.status()).as("%s", done).isZero();
    assertThat(changes()).startsWith("POST default/new", "DELETE default/old");
  }

  private void ready(String status) {
    cluster.put(
        cluster
            .object("widgets default/new")
            .with(
                "status",
                json(
                    "{'conditions':[{'type':'Ready','status':'" + status + "','message':'so'}]}")));
  }

  @Test
  void anUndoFileTakesAMoveBack() throws IOException {
    Path undo = directory.resolve("undo.jsonl");
    String[] flags = with(moving(RENAMED), "--undo-file", undo.toString());
    MapValue before = cluster.object(LEFT);
    assertThat(apply(MOVED, flags).status()).isZero();
    Ran undone = japply("", "undo", undo.toString(), "--yes");
    assertThat(undone.status()).as("%s", undone).isZero();
    assertThat(cluster.object(LEFT).map("data")).isEqualTo(before.map("data"));
    assertThat(cluster.objects).doesNotContainKey(RIGHT);
  }

  @Test
  void anObjectThatMovedTwiceGoesToItsLastPlace() throws IOException {
    String twice =
        move("ConfigMap", "left", "ConfigMap", "middle")
            + move("ConfigMap", "middle", "ConfigMap", "right");
    assertThat(apply(MOVED, moving(twice)).out()).endsWith("configmap/left moved\n");
  }

  @ParameterizedTest
  @CsvSource({
    "left, left, right, right, :4: ConfigMap left: is moved to itself",
    "left, right, right, left, :4: ConfigMap left: is moved to itself",
    "left, right, left, other, ':6: ConfigMap left: is moved twice, first at '",
  })
  void movesThatContradictEachOtherAreErrors(
      String from, String to, String other, String end, String error) throws IOException {
    String moves = move("ConfigMap", from, "ConfigMap", to);
    moves +=
        other.equals("right") && end.equals("right")
            ? ""
            : move("ConfigMap", other, "ConfigMap", end);
    Ran ran = apply(MOVED, moving(moves));
    assertThat(ran.err()).contains("p.yaml" + error);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void aSelectorKeepsWhatItDoesNotMatch() throws IOException {
    String labelled =
        MOVED.replace("\"name\":\"right\"", "\"name\":\"right\",\"labels\":{\"a\":\"b\"}");
    Ran ran = apply(labelled, "--prune", "-l", "a=b", moving(RENAMED)[PRUNE.length]);
    assertThat(ran.err())
        .contains(
            "ConfigMap default/left: stays after its move to ConfigMap default/right, because");
    assertThat(cluster.objects).containsKeys(LEFT, RIGHT);
  }

  @Test
  void aNamespaceWithOtherObjectsDoesNotMove() throws IOException {
    cluster.admit(object ->
        object.text("kind").equals("Namespace")
            ? object.with("status", json("{'phase':'Active'}"))
            : object);
    String namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}\n";
    apply(namespace.formatted("one"));
    String inside =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\",\"namespace\":\"%s\"}}\n";
    apply(inside.formatted("one"));
    cluster.requests.clear();
    String moved = namespace.formatted("two") + "---\n" + inside.formatted("two");
    String moves = move("Namespace", "one", "Namespace", "two");
    Ran alone = apply(moved, moving(moves));
    assertThat(alone.err())
        .contains("Namespace one: is not moved: its deletion would also delete ConfigMap one/x;");
    assertThat(writes()).isEmpty();
    String both =
        moves
            + """
            - from: {kind: ConfigMap, namespace: one, name: x}
              to: {kind: ConfigMap, namespace: two, name: x}
            """;
    Ran ran = apply(moved, moving(both));
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(changes()).containsExactly("POST /two", "POST two/x", "DELETE one/x", "DELETE /one");
  }

  @Test
  void permissionsForAMoveAreChecked() throws IOException {
    putWidget();
    String all = "get,list,create,patch,delete";
    cluster.rights.grant("", all, "configmaps").grant("", all, "secrets");
    cluster.rights.grant("", "get", "widgets.example.com");
    Ran ran =
        apply(MOVED, with(moving(move("Widget", "old", "ConfigMap", "right")), "--preflight"));
    assertThat(ran.err())
        .contains("Widget")
        .contains("1 permission is missing: nothing was changed");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(cluster.objects).doesNotContainKey(RIGHT);
  }
}
