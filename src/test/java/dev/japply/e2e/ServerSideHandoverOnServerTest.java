package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.object.OwnedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `release` and `adopt` of objects of server-side apply, on a real API server.
@UsesTestCluster
class ServerSideHandoverOnServerTest extends WebOnServer {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        labels: {team: a}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            nodeSelector: {disk: ssd}
            containers:
            - {name: web, image: "web:1", ports: [{containerPort: 80, name: http}]}
      """;

  private static final String REPLICAS = "spec.replicas";

  ServerSideHandoverOnServerTest(TestCluster server) {
    super(server);
  }

  private void apply(String manifest, String... flags) {
    Program.Said said = serverSide(manifest, flags);
    assertThat(said.out()).as(said.err()).isEqualTo("deployment.apps/web serverside-applied\n");
  }

  private Program.Said run(String... args) {
    return japply("", args);
  }

  private MapValue web() {
    return object("deployment.apps/web");
  }

  private List<String> owned(String manager) {
    return OwnedFields.of(web(), manager).paths().stream().map(FieldPath::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({"kubectl, ''", "team, --field-manager=team"})
  void aReleasedFieldStaysAndAnAdoptedOneGoes(String manager, String flag) {
    String[] flags = flag.isEmpty() ? new String[0] : new String[] {flag};
    apply(WEB, flags);
    Program.Said released = hand("release", flags);
    assertThat(released.out()).isEqualTo("deployment.apps/web released\n");
    assertThat(released.err())
        .isEqualTo(
            "Deployment "
                + namespace
                + "/web: spec.replicas: released: it stays 3 when the manifest leaves it"
                + " out\n");
    assertThat(owned(manager)).doesNotContain(REPLICAS).contains("metadata.labels.team");
    assertThat(hand("release", flags).err())
        .contains("error: field \"spec.replicas\": " + manager + " owns it in no object");
    String without = WEB.replace("  replicas: 3\n", "");
    apply(without, flags);
    assertThat(live(".spec.replicas")).isEqualTo("3");
    Program.Said adopted = hand("adopt", flags);
    assertThat(adopted.out()).isEqualTo("deployment.apps/web adopted\n");
    assertThat(adopted.err())
        .isEqualTo(
            "Deployment "
                + namespace
                + "/web: spec.replicas: will be deleted by the next apply of a manifest"
                + " without it; it is 3 now\n");
    assertThat(owned(manager)).contains(REPLICAS);
    assertThat(hand("adopt", flags).out()).isEqualTo("deployment.apps/web unchanged\n");
    apply(without, flags);
    assertThat(live(".spec.replicas")).isEqualTo("1");
    assertThat(web().map("metadata").map("annotations").has(LastApplied.KEY)).isFalse();
  }

  private Program.Said hand(String command, String... flags) {
    return run(with(command, with("deployment/web", with(REPLICAS, flags))));
  }

  /// Items by their keys, entries of maps, and fields with one owner.
  @ParameterizedTest
  @CsvSource({
    "metadata.labels.team",
    "metadata.labels",
    "spec.template.spec.nodeSelector",
    "spec.template.spec.containers[name=web].image",
    "spec.template.spec.containers[name=web].ports[containerPort=80].name"
  })
  void eachFieldComesBackAsItWas(String field) {
    apply(WEB);
    MapValue before = OwnedFields.of(web(), "kubectl").fields().tree();
    assertThat(run("release", "deployment/web", field).err()).contains("released: it stays");
    assertThat(OwnedFields.of(web(), "kubectl").fields().tree()).isNotEqualTo(before);
    assertThat(run("adopt", "deployment/web", field).out())
        .isEqualTo("deployment.apps/web adopted\n");
    assertThat(OwnedFields.of(web(), "kubectl").fields().tree()).isEqualTo(before);
  }

  @Test
  void refusesAPartOfAFieldWithOneOwner() {
    apply(WEB);
    Program.Said said = run("release", "deployment/web", "spec.template.spec.nodeSelector.disk");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .isEqualTo(
            "error: Deployment "
                + namespace
                + "/web: field \"spec.template.spec.nodeSelector.disk\":"
                + " spec.template.spec.nodeSelector has one owner as a whole, so no part of it"
                + " changes hands; name all of it: spec.template.spec.nodeSelector\n");
  }

  /// A migrated object has both owners: its annotation and the managed fields.
  @Test
  void releasesAFieldOfAMigratedObject() {
    assertThat(on("apply", WEB).status()).isZero();
    apply(WEB);
    assertThat(hand("release").out()).isEqualTo("deployment.apps/web released\n");
    assertThat(owned("kubectl")).doesNotContain(REPLICAS);
    assertThat(LastApplied.text(web())).doesNotContain("replicas");
    apply(WEB.replace("  replicas: 3\n", ""));
    assertThat(live(".spec.replicas")).isEqualTo("3");
  }

  @Test
  void changesTheManifestToo() throws IOException {
    apply(WEB);
    Path file = Files.writeString(home.resolve("web.yaml"), WEB);
    Program.Said said = run("release", "-f", file.toString(), REPLICAS, "--write");
    assertThat(said.out()).isEqualTo("deployment.apps/web released\n");
    assertThat(said.err()).contains("spec.replicas leaves the manifest", "web.yaml written");
    assertThat(file).content().doesNotContain("replicas");
    scale(5);
    apply(Files.readString(file));
    assertThat(live(".spec.replicas")).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource({"client, dry run", "server, server dry run"})
  void showsDryRuns(String mode, String note) {
    apply(WEB);
    MapValue before = web();
    assertThat(hand("release", "--dry-run=" + mode).out())
        .isEqualTo("deployment.apps/web released (" + note + ")\n");
    assertThat(OwnedFields.of(web(), "kubectl")).isEqualTo(OwnedFields.of(before, "kubectl"));
  }
}
