package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.object.LastApplied;
import dev.japply.object.OwnedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that are too large for the last-applied annotation, on a real API server.
@UsesTestCluster
class LargeObjectsOnServerTest extends WebOnServer {
  private static final int CHANGED = 10;
  private static final String LARGE = "--large=server-side";
  private static final String BOTH = "configmap/large serverside-applied\nconfigmap/small %s\n";

  LargeObjectsOnServerTest(TestCluster server) {
    super(server);
  }

  /// A ConfigMap that no annotation can hold, and one that is small.
  private static String manifests(String value) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: large}
    data: {text: "%s", k: "%s"}
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: small}
    data: {k: "1"}
    """
        .formatted("x".repeat(300_000), value);
  }

  private Program.Said apply(String value, String... flags) {
    return on("apply", manifests(value), flags);
  }

  private MapValue large() {
    return object("configmap/large");
  }

  @Test
  void appliesJustLargeObjectsByTheServer() {
    Program.Said refused = apply("1", "--summary=false");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.out()).isEqualTo("configmap/small created\n");
    assertThat(refused.err())
        .startsWith(
            "error: STDIN:1: ConfigMap " + namespace + "/large: metadata.annotations: Too long")
        .contains("or apply with --large=server-side, which applies such objects by the server");
    Program.Said applied = apply("1", LARGE);
    assertThat(applied.out()).isEqualTo(BOTH.formatted("unchanged"));
    assertThat(large().map("metadata").has("annotations")).isFalse();
    assertThat(OwnedFields.of(large(), "kubectl").paths())
        .extracting(FieldPath::toString)
        .containsExactly("data.k", "data.text");
    MapValue small = object("configmap/small");
    assertThat(small.map("metadata").map("annotations").has(LastApplied.KEY)).isTrue();
    Program.Said same = apply("1", LARGE, "--exit-code");
    assertThat(same.out()).isEqualTo(BOTH.formatted("unchanged"));
    assertThat(same.status()).isZero();
    assertThat(apply("2", LARGE, "--exit-code").status()).isEqualTo(CHANGED);
    assertThat(large().map("data").text("k")).isEqualTo("2");
  }

  /// Once it was small, and was applied with the annotation.
  @Test
  void movesAnObjectThatHasGrown() {
    String grown = manifests("1");
    String once = grown.replace("x".repeat(300_000), "x").replace("k: \"1\"}", "k: \"1\", old: z}");
    assertThat(on("apply", once).status()).isZero();
    assertThat(on("apply", grown, LARGE).out()).startsWith("configmap/large serverside-applied\n");
    assertThat(large().map("data").has("old")).isFalse();
    assertThat(OwnedFields.of(large(), "kubectl").owns(data("text"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--take=ConfigMap/large:data.k", "--force-conflicts"})
  void settlesConflictsOfLargeObjects(String flag) {
    assertThat(apply("1", LARGE).status()).isZero();
    kubectl("patch", "configmap/large", "-p", "{\"data\":{\"k\":\"9\"}}", "--field-manager=edit");
    Program.Said refused = apply("1", LARGE);
    assertThat(refused.err()).contains(".data.k (live \"9\", manifest \"1\"").contains("--take=");
    assertThat(apply("1", LARGE, "--leave=manager=edit").out())
        .startsWith("configmap/large serverside-applied\n");
    assertThat(large().map("data").text("k")).isEqualTo("9");
    assertThat(apply("1", LARGE, flag).out()).startsWith("configmap/large serverside-applied\n");
    assertThat(large().map("data").text("k")).isEqualTo("1");
    assertThat(apply("1", flag).err()).contains(" only works with --server-side");
  }

  @Test
  void readsTheFlagFromTheProject() throws IOException {
    Path project =
        Files.writeString(
            home.resolve("japply.yaml"),
            """
            apiVersion: japply.dev/v1
            kind: Project
            defaults: {apply: {large: server-side, field-manager: team}}
            """);
    assertThat(apply("1", "--project=" + project).out()).isEqualTo(BOTH.formatted("created"));
    assertThat(OwnedFields.of(large(), "team").owns(data("k"))).isTrue();
    assertThat(apply("1", "--project=" + project, "--large=refuse").status()).isEqualTo(1);
  }

  @Test
  void showsDryRuns() {
    assertThat(apply("1", LARGE, "--dry-run=client").out())
        .isEqualTo(
            "configmap/large serverside-applied (dry run)\nconfigmap/small created (dry run)\n");
    assertThat(apply("1", LARGE, "--dry-run=server").out())
        .isEqualTo(
            "configmap/large serverside-applied (server dry run)\n"
                + "configmap/small created (server dry run)\n");
    assertThat(server.read(namespace, "configmap/large")).isEqualTo(Optional.empty());
    Program.Said wrong = apply("1", "--large=split");
    assertThat(wrong.err())
        .contains("invalid --large value \"split\"; must be refuse or server-side");
  }

  private static String both(String value) {
    return manifests(value)
        .replace("small}\ndata: {k: \"1\"}", "small}\ndata: {k: \"" + value + "\"}");
  }

  @ParameterizedTest
  @CsvSource({"kubectl", "team"})
  void carriesOutPlansOfBothMethods(String manager) {
    String file = home.resolve("plan.json").toString();
    String[] own = {LARGE, "--field-manager=" + manager};
    String[] flags = with("--out=" + file, own);
    assertThat(on("plan", both("2"), "--out=" + file).err())
        .contains("Too long", "--large=server-side");
    assertThat(on("plan", both("1"), flags).out()).contains(": to be created\n");
    assertThat(on("apply", both("1"), "--plan=" + file).out()).isEqualTo(BOTH.formatted("created"));
    assertThat(OwnedFields.of(large(), manager).owns(data("k"))).isTrue();
    Program.Said plan = on("plan", both("2"), flags);
    assertThat(plan.err()).isEmpty();
    assertThat(plan.out())
        .containsPattern(
            "ConfigMap "
                + namespace
                + "/large .*: 1 field changes\n  ~ data.k +\"1\" -> \"2\"\n +changed")
        .containsPattern(
            "ConfigMap "
                + namespace
                + "/small .*: 1 field changes\n  ~ data.k +\"1\" -> \"2\"\n +changed");
    assertThat(japply("", "show", file).out()).isEqualTo(plan.out());
    kubectl("patch", "configmap/large", "-p", "{\"data\":{\"k\":\"9\"}}", "--field-manager=edit");
    Program.Said stale = on("apply", both("2"), "--plan=" + file);
    assertThat(stale.out()).isEmpty();
    assertThat(stale.err())
        .contains(
            "ConfigMap " + namespace + "/large: changed since it was planned: data.k; plan again");
    assertThat(object("configmap/small").map("data").text("k")).isEqualTo("1");
    assertThat(on("plan", both("2"), flags).err()).contains("--take=ConfigMap/large:data.k");
    assertThat(on("plan", both("2"), with("--take=manager=edit", flags)).out())
        .containsPattern("data.k +\"9\" -> \"2\"\n +taken over from edit");
    assertThat(on("apply", both("2"), "--plan=" + file, LARGE).err())
        .contains("--large cannot be used with --plan");
    assertThat(on("apply", both("2"), "--plan=" + file).out())
        .isEqualTo(BOTH.formatted("configured"));
    assertThat(large().map("data").text("k")).isEqualTo("2");
    assertThat(on("apply", both("2"), "--plan=" + file, "--exit-code").status()).isZero();
    assertThat(on("plan", both("2"), own).out()).doesNotContain("data.k");
  }

  private Program.Said confirm(String answer, String manifest, String... flags) throws IOException {
    Path file = Files.writeString(home.resolve("m.yaml"), manifest);
    String[] args = with("-f", with(file.toString(), with("--confirm", with(LARGE, flags))));
    return server.prompt(home, namespace, answer, with("apply", with("--summary=false", args)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubectl", "team"})
  void confirmsObjectsOfBothMethods(String manager) throws IOException {
    String own = "--field-manager=" + manager;
    assertThat(confirm("y\n", both("1"), own).out()).isEqualTo(BOTH.formatted("created"));
    assertThat(OwnedFields.of(large(), manager).owns(data("k"))).isTrue();
    Program.Said no = confirm("n\n", both("2"), own);
    assertThat(no.out()).isEmpty();
    assertThat(no.err())
        .containsPattern(
            "ConfigMap "
                + namespace
                + "/large .*: 1 field changes\n  ~ data.k +\"1\" -> \"2\"\n +changed")
        .containsPattern(
            "ConfigMap "
                + namespace
                + "/small .*: 1 field changes\n  ~ data.k +\"1\" -> \"2\"\n +changed")
        .endsWith("? [y/N] error: not confirmed: nothing was changed\n");
    assertThat(large().map("data").text("k")).isEqualTo("1");
    assertThat(confirm("y\n", both("2"), own).out()).isEqualTo(BOTH.formatted("configured"));
    assertThat(confirm("", both("2"), own).err())
        .isEqualTo("nothing changes: 2 objects stay as they are\n");
    kubectl("patch", "configmap/large", "-p", "{\"data\":{\"k\":\"9\"}}", "--field-manager=edit");
    Program.Said refused = confirm("y\n", both("3"), own);
    assertThat(refused.err()).contains("--take=ConfigMap/large:data.k").doesNotContain("[y/N]");
    assertThat(refused.out()).isEmpty();
    assertThat(object("configmap/small").map("data").text("k")).isEqualTo("2");
    Program.Said taken = confirm("y\n", both("3"), own, "--take=manager=edit");
    assertThat(taken.err()).containsPattern("data.k +\"9\" -> \"3\"\n +taken over from edit");
    assertThat(taken.out()).isEqualTo(BOTH.formatted("configured"));
    assertThat(large().map("data").text("k")).isEqualTo("3");
  }

  @Test
  void recreatesALargeObjectByARule() {
    String note = "name: large, annotations: {japply.dev/recreate: on-immutable-change}}";
    String one = manifests("1").replace("name: large}", note + "\nimmutable: true");
    String two = manifests("2").replace("name: large}", note + "\nimmutable: true");
    assertThat(on("apply", one, LARGE).status()).isZero();
    Path file = home.resolve("recreating.json");
    assertThat(on("plan", two, LARGE, "--out=" + file).out())
        .contains("to be deleted and recreated\n    by its annotation japply.dev/recreate");
    Program.Said applied = on("apply", two, "--plan=" + file);
    assertThat(applied.out()).as("%s", applied).startsWith("configmap/large recreated\n");
    assertThat(large().map("data").text("k")).isEqualTo("2");
    assertThat(OwnedFields.of(large(), "kubectl").owns(data("k"))).isTrue();
    assertThat(on("apply", one, LARGE).out()).startsWith("configmap/large recreated\n");
  }

  @Test
  void showsChangesOfLargeObjects() {
    assertThat(apply("1", LARGE).status()).isZero();
    assertThat(on("why", manifests("2")).err()).contains("--large=server-side");
    assertThat(on("why", manifests("2"), LARGE).out())
        .containsPattern("data.k +\"1\" -> \"2\"\n +changed in the manifest");
    Program.Said diff = on("diff", manifests("2"), LARGE);
    assertThat(diff.out()).contains("-  k: \"1\"\n+  k: \"2\"\n");
    assertThat(diff.status()).isEqualTo(1);
    for (String command : List.of("diff", "plan", "why")) {
      assertThat(on(command, manifests("2"), LARGE, "--local").err())
          .contains("--local cannot be used with --large=server-side, where the server merges");
    }
  }

  /// A small object of server-side apply is none of a client-side apply.
  @Test
  void prunesLargeObjects() {
    String labeled = manifests("1").replaceAll("name: (\\w+)}", "name: $1, labels: {run: x}}");
    String[] prune = {LARGE, "--prune", "-l", "run=x", "--prune-allowlist=core/v1/ConfigMap"};
    assertThat(on("apply", labeled, prune).status()).isZero();
    String left = labeled.substring(labeled.indexOf("---\n") + 4);
    assertThat(serverSide(left.replace("small", "other")).status()).isZero();
    assertThat(on("apply", left, prune).out())
        .isEqualTo("configmap/small unchanged\nconfigmap/large pruned\n");
    assertThat(server.read(namespace, "configmap/other")).isPresent();
  }

  @Test
  void keepsIgnoredFieldsOfLargeObjects() {
    assertThat(apply("1", LARGE).status()).isZero();
    kubectl("patch", "configmap/large", "-p", "{\"data\":{\"k\":\"9\"}}", "--field-manager=edit");
    assertThat(apply("1", LARGE, "--ignore=ConfigMap/large:data.k").status()).isZero();
    assertThat(large().map("data").get("k")).isEqualTo(Value.text("9"));
  }
}
