package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.GoJson;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plans of server-side apply, as they are and with the changes of an attacker who can make the
/// digest: each does what it shows, or is refused.
class ServerSidePlanForgeryTest extends WithPlans {
  private Path manifests;

  @Override
  @BeforeEach
  void applied() {
    file = directory.resolve("plan.json");
    putSystem("1234");
    assertThat(japply(OLD, "apply", "-f", "-", "--server-side").status()).isZero();
    cluster.requests.clear();
    cluster.options.clear();
  }

  @BeforeEach
  void write() throws IOException {
    manifests = Files.writeString(directory.resolve("m.yaml"), NEW);
  }

  @Override
  Ran plan(String manifest, String... flags) {
    String[] args =
        Stream.concat(
                Stream.of("plan", "-f", "-", "--out", file.toString(), "--server-side"),
                Stream.of(flags))
            .toArray(String[]::new);
    Ran ran = japply(manifest, args);
    cluster.requests.clear();
    cluster.options.clear();
    return ran;
  }

  /// Changes the entry of the ConfigMap whose `data.k` changes.
  private void tamper(UnaryOperator<MapValue> change) throws IOException {
    List<Value> objects = new ArrayList<>(((ListValue) document().get("objects")).items());
    objects.set(0, change.apply((MapValue) objects.getFirst()));
    forge(document().with("objects", new ListValue(objects)));
  }

  private void assertNothingWritten(Ran ran) {
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(cluster.options).as("%s", ran).allMatch(options -> options.dryRun());
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
  }

  @Test
  void showsAndWritesWhatWouldBeDone() throws IOException {
    Ran ran = plan(NEW);
    assertThat(ran.status()).as(ran.toString()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            Plan of 2026-11-21T12:34:56Z for https://fake:6443, good until 2026-11-28T12:34:56Z
            ~ ConfigMap default/c (STDIN:1): 1 field changes
              ~ data.k  "old" -> "new"
                  changed in the manifest
            ~ Secret default/s (STDIN:3): 1 field changes
              ~ data.p  "*** (before)" -> "*** (after)"
                  changed in the manifest
            + Secret default/t (STDIN:7): to be created
                apiVersion: v1
                data:
                  q: '***'
                kind: Secret
                metadata:
                  name: t
                  namespace: default
            1 to create, 2 to configure; 1 object stays as it is
            """);
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    assertThat(Files.readString(file)).doesNotContain("aHVudGVyMjJ", "czNjcjN0");
    Ran shown = japply("", "show", file.toString());
    assertThat(shown.out()).isEqualTo(ran.out());
    assertThat(japply("", "show", file.toString(), "-o", "json").out())
        .isEqualTo(Files.readString(file));
    Ran done = applyPlan(NEW);
    assertThat(done.out())
        .isEqualTo(
            """
            configmap/c serverside-applied
            secret/s serverside-applied
            configmap/left serverside-applied
            secret/t serverside-applied
            """);
    cluster.options.clear();
    assertThat(applyPlan(NEW, "--exit-code").status()).isZero();
    assertThat(cluster.options).allMatch(options -> options.dryRun());
  }

  private static final String MIGRATED =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'},'data':%s}";

  /// Puts an object of client-side apply, which owns the default `usual`, too.
  private MapValue putApplied() {
    String old = MIGRATED.formatted("{'gone':'1','k':'v'}").replace('\'', '"');
    MapValue entry =
        json(
            "{'manager':'kubectl-client-side-apply','operation':'Update','apiVersion':'v1',"
                + "'fieldsType':'FieldsV1','fieldsV1':{'f:data':"
                + "{'f:gone':{},'f:k':{},'f:usual':{}},"
                + "'f:metadata':{'f:annotations':"
                + "{'f:kubectl.kubernetes.io/last-applied-configuration':{}}}}}");
    assertThat(japply(old, "apply", "-f", "-").status()).isZero();
    MapValue live = cluster.object("configmaps default/m");
    MapValue metadata = live.map("metadata").with("managedFields", ListValue.of(entry));
    MapValue data = live.map("data").with("usual", Value.text("1"));
    cluster.put(live.with("metadata", metadata).with("data", data));
    return cluster.object("configmaps default/m");
  }

  private Ran planMigration() {
    return plan(MIGRATED.formatted("{'k':'v'}").replace('\'', '"'));
  }

  /// The migration from client-side apply is tried by a second request.
  @Test
  void doesNotShowWhatAnotherClientWritesBetweenTwoDryRuns() {
    MapValue live = putApplied();
    MapValue labelled = live.map("metadata").with("labels", json("{'other':'1'}"));
    cluster.before("PATCH default/m", () -> {});
    cluster.before("PATCH default/m", () -> cluster.put(live.with("metadata", labelled)));
    Ran ran = planMigration();
    assertThat(ran.out())
        .as("%s", ran)
        .contains("ConfigMap default/m (STDIN:1): 2 fields change", "gone", "usual");
    assertThat(ran.out()).doesNotContain("other");
  }

  /// What the server would set in place of the defaults is not known then.
  @Test
  void showsNoDefaultAsDeletedIfTheServerRefusesTheSecondDryRun() {
    MapValue live = putApplied();
    cluster.before("PATCH default/m", () -> {});
    cluster.before(
        "PATCH default/m",
        () -> {
          throw new ClusterException(422, "Invalid", "immutable", MapValue.EMPTY);
        });
    Ran ran = planMigration();
    assertThat(ran.out())
        .as("%s", ran)
        .contains("ConfigMap default/m (STDIN:1): 1 field changes", "gone")
        .doesNotContain("usual");
    assertThat(cluster.object("configmaps default/m")).isEqualTo(live);
  }

  private Ran confirm(String answer, String... flags) {
    String[] args =
        Stream.concat(Stream.of("apply", "--confirm", "-f", manifests.toString()), Stream.of(flags))
            .toArray(String[]::new);
    return new Ran.Setting(cluster)
        .with(Map.of("TERM", "dumb", "COLUMNS", "400"))
        .reading(answer)
        .on("in,err")
        .run(args);
  }

  @Test
  void asksBeforeItWrites() {
    Ran no = confirm("n\n", "--server-side");
    assertThat(no.err())
        .containsPattern("data\\.k +\"old\" -> \"new\"\n +changed in the manifest")
        .contains(
            "Secret default/t (", ": to be created\n", "; 1 object stays as it is\nApply this to ")
        .endsWith("? [y/N] error: not confirmed: nothing was changed\n");
    assertNothingWritten(no);
    Ran yes = confirm("y\n", "--server-side");
    assertThat(yes.out()).contains("configmap/c serverside-applied\n");
    assertThat(yes.status()).isZero();
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
  }

  @Test
  void whatWasConfirmedIsDoneOrNothing() {
    cluster.before("PATCH default/s", () -> change(CONFIG, "data", json("{'k':'theirs'}")));
    Ran ran = confirm("y\n", "--server-side", "--concurrency=1");
    assertThat(ran.err())
        .contains("ConfigMap default/c: changed since it was planned: data.k; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.options).allMatch(options -> options.dryRun());
  }

  /// What is shown is derived from both states of the object, whatever the plan states.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{'path':'data.k','changes':true,'reason':'changed','text':'h4rmless','managers':[],"
            + "'live':'h4rmless','becomes':'h4rmless'}]",
        "[{'path':'data.k','changes':false,'reason':'order','text':'h4rmless','managers':[]}]",
        "[{'path':'data','changes':false,'reason':'asManifest','text':'h4rmless','managers':[]}]",
      })
  void showsTheFieldsOfTheRequest(String fields) throws IOException {
    plan(NEW);
    var forged = (ListValue) json("{'x':" + fields + "}").get("x");
    tamper(object -> object.with("fields", forged).with("diff", Value.text("+ h4rmless\n")));
    Ran asked = confirm("n\n", "--plan", file.toString());
    Ran shown = japply("", "show", file.toString());
    for (String text : List.of(asked.err(), shown.out())) {
      assertThat(text)
          .contains("ConfigMap default/c (", ": 1 field changes\n")
          .containsPattern("data\\.k +\"old\" -> \"new\"\n +changed in the manifest")
          .doesNotContain("h4rmless");
    }
    for (String format : List.of("markdown", "html", "github", "json", "junit")) {
      assertThat(japply("", "show", file.toString(), "--report=" + format).out())
          .as(format)
          .doesNotContain("h4rmless");
    }
    assertThat(applyPlan(NEW).status()).isZero();
  }

  /// The dry run of the apply must give what the file shows.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "after.data.k | 'harmless'",
        "after.data.k | 'old'",
        "after.data.more | 'x'",
        "after | {}",
        "after.metadata.managedFields | []",
        "before.data.k | 'harmless'",
        "before.data.same | 'y'",
        "before.metadata.uid | 'another'",
        "before | {}",
        "body | {}",
        "action | 'leave'",
        "action | 'create'",
        "action | 'recreate'",
        "action | 'patch'",
        "action | 'delete'",
      })
  void doesNothingElseThanItShows(String path, String value) throws IOException {
    plan(NEW);
    var forged = (Value) json("{'x':" + value + "}").get("x");
    tamper(object ->
        edited(object, path, forged)
            .with("uid", Value.text("uid-1"))
            .with("patch", json("{'data':{'k':'evil'}}"))
            .with("patchType", Value.text("merge")));
    Ran ran = applyPlan(NEW);
    assertNothingWritten(ran);
    assertThat(ran.err()).contains("ConfigMap default/c: ");
    ClearLines.check(ran);
    ClearLines.check(japply("", "show", file.toString()));
  }

  /// A plan whose options take over more than it shows does not.
  @Test
  void takesOverNothingThatItDoesNotShow() throws IOException {
    plan(NEW);
    assertThat(
            japply(
                    OLD.substring(0, OLD.indexOf("---")).replace("old", "theirs"),
                    "apply",
                    "-f",
                    "-",
                    "--server-side",
                    "--force-conflicts",
                    "--field-manager=helm")
                .status())
        .isZero();
    cluster.options.clear();
    for (String options :
        List.of(
            "{'forceConflicts':true,'take':[],'leave':[]}",
            "{'forceConflicts':false,'take':['data.k'],'leave':[]}")) {
      forge(
          document().with("options", document().map("options").with("serverSide", json(options))));
      Ran ran = applyPlan(NEW);
      assertThat(ran.err()).contains("changed since it was planned: data.k; plan again");
      assertThat(ran.status()).isEqualTo(1);
      assertThat(cluster.options).allMatch(each -> each.dryRun());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "serverSide | []",
        "serverSide | {}",
        "serverSide | {'forceConflicts':'x','take':[],'leave':[]}",
        "serverSide | {'forceConflicts':true,'take':['[[[['],'leave':[]}",
        "fieldManager | 'other'",
      })
  void refusesOtherOptions(String key, String value) throws IOException {
    plan(NEW);
    var forged = (Value) json("{'x':" + value + "}").get("x");
    forge(document().with("options", document().map("options").with(key, forged)));
    assertNothingWritten(applyPlan(NEW));
  }

  /// A plan of client-side apply cannot be turned into one of the server, nor the reverse.
  @Test
  void keepsTheMethod() throws IOException {
    plan(NEW);
    forge(document().with("options", document().map("options").without("serverSide")));
    assertNothingWritten(applyPlan(NEW));
    super.plan(NEW);
    tamper(object ->
        object
            .with("action", Value.text("apply"))
            .with("force", Value.bool(true))
            .with("body", Json.parse(GoJson.write(object.map("before")))));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertNothingWritten(ran);
  }
}
