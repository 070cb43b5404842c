package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.FieldManagers.Manager;
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
import org.junit.jupiter.params.provider.ValueSource;

/// Defaults for server-side apply in a project file and in the preferences, and what a migration
/// makes of rules, on a real API server.
@UsesTestCluster
class ServerSideDefaultsOnServerTest extends WebOnServer {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 3
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "web:1"}
      """;

  private static final String MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      data: {%s}
      """;

  ServerSideDefaultsOnServerTest(TestCluster server) {
    super(server);
  }

  private String project(String defaults) throws IOException {
    Path file = home.resolve("japply.yaml");
    Files.writeString(file, "apiVersion: japply.dev/v1\nkind: Project\ndefaults: " + defaults);
    return "--project=" + file;
  }

  private Program.Said apply(String manifest, String... flags) {
    return on("apply", manifest, flags);
  }

  private MapValue map() {
    return object("configmap/c");
  }

  private List<String> owners(String key) {
    return owners("configmap/c", FieldPath.root().key("data").key(key));
  }

  /// The rules of the project settle conflicts, and may match none.
  @Test
  void aProjectTakesAndLeaves() throws IOException {
    String project =
        project(
            """
            {apply: {server-side: true, field-manager: me, take: ["ConfigMap:data.x"],
              leave: [manager=edit, "Deployment:spec.replicas"]}}
            """);
    String other = MAP.formatted("x: h");
    assertThat(apply(other, "--server-side", "--field-manager=helm").status()).isZero();
    kubectl("patch", "configmap/c", "-p", "{\"data\":{\"a\":\"e\"}}", "--field-manager=edit");
    String wanted = MAP.formatted("x: '1', a: '1', z: '1'");
    Program.Said said = apply(wanted, project, "--summary=false");
    assertThat(said.out()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(said.err()).isEmpty();
    assertThat(map().map("data").text("x")).isEqualTo("1");
    assertThat(map().map("data").text("a")).isEqualTo("e");
    assertThat(owners("x")).containsExactly("me");
    assertThat(owners("a")).containsExactly("edit");
    assertThat(apply(MAP.formatted("z: '1'"), project, "--summary=false").err()).isEmpty();
    Program.Said typed = apply(wanted, project, "--leave=data.q", "--summary=false");
    assertThat(typed.err())
        .as("a typed rule replaces those of the project")
        .contains(".data.a (live \"e\", manifest \"1\"");
  }

  @Test
  void aWrongRuleOfAProjectIsReportedWithItsLine() throws IOException {
    String project = project("\n  apply:\n    server-side: true\n    take: [\"Deployment/:x\"]\n");
    Program.Said said = apply(WEB, project);
    assertThat(said.err())
        .startsWith("error: " + home.resolve("japply.yaml") + ":6: invalid --take value");
    assertThat(said.status()).isEqualTo(1);
  }

  /// A field that a rule leaves to client-side apply goes to this manager along with all others of
  /// client-side apply, and keeps its value.
  @ParameterizedTest
  @CsvSource({
    "--leave=data.a,",
    "--leave=manager=kubectl-client-side-apply,",
    "--leave=data.a, --ignore=data.b"
  })
  void aMigrationKeepsWhatIsLeft(String leave, String more) {
    assertThat(apply(MAP.formatted("a: '1', b: '1', gone: '1'")).status()).isZero();
    String next = MAP.formatted("a: '2', b: '1'");
    String[] flags = {"--field-manager=me", leave};
    Program.Said said = serverSide(next, more == null ? flags : with(more, flags));
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(map().map("data").text("a")).isEqualTo("1");
    assertThat(map().map("data").text("b")).isEqualTo("1");
    assertThat(map().map("data").has("gone")).isFalse();
    assertThat(owners("a")).containsExactly("me");
  }

  /// A field that another manager than client-side apply owns stays with it.
  @Test
  void aMigrationLeavesWhatOthersOwn() {
    assertThat(apply(WEB).status()).isZero();
    scale(5);
    kubectl("set", "image", "deployment/web", "web=web:9");
    Program.Said said =
        serverSide(
            WEB,
            "--leave=Deployment:spec.replicas",
            "--leave=spec.template.spec.containers[name=web].image");
    assertThat(said.err()).isEmpty();
    assertThat(live(".spec.replicas")).isEqualTo("5");
    assertThat(live(".spec.template.spec.containers[*].image")).isEqualTo("web:9");
    MapValue web = object("deployment.apps/web");
    FieldPath replicas = FieldPath.root().key("spec").key("replicas");
    assertThat(OwnedFields.of(web, "").others(replicas, web))
        .extracting(Manager::name)
        .containsExactly("kubectl");
    assertThat(OwnedFields.of(web, "kubectl").owns(replicas)).isFalse();
  }

  /// The preferences that the documentation of kubectl recommends.
  private Path recommended() throws IOException {
    return Files.writeString(
        home.resolve("kuberc"),
        """
        apiVersion: kubectl.config.k8s.io/v1beta1
        kind: Preference
        defaults:
          - command: apply
            options:
              - name: server-side
                default: "true"
          - command: delete
            options:
              - name: interactive
                default: "true"
        """);
  }

  /// They make applies server-side, and no other command.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff -f -",
        "diff -f - --local",
        "why -f -",
        "why configmap c",
        "plan -f -",
        "migrate -f - --to=server-side",
        "check -f -",
        "release configmap c data.a --dry-run=server",
        "adopt configmap c data.a --dry-run=server",
        "view-last-applied configmap c",
        "apply view-last-applied -f -",
        "set-last-applied -f - --dry-run=client",
        "apply set-last-applied -f - --dry-run=server",
        "version",
        "version --client"
      })
  void recommendedPreferencesChangeNoOtherCommand(String line) throws IOException {
    assertThat(apply(MAP.formatted("a: '1', b: '1'")).status()).isZero();
    Path kuberc = recommended();
    String next = MAP.formatted("a: '2', b: '1'");
    Program.Said said = japply(next, (line + " --kuberc=" + kuberc).split(" ", -1));
    Program.Said plain = japply(next, line.split(" ", -1));
    assertThat(said.status()).isEqualTo(plain.status());
    assertThat(timeless(said.out())).isEqualTo(timeless(plain.out()));
    assertThat(timeless(said.err())).isEqualTo(timeless(plain.err()));
  }

  private static String timeless(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\d[ T][\\d:.]+", "TIME");
  }

  @Test
  void recommendedPreferencesMakeAppliesServerSide() throws IOException {
    String preferred = "--kuberc=" + recommended();
    String map = MAP.formatted("a: '1'");
    assertThat(apply(map, preferred).out()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(owners("a")).containsExactly("kubectl");
    assertThat(apply(map, preferred, "--dry-run=server").out())
        .isEqualTo("configmap/c serverside-applied (server dry run)\n");
    assertThat(apply(map, preferred, "--dry-run=client").err())
        .startsWith("error: " + home.resolve("kuberc") + ":6: ")
        .contains("--dry-run=client doesn't work with --server-side");
    assertThat(apply(map, preferred, "--server-side=false", "--summary=false").out())
        .isEqualTo("configmap/c configured\n");
    String plan = home.resolve("plan.json").toString();
    String next = MAP.formatted("a: '2'");
    assertThat(on("plan", next, preferred, "--out=" + plan).status()).isZero();
    assertThat(apply(next, preferred, "--plan=" + plan).out())
        .isEqualTo("configmap/c configured\n");
  }
}
