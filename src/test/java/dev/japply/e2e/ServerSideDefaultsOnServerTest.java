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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
    return owners("configmap/c", data(key));
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
  @CsvSource({"--leave=data.a,", "--leave=data.a, --ignore=data.b"})
  void aMigrationKeepsWhatIsLeft(String leave, String more) {
    assertThat(apply(MAP.formatted("a: '1', b: '1', gone: '1'")).status()).isZero();
    String next = MAP.formatted("a: '2', b: '1'");
    String[] flags = {"--field-manager=me", leave, "--take=data.gone"};
    Program.Said said = serverSide(next, more == null ? flags : with(more, flags));
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).isEqualTo("configmap/c serverside-applied\n");
    assertThat(map().map("data").text("a")).isEqualTo("1");
    assertThat(map().map("data").text("b")).isEqualTo("1");
    assertThat(map().map("data").has("gone")).isFalse();
    assertThat(owners("a")).containsExactly("me");
  }

  /// For kubectl's manager, the server keeps the annotation equal to the manifest.
  @ParameterizedTest
  @CsvSource({"kubectl", "me"})
  void sendsNothingAfterAMigration(String manager) {
    String flag = "--field-manager=" + manager;
    String map = MAP.replace("c}", "c, annotations: {n: '<1>'}}").formatted("a: '1', b: \"x&y\"");
    assertThat(apply(map).status()).isZero();
    assertThat(serverSide(map, flag).status()).isZero();
    MapValue migrated = map();
    Program.Said same = serverSide(map, flag, "--exit-code", "-v=6");
    assertThat(same.status()).as(same.err()).isZero();
    assertThat(same.err()).contains("GET").doesNotContain("PATCH");
    assertThat(serverSide(map, flag, "--compat=kubectl").status()).isZero();
    assertThat(map()).isEqualTo(migrated);
    kubectl("annotate", "configmap/c", LastApplied.KEY + "={}", "--overwrite");
    assertThat(serverSide(map, flag, "-v=6", "--exit-code").err()).contains("PATCH");
    boolean kept = manager.equals("kubectl");
    assertThat(map().map("metadata").map("annotations").has(LastApplied.KEY)).isEqualTo(kept);
  }

  /// The PATCH for an ignored field is valid for one version alone, which the annotation gets, too.
  @Test
  void sendsNothingForIgnoredFieldsAfterAMigration() {
    String map = MAP.formatted("a: '1', b: '1'");
    String[] flags = {"--ignore=ConfigMap:data.a", "--exit-code", "-v=6"};
    assertThat(apply(map).status()).isZero();
    assertThat(serverSide(map, flags).err()).contains("PATCH");
    MapValue migrated = map();
    Program.Said same = serverSide(map, flags);
    assertThat(same.err()).contains("GET").doesNotContain("PATCH");
    assertThat(same.status()).isZero();
    assertThat(map()).isEqualTo(migrated);
    Program.Said changed = serverSide(MAP.formatted("a: '2', b: '2'"), flags);
    assertThat(changed.err()).contains("PATCH");
    assertThat(map().map("data").text("a")).isEqualTo("1");
    assertThat(map().map("data").text("b")).isEqualTo("2");
    assertThat(serverSide(MAP.formatted("a: '2', b: '2'"), flags).err()).doesNotContain("PATCH");
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
    FieldPath replicas = FieldPath.root().key("spec").key("replicas");
    assertThat(owners("deployment.apps/web", replicas)).containsExactly("kubectl/scale");
    assertThat(OwnedFields.of(object("deployment.apps/web"), "kubectl").owns(replicas)).isFalse();
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

  /// A line for each command but `apply`, which reads the preferences themselves.
  private static final List<String> LINES =
      List.of(
          "diff -f -",
          "diff -f - --local",
          "why -f -",
          "why configmap c",
          "plan -f -",
          "show PLAN",
          "snapshot -f -",
          "undo UNDO --dry-run=server",
          "delete -f - --dry-run=server",
          "sets",
          "targets",
          "ready -f - --wait-timeout=0",
          "check -f -",
          "view-last-applied configmap c",
          "apply view-last-applied -f -",
          "set-last-applied -f - --dry-run=client",
          "apply set-last-applied -f - --dry-run=server",
          "edit-last-applied configmap missing",
          "apply edit-last-applied configmap missing",
          "release configmap c data.a --dry-run=server",
          "adopt configmap c data.a --dry-run=server",
          "why -f - --server-side",
          "build DIRECTORY",
          "kustomize DIRECTORY",
          "pkg get DIRECTORY.git/missing",
          "pkg update DIRECTORY",
          "pkg diff DIRECTORY",
          "pkg status DIRECTORY",
          "merge --config=DIRECTORY/map.yaml",
          "completion bash",
          "options",
          "version",
          "version --client");

  @Test
  void recommendedPreferencesAreTriedWithEachCommand() {
    List<String> commands =
        japply("", "--help")
            .out()
            .lines()
            .filter(line -> line.matches(" {2}[a-z-]+ {2,}\\S.*"))
            .map(line -> line.strip().replaceFirst(" .*", ""))
            .toList();
    assertThat(commands).contains("apply", "diff");
    assertThat(LINES.stream().map(line -> line.replaceFirst(" .*", "")))
        .containsAll(commands.stream().filter(name -> !name.equals("apply")).toList());
  }

  static List<String> lines() {
    return LINES;
  }

  /// They make applies server-side, and no other command. A preview that differs from the apply
  /// warns of that.
  @ParameterizedTest
  @MethodSource("lines")
  void recommendedPreferencesChangeNoOtherCommand(String words) throws IOException {
    Path undo = home.resolve("undo.jsonl");
    Path plan = home.resolve("plan.json");
    Path directory = Files.createDirectories(home.resolve("directory"));
    String map = MAP.formatted("a: '1', b: '1'");
    String next = MAP.formatted("a: '2', b: '1'");
    assertThat(apply(map, "--undo-file=" + undo).status()).isZero();
    assertThat(on("plan", next, "--out=" + plan).status()).isZero();
    Files.writeString(directory.resolve("map.yaml"), map);
    Files.writeString(directory.resolve("kustomization.yaml"), "resources: [map.yaml]\n");
    String line =
        words
            .replace("UNDO", undo.toString())
            .replace("PLAN", plan.toString())
            .replace("DIRECTORY", directory.toString());
    Program.Said said = japply(next, (line + " --kuberc=" + recommended()).split(" ", -1));
    Program.Said plain = japply(next, line.split(" ", -1));
    assertThat(said.status()).isEqualTo(plain.status());
    assertThat(timeless(said.out())).isEqualTo(timeless(plain.out()));
    String command =
        words.substring(0, words.indexOf(' ') < 0 ? words.length() : words.indexOf(' '));
    boolean previews = words.matches("(diff|why|plan) -f -");
    assertThat(timeless(said.err()))
        .isEqualTo(
            (previews ? hint(home.resolve("kuberc") + ":6", command) : "") + timeless(plain.err()));
  }

  private static String hint(String place, String command) {
    return ("Warning: %s: apply is server-side by this default, but this preview is not; japply %s"
            + " --server-side shows what apply would do\n")
        .formatted(place, command);
  }

  /// The project file comes before the preferences.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{apply: {server-side: true}} | | true",
        "{apply: {server-side: false}} | | false",
        "{apply: {server-side: true}} | --server-side | false",
        "{apply: {server-side: true}} | --server-side=false | false",
        "{apply: {server-side: true}, diff: {server-side: true}} | | false",
        "{apply: {server-side: true}, diff: {server-side: false}} | | false",
        "{apply: {server-side: true}} | --local | false",
        "{apply: {server-side: true}} | --no-warn=other-method | false",
        "{apply: {wait: true}} | | true",
      })
  void warnsOfPreviewsByAnotherMethod(String defaults, @Nullable String flag, boolean warns)
      throws IOException {
    String project = project(defaults);
    String[] flags = {project, "--kuberc=" + recommended(), "--summary=false"};
    Program.Said diff =
        on("diff", MAP.formatted("a: '1'"), flag == null ? flags : with(flag, flags));
    assertThat(diff.status()).as(diff.err()).isEqualTo(1);
    boolean preferred = defaults.contains("wait");
    String place = home.resolve(preferred ? "kuberc" : "japply.yaml") + (preferred ? ":6" : ":3");
    assertThat(diff.err()).isEqualTo(warns ? hint(place, "diff") : "");
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
