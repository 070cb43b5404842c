package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `japply release` and `japply adopt`.
class OwnershipCommandTest {
  private static final String KEY = "deployments default/web";
  private static final String WEB =
      """
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3,
      "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
      "spec":{"containers":[{"name":"web","image":"web:1","args":["a"]}]}}}}
      """;
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"1"}}
      """;
  private static final String SECRET =
      """
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMjI="}}
      """;

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster).reading(WEB + "---\n" + MAP);

  @BeforeEach
  void apply() {
    assertThat(setting.run("apply", "-f", "-").status()).isZero();
    scale(5);
    cluster.requests.clear();
    cluster.options.clear();
  }

  private void scale(int replicas) {
    MapValue live = cluster.object(KEY);
    cluster.put(live.with("spec", live.map("spec").with("replicas", Value.number(replicas))));
  }

  private String annotation() {
    return LastApplied.text(cluster.object(KEY));
  }

  private Value replicas() {
    return (Value) cluster.object(KEY).map("spec").get("replicas");
  }

  private List<String> patches() {
    return cluster.requests.stream().filter(request -> request.startsWith("PATCH")).toList();
  }

  @Test
  void releasesAndAdoptsAField() {
    String before = annotation();
    Ran ran = setting.run("release", "deployment", "web", "spec.replicas");
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web released\n");
    assertThat(ran.err())
        .isEqualTo(
            "Deployment default/web: spec.replicas: released: it stays 5 when the manifest leaves"
                + " it out\n");
    assertThat(ran.status()).isZero();
    assertThat(annotation()).isEqualTo(before.replace("\"replicas\":3,", ""));
    assertThat(patches()).singleElement().asString().contains("\"resourceVersion\":\"");
    assertThat(cluster.options)
        .allMatch(options -> options.fieldManager().equals("kubectl-client-side-apply"));
    Ran back = setting.run("adopt", "deployment/web", "spec.replicas", "--field-manager=me");
    assertThat(back.out()).as("%s", back).isEqualTo("deployment.apps/web adopted\n");
    assertThat(back.err())
        .isEqualTo(
            "Deployment default/web: spec.replicas: will be deleted by the next apply of a manifest"
                + " without it; it is 5 now\n");
    assertThat(annotation()).isEqualTo(before.replace("\"replicas\":3,", "\"replicas\":5,"));
    assertThat(cluster.options.getLast().fieldManager()).isEqualTo("me");
    assertThat(replicas()).isEqualTo(Value.number(5));
    Ran again = setting.run("adopt", "deployment/web", "spec.replicas");
    assertThat(again.out()).isEqualTo("deployment.apps/web unchanged\n");
    assertThat(patches()).hasSize(2);
  }

  @Test
  void passesOverObjectsWithoutTheField() {
    Ran ran = setting.run("release", "spec.replicas", "-f", "-", "spec.template");
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web released\n");
    assertThat(ran.err()).endsWith("passed over: 1 object without the field\n");
    assertThat(annotation()).doesNotContain("replicas").doesNotContain("containers");
    Ran none = setting.run("release", "-f", "-", "spec.replicas", "data.k");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err())
        .startsWith(
            "error: field \"spec.replicas\": no object has it in its last-applied annotation; ");
    assertThat(patches()).hasSize(1);
    assertThat(setting.run("adopt", "-f", "-", "spec.nothing").err())
        .startsWith("error: field \"spec.nothing\": no applied object has it live; ");
    assertThat(setting.run("adopt", "deployment/web", "spec.replica").err())
        .isEqualTo(
            "error: field \"spec.replica\": no applied object has it live; did you mean"
                + " spec.replicas?\n");
  }

  @ParameterizedTest
  @CsvSource({"client, dry run, 0", "server, server dry run, 1"})
  void showsWhatItWouldDo(String mode, String note, int sent) {
    String before = annotation();
    Ran ran = setting.run("release", "deployment", "web", "spec.replicas", "--dry-run=" + mode);
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web released (" + note + ")\n");
    assertThat(ran.err()).contains("it stays 5");
    assertThat(annotation()).isEqualTo(before);
    assertThat(patches()).hasSize(sent);
    assertThat(cluster.options).allMatch(options -> options.dryRun());
  }

  @Test
  void aPartOfAnAtomicListIsRefused() {
    String image = "spec.template.spec.containers[name=web].";
    Ran ran = setting.run("release", "deployment", "web", image + "args[a]");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .startsWith(
            "error: Deployment default/web: field \"" + image + "args[a]\": " + image + "args is a")
        .contains("name the whole list: " + image + "args");
    assertThat(setting.run("release", "deployment", "web", image + "args").status()).isZero();
    assertThat(setting.run("release", "deployment", "web", image + "image").status()).isZero();
    assertThat(annotation()).contains("\"containers\":[{\"name\":\"web\"}]");
  }

  @Test
  void aValueThatMovesMeanwhileIsNotAdopted() {
    setting.run("release", "deployment", "web", "spec.replicas");
    cluster.before(
        "PATCH",
        () -> {
          scale(6);
          throw new ClusterException(409, "Conflict", "changed", MapValue.EMPTY);
        });
    Ran ran = setting.run("adopt", "deployment", "web", "spec.replicas");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "Deployment default/web: a field was changed by another client since it was read");
    assertThat(annotation()).doesNotContain("replicas");
  }

  @Test
  void aLostAnswerIsLookedFor() {
    cluster.before(
        "PATCH",
        () -> {
          throw new ClusterException(Kind.BROKEN, "EOF", "", null);
        });
    Ran ran = setting.run("release", "deployment", "web", "spec.replicas");
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web released\n");
    assertThat(patches()).hasSize(2);
  }

  @Test
  void hidesSecrets() {
    Ran.Setting secret = setting.reading(SECRET);
    assertThat(secret.run("apply", "-f", "-").status()).isZero();
    for (String command : List.of("release", "adopt")) {
      Ran ran = secret.run(command, "-f", "-", "data.p", "-v=9");
      assertThat(ran.status()).as("%s", ran).isZero();
      assertThat(ran.err())
          .contains("Secret default/s: data")
          .contains("***")
          .doesNotContain("aHVudGVyMjI");
      assertThat(ran.out()).doesNotContain("aHVudGVyMjI");
    }
  }

  @Test
  void whatHasNoAnnotationIsPassedOver() {
    MapValue live = cluster.object(KEY);
    cluster.put(live.with("metadata", live.map("metadata").without("annotations")));
    Ran ran = setting.run("adopt", "deployment", "web", "spec.replicas");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains("Warning: Deployment default/web: no last-applied-configuration annotation found")
        .contains("error: field \"spec.replicas\": no applied object has it live");
  }

  private Path manifest() throws IOException {
    return Files.writeString(
        directory.resolve("web.yaml"),
        """
        # the shop
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}   # its name
        spec:
          selector: {matchLabels: {app: web}}

          replicas: 3   # until there is an autoscaler
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: web, image: "web:1"}]}
        """);
  }

  @Test
  void theFieldLeavesTheManifestAndComesBack() throws IOException {
    Path file = manifest();
    String name = file.toString();
    String before = Files.readString(file);
    String released = before.replace("  replicas: 3   # until there is an autoscaler\n", "");
    Ran dry = setting.run("release", "-f", name, "spec.replicas", "--write", "--dry-run=client");
    assertThat(dry.err()).endsWith(file + ":8: spec.replicas leaves the manifest\n");
    assertThat(Files.readString(file)).isEqualTo(before);
    Ran ran = setting.run("release", "-f", name, "spec.replicas", "--write");
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web released\n");
    assertThat(ran.err()).endsWith(":8: spec.replicas leaves the manifest\n" + file + " written\n");
    assertThat(Files.readString(file)).isEqualTo(released);
    assertThat(setting.run("apply", "-f", name).status()).isZero();
    assertThat(replicas()).isEqualTo(Value.number(5));
    Ran back = setting.run("adopt", "-f", name, "spec.replicas", "--write");
    assertThat(back.status()).as("%s", back).isZero();
    assertThat(back.err())
        .contains(file + ":2: spec.replicas is in the manifest from now on, as it is live\n");
    assertThat(Files.readString(file)).isEqualTo(released.stripTrailing() + "\n  replicas: 5\n");
    assertThat(setting.run("apply", "-f", name).out()).isEqualTo("deployment.apps/web unchanged\n");
  }

  @Test
  void aRunThatEndedBeforeTheManifestIsFinished() throws IOException {
    Path file = manifest();
    assertThat(setting.run("release", "deployment", "web", "spec.replicas").status()).isZero();
    Ran ran = setting.run("release", "-f", file.toString(), "spec.replicas", "--write");
    assertThat(ran.out()).as("%s", ran).isEqualTo("deployment.apps/web unchanged\n");
    assertThat(Files.readString(file)).doesNotContain("replicas");
    assertThat(patches()).hasSize(1);
    assertThat(setting.run("release", "-f", file.toString(), "spec.replicas", "--write").err())
        .contains("no object has it");
  }

  @Test
  void theManifestStaysWhenTheLiveWriteFails() throws IOException {
    Path file = manifest();
    String before = Files.readString(file);
    cluster.fail("PATCH", 403, "Forbidden", "you may not");
    Ran ran = setting.run("release", "-f", file.toString(), "spec.replicas", "--write");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void aManifestThatCannotBeWrittenIsFoundBeforeAnythingIs() throws IOException {
    Ran ran = setting.run("release", "-f", "-", "spec.replicas", "--write");
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:1: Deployment default/web: the manifest cannot be written: STDIN is no"
                + " file; leave --write out\n");
    Path file = manifest();
    Files.writeString(file, Files.readString(file).replace("replicas: 3", "<<: {replicas: 3}"));
    Ran merged = setting.run("release", "-f", file.toString(), "spec.replicas", "--write");
    assertThat(merged.err())
        .contains("the manifest cannot be written with all else as it is; edit it by hand");
    assertThat(patches()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "release | must specify -f, TYPE NAME or TYPE/NAME, and fields",
        "release deployment web | must name at least one field, as spec.replicas",
        "release deployment/web | must name at least one field",
        "release deployment/web spec.replicas --write | --write needs -f: it changes manifests",
        "adopt deployment/gone spec.replicas | deployments.apps \"gone\" not found",
        "adopt deployment/web spec..x | field \"spec..x\": this is no name of a field",
        "adopt deployment/web metadata.name | Deployment default/web: field \"metadata.name\": it"
            + " identifies the object",
      })
  void endsWithOneAfterAnError(String line, String error) {
    Ran ran = setting.run(line.split(" ", -1));
    assertThat(ran.err()).contains(error);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(patches()).isEmpty();
  }
}
