package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply undo`, and the file that it reads.
class UndoTest extends WithPlans {
  private static final String MADE = "secrets default/t";

  private static final String ALONE =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"alone"}}
      """;

  private static final String IN_SHOP =
      ALONE
          + """
          ---
          {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}
          ---
          {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"inner","namespace":"shop"},
           "data":{"k":"v"}}
          """;

  private Path undo() {
    return directory.resolve("undo.jsonl");
  }

  private void record(String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-", "--undo-file", undo().toString()));
    line.addAll(List.of(flags));
    Ran ran = japply(NEW, line.toArray(String[]::new));
    assertThat(ran.status()).as("%s", ran).isZero();
    cluster.requests.clear();
    cluster.deletions.clear();
  }

  private void prune(String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-", "--undo-file", undo().toString()));
    line.addAll(List.of(pruning(flags)));
    Ran ran = japply(LESS, line.toArray(String[]::new));
    assertThat(ran.out()).as("%s", ran).contains("configmap/left pruned");
    cluster.requests.clear();
  }

  private Ran takeBack(String... flags) {
    var line = new ArrayList<>(List.of("undo", undo().toString(), "--yes"));
    line.addAll(List.of(flags));
    return japply("", line.toArray(String[]::new));
  }

  @Test
  void everyLineIsAsTheSchemaSays() throws IOException {
    record();
    var schema = JsonSchema.read(Path.of("docs/undo.schema.json"));
    List<String> lines = Files.readAllLines(undo());
    assertThat(lines).hasSize(8);
    for (String line : lines) {
      assertThat(schema.problems(Json.parse(line))).as(line).isEmpty();
    }
    MapValue begun = (MapValue) Json.parse(lines.get(1));
    assertThat(schema.problems(begun.with("verb", Value.text("replace")))).isNotEmpty();
  }

  /// `show` prints every action: fields to restore, an object to create, one to delete, and one
  /// that stays, because its values were left out.
  @Test
  void theShownPlanIsAsTheSchemaSays() {
    prune("--undo-secrets=false");
    var plan = (MapValue) Json.parse(japply("", "show", undo().toString(), "-o", "json").out());
    var schema = JsonSchema.read(Path.of("docs/undo-plan.schema.json"));
    assertThat(schema.problems(plan)).isEmpty();
    List<MapValue> objects = objects(plan);
    assertThat(objects)
        .extracting(each -> each.text("name") + " " + each.text("action"))
        .containsExactlyInAnyOrder("c patch", "s none", "t delete", "left create");
    Value first = objects.getFirst().with("action", Value.text("apply"));
    assertThat(schema.problems(plan.with("objects", new ListValue(List.of(first))))).hasSize(1);

    List<Value> explained = objects.stream().<Value>map(each -> each.without("action")).toList();
    MapValue why =
        MapValue.of("apiVersion", Value.text("japply.dev/v1"))
            .with("kind", Value.text("Why"))
            .with("objects", new ListValue(explained));
    assertThat(JsonSchema.read(Path.of("docs/why.schema.json")).problems(why)).isEmpty();
    assertThat(objects)
        .anySatisfy(each -> assertThat(each.get("fields").toString()).contains("takenBack"));
    assertThat(objects)
        .anySatisfy(each -> assertThat(each.get("warnings").toString()).contains("left out"));
  }

  private static List<MapValue> objects(MapValue document) {
    return ((ListValue) document.get("objects"))
        .items().stream().map(each -> (MapValue) each).toList();
  }

  @ParameterizedTest
  @CsvSource({"--dry-run=client, new", "--dry-run=server, new", "--summary, old"})
  void aReportIsAsTheSchemaSays(String flag, String value) {
    record();
    Ran ran = takeBack("--report=json", flag);
    assertThat(ran.status()).as("%s", ran).isZero();
    var report = (MapValue) Json.parse(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/report.schema.json")).problems(report)).isEmpty();
    assertThat(objects(report))
        .extracting(each -> each.text("name") + " " + each.text("end"))
        .containsExactlyInAnyOrder("c configured", "s configured", "t deleted");
    assertThat(report.get("objects").toString()).contains("takenBack", "data.k");
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo(value);
  }

  /// Server-side apply reads many objects in bulk. One that a controller has written to since is
  /// read again, because a recorded write is valid only for the version that was read.
  @Test
  void aChangeAfterABulkReadIsNoError() {
    String manifests =
        IntStream.range(0, 10)
            .mapToObj(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: m%d}, data: {k: old}}"
                    ::formatted)
            .collect(Collectors.joining("\n---\n"));
    assertThat(japply(manifests, "apply", "-f", "-", "--server-side").status()).isZero();
    cluster.before(
        "PATCH default/m3", () -> change("configmaps default/m3", "status", json("{'x':'y'}")));
    Ran ran =
        japply(
            manifests.replace("old", "new"),
            "apply",
            "-f",
            "-",
            "--server-side",
            "--undo-file",
            undo().toString());
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(cluster.object("configmaps default/m3").map("data").text("k")).isEqualTo("new");
  }

  @Test
  void aSecondUndoNamesObjectsThatAreGone() {
    record();
    MapValue made = cluster.object(MADE);
    assertThat(takeBack().status()).isZero();
    Ran again = takeBack();
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("configmap/c unchanged", "secret/t does not exist");
    assertThat(again.err()).contains("nothing to take back");
    MapValue metadata = made.map("metadata");
    cluster.put(
        made.with(
            "metadata", metadata.with("deletionTimestamp", Value.text("2026-11-26T10:00:00Z"))));
    assertThat(takeBack().out()).contains("secret/t is being deleted");
  }

  @Test
  void theVersionThatWasCheckedIsDeleted() {
    record();
    String version = cluster.object(MADE).map("metadata").text("resourceVersion");
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("secret/t deleted");
    assertThat(cluster.deletions)
        .singleElement()
        .satisfies(options -> {
          assertThat(options.version()).isEqualTo(version);
          assertThat(options.uid()).isNotEmpty();
        });
    assertThat(cluster.objects).doesNotContainKey(MADE);
  }

  private static Value list(String items) {
    return (Value) json("{'items':" + items + "}").get("items");
  }

  private void writeAtTheDeletion(String field, String managed) {
    cluster.before(
        "DELETE default/t",
        () -> {
          MapValue live = cluster.object(MADE);
          MapValue metadata = live.map("metadata").with("managedFields", list(managed));
          cluster.put(live.with("metadata", metadata).with(field, json("{'other':'eA=='}")));
        });
  }

  /// Between the last check and the DELETE another client writes.
  @Test
  void aFieldThatIsWrittenAtTheDeletionIsNotLost() {
    record();
    writeAtTheDeletion(
        "data",
        "[{'manager':'other','operation':'Update','apiVersion':'v1','fieldsV1':"
            + "{'f:data':{'f:other':{}}}}]");
    Ran ran = takeBack();
    assertThat(ran.err())
        .contains(
            "error: Secret default/t: data.other: changed since the run created the object: it is"
                + " ***");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.objects).containsKey(MADE);
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
    Ran again = takeBack("--take");
    assertThat(again.out()).as("%s", again).contains("secret/t deleted");
  }

  @Test
  void aNewStatusAtTheDeletionDoesNotKeepAnObject() {
    record();
    writeAtTheDeletion(
        "status",
        "[{'manager':'controller','operation':'Update','apiVersion':'v1','subresource':'status',"
            + "'fieldsV1':{'f:status':{'f:other':{}}}}]");
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("secret/t deleted");
    assertThat(cluster.deletions).hasSize(2);
    assertThat(cluster.objects).doesNotContainKey(MADE);
  }

  /// Between the last check and the DELETE of an object that is to be recreated, another client
  /// writes.
  @ParameterizedTest
  @ValueSource(strings = {"status", "data"})
  void aRecreatedObjectKeepsWhatIsWrittenAtTheDeletion(String field) {
    refusePatches();
    record("--force");
    MapValue live = cluster.object(CONFIG);
    MapValue written = live.map(field).with("other", Value.text("theirs"));
    cluster.before("DELETE default/c", () -> cluster.put(live.with(field, written)));
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("configmap/c recreated");
    MapValue now = cluster.object(CONFIG);
    assertThat(now.map("data").text("k")).isEqualTo("old");
    assertThat(now.map(field).has("other")).isEqualTo(field.equals("data"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dry-run=client", "--dry-run=server"})
  void aDryRunDeletesNothingThatItWouldRecreate(String flag) {
    refusePatches();
    record("--force");
    Map<?, MapValue> before = Map.copyOf(cluster.objects);
    Ran ran = takeBack(flag);
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("configmap/c recreated");
    assertThat(cluster.objects).isEqualTo(before);
  }

  @Test
  void aConflictAtTheDeletionIsReported() {
    refusePatches();
    record("--force");
    MapValue live = cluster.object(CONFIG);
    MapValue written = live.map("data").with("k", Value.text("theirs"));
    cluster.before("DELETE default/c", () -> cluster.put(live.with("data", written)));
    Ran ran = takeBack();
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("error: ConfigMap default/c: data.k: changed since the run");
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(written);
  }

  /// The POST of the restored object is carried out, or is carried out late, or is not.
  @ParameterizedTest
  @CsvSource({"BROKEN, true", "TIMEOUT, true", "INTERNAL, true", "BROKEN, late", "BROKEN, false"})
  void aRestoredObjectWhoseResponseIsLostIsRecreated(String failure, String stored)
      throws IOException {
    refusePatches();
    MapValue old = cluster.object(CONFIG);
    record("--force");
    int before = cluster.requests.size();
    atThePost(() -> {
      MapValue restored = restored(old, "restored");
      if (stored.equals("true")) {
        cluster.put(restored);
      } else if (stored.equals("late")) {
        cluster.before("POST", () -> cluster.put(restored));
      }
      throw failure.equals("INTERNAL")
          ? new ClusterException(500, "InternalError", "something broke", MapValue.EMPTY)
          : new ClusterException(ClusterException.Kind.valueOf(failure), "EOF", "", null);
    });
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("configmap/c recreated");
    assertThat(cluster.requests.subList(before, cluster.requests.size()))
        .noneMatch(request -> request.startsWith("PATCH default/c"));
    MapValue now = cluster.object(CONFIG);
    assertThat(now.map("data")).isEqualTo(old.map("data"));
    assertThat(LastApplied.text(now)).isEqualTo(LastApplied.text(old));
    assertThat(takeBack().err()).contains("nothing to take back");
  }

  private void atThePost(Runnable action) {
    cluster.before("DELETE default/c", () -> cluster.before("POST", action));
  }

  private static MapValue restored(MapValue old, String uid) {
    return old.with("metadata", old.map("metadata").with("uid", Value.text(uid)));
  }

  /// Another client creates the object before the undo does.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anObjectThatAnotherClientCreatesIsAConflict(boolean lost) {
    refusePatches();
    MapValue old = cluster.object(CONFIG);
    record("--force");
    MapValue theirs = restored(old, "theirs").with("data", json("{'k':'theirs'}"));
    atThePost(() -> {
      cluster.put(theirs);
      if (lost) {
        throw new ClusterException(ClusterException.Kind.BROKEN, "EOF", "", null);
      }
    });
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "error: ConfigMap default/c: deleted by undo, and another client has created it before"
                + " it was restored; undo again; ")
        .doesNotContain("will be patched automatically");
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(theirs.map("data"));
    assertThat(takeBack().err()).contains("another client has created it again since");
    assertThat(takeBack("--take").status()).isZero();
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(old.map("data"));
  }

  @Test
  void anObjectThatAnotherClientCreatesIsTakenInTheSameRun() {
    refusePatches();
    MapValue old = cluster.object(CONFIG);
    record("--force");
    MapValue theirs = restored(old, "theirs").with("data", json("{'k':'theirs','more':'x'}"));
    atThePost(() -> cluster.put(theirs));
    Ran ran = takeBack("--take");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(ran.out()).contains("configmap/c configured");
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(old.map("data"));
    assertThat(cluster.object(CONFIG).map("metadata").text("uid")).isEqualTo("theirs");
    assertThat(LastApplied.text(cluster.object(CONFIG))).isEqualTo(LastApplied.text(old));
    assertThat(takeBack("--take").err()).contains("nothing to take back");
  }

  @Test
  void anObjectThatAnotherClientCreatesIsSkipped() {
    refusePatches();
    MapValue old = cluster.object(CONFIG);
    record("--force");
    MapValue theirs = restored(old, "theirs").with("data", json("{'k':'theirs'}"));
    atThePost(() -> cluster.put(theirs));
    Ran ran = takeBack("--skip-changed");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err()).contains("another client has created it before it was restored");
    Ran again = takeBack("--skip-changed");
    assertThat(again.status()).as("%s", again).isZero();
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(theirs.map("data"));
  }

  /// The POST is refused, and the object of the run is put back, but the response to that is lost.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObjectThatIsPutBackWithoutAResponseIsTheOneOfTheRun(boolean stored) {
    refusePatches();
    MapValue old = cluster.object(CONFIG);
    record("--force");
    MapValue now = restored(cluster.object(CONFIG), "back");
    atThePost(() -> {
      cluster.before(
          "POST",
          () -> {
            if (stored) {
              cluster.put(now);
            }
            throw new ClusterException(ClusterException.Kind.BROKEN, "EOF", "", null);
          });
      throw new ClusterException(422, "Invalid", "not like that", MapValue.EMPTY);
    });
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err()).contains("not like that");
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(now.map("data"));
    assertThat(LastApplied.text(cluster.object(CONFIG))).isEqualTo(LastApplied.text(now));
    assertThat(takeBack("--take").status()).isZero();
    assertThat(cluster.object(CONFIG).map("data")).isEqualTo(old.map("data"));
  }

  /// An undo writes no annotation that the run has not written.
  @Test
  void theUndoOfAServerSideRunDoesNotWarnOfTheAnnotation() {
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {k: old}}";
    assertThat(japply(manifest, "apply", "-f", "-", "--server-side").status()).isZero();
    Ran ran =
        japply(
            manifest.replace("old", "new"),
            "apply",
            "-f",
            "-",
            "--server-side",
            "--undo-file",
            undo().toString());
    assertThat(ran.status()).as("%s", ran).isZero();
    Ran back = takeBack();
    assertThat(back.out()).contains("configmap/m configured");
    assertThat(back.err()).doesNotContain("last-applied-configuration");
  }

  private void refusePatches() {
    MapValue details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
    cluster.before(
        "PATCH default/c",
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
  }

  /// An object that may not be read is refused, and an unreachable server is one error.
  @ParameterizedTest
  @CsvSource({"RESPONDED, true", "REFUSED, false"})
  void aFailureIsOfOneObjectOrOfAll(ClusterException.Kind kind, boolean one) {
    record();
    cluster.before(
        "GET default/c",
        () -> {
          throw one
              ? new ClusterException(403, "Forbidden", "not you", MapValue.EMPTY)
              : new ClusterException(kind, "gone", "", null);
        });
    Ran ran = takeBack("--concurrency=1");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err().contains("ConfigMap default/c: ")).as("%s", ran).isEqualTo(one);
    assertThat(ran.err()).contains(one ? "not you" : "gone");
    assertThat(cluster.object(SECRET).map("data").text("p")).isEqualTo("aHVudGVyMjJuZXc=");
  }

  /// Nothing is taken back if a deleted object cannot be created again.
  @Test
  void aNamespaceThatIsGoneIsFoundBeforeTheFirstWrite() {
    prune();
    cluster.remove("namespaces /default");
    Ran ran = takeBack();
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("ConfigMap default/left: ", "namespaces \"default\" not found");
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
  }

  private static String[] with(String[] flags, String... line) {
    return Stream.concat(Stream.of(line), Stream.of(flags)).toArray(String[]::new);
  }

  /// The dry run of an object fails while its namespace is not there; it comes back first.
  @Test
  void aPrunedNamespaceComesBackWithItsObjects() {
    String[] set = {"--prune", "--applyset=bundles.example.com/set"};
    cluster.serve("example.com/v1", "Bundle", "bundles", false);
    cluster.put(
        json(
            "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
                + "'metadata':{'name':'bundles.example.com',"
                + "'labels':{'applyset.kubernetes.io/is-parent-type':'true'}}}"));
    cluster.put(
        json(
            "{'apiVersion':'example.com/v1','kind':'Bundle','metadata':{'name':'set',"
                + "'labels':{'applyset.kubernetes.io/id':"
                + "'applyset-tFJXdDO_6IxYiA4r2KqsoRL9tCLEeArmedBeoAkQsUA-v1'},"
                + "'annotations':{'applyset.kubernetes.io/tooling':'kubectl/v1.37',"
                + "'applyset.kubernetes.io/contains-group-kinds':''}}}"));
    Ran applied = japply(IN_SHOP, with(set, "apply", "-f", "-"));
    assertThat(applied.status()).as("%s", applied).isZero();
    Ran pruned = japply(ALONE, with(set, "apply", "-f", "-", "--undo-file", undo().toString()));
    assertThat(pruned.out())
        .as("%s", pruned)
        .contains("configmap/inner pruned", "namespace/shop pruned");
    Ran ran = takeBack();
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(cluster.object("namespaces /shop")).isNotNull();
    assertThat(cluster.object("configmaps shop/inner").map("data").text("k")).isEqualTo("v");
  }

  /// The copy in the undo file is the version that is deleted.
  @Test
  void aPrunedObjectIsRecordedAsItIsDeleted() {
    cluster.before(
        "DELETE default/left",
        () -> {
          MapValue live = cluster.object(LEFT);
          cluster.put(live.with("data", json("{'k':'v','late':'x'}")));
        });
    prune();
    assertThat(cluster.objects).doesNotContainKey(LEFT);
    assertThat(takeBack().status()).isZero();
    assertThat(cluster.object(LEFT).map("data").text("late")).isEqualTo("x");
  }

  /// So the same command can be repeated.
  @ParameterizedTest
  @ValueSource(strings = {"--undo-file", "--undo-on-failure --undo-file"})
  void aRunThatFailsBeforeItsFirstWriteLeavesNoFile(String flags) {
    String broken = NEW.replace("\"name\":\"c\"", "\"generateName\":\"c\"");
    String only = broken.substring(0, broken.indexOf("---\n"));
    Ran ran = japply(only, ("apply -f - " + flags + " " + undo()).split(" "));
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(undo()).doesNotExist();
    assertThat(ran.err()).doesNotContain("to take this run back");
    assertThat(japply(OLD, "apply", "-f", "-", "--undo-file", undo().toString()).status()).isZero();
    assertThat(undo()).exists();
    assertThat(takeBack().err()).contains("nothing to take back");
  }

  /// The counts are those of the apply.
  @Test
  void theSummaryTellsThatTheRunWasTakenBack() {
    String broken = NEW.replace("\"name\":\"t\"", "\"generateName\":\"t\"");
    Ran ran =
        japply(broken, ("apply -f - --summary --undo-on-failure --undo-file " + undo()).split(" "));
    assertThat(ran.err())
        .contains("the run was taken back; ")
        .containsPattern("objects: 2 configured, .*1 failed; taken back \\(");
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "apply, undo-file, ., may not set --undo-file",
    "apply, undo-on-failure, true, may not set --undo-on-failure",
    "undo, take, true, may not set --take",
    "undo, skip-changed, true, may not set --skip-changed",
    "undo, yes, true, may not set --yes",
  })
  void onlyTheUserDecides(String command, String flag, String value, String refused)
      throws IOException {
    Path project =
        Files.writeString(
            directory.resolve("japply.yaml"),
            """
            apiVersion: japply.dev/v1
            kind: Project
            defaults: {%s: {"%s": %s}}
            """
                .formatted(command, flag, value));
    record();
    List<String> line =
        Stream.concat(
                command.equals("undo")
                    ? Stream.of("undo", undo().toString())
                    : Stream.of("apply", "-f", "-"),
                Stream.of("--project=" + project))
            .toList();
    Ran ran = japply(OLD, line.toArray(String[]::new));
    assertThat(ran.err()).contains(refused);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }
}
