package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `diff` shows of objects, what it leaves out, and what of it counts.
class DiffTextTest {
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"a"}}
      """;
  private static final String CHANGED = C.replace("\"a\"", "\"b\"");
  private static final String KEY = "configmaps default/c";
  private static final List<String> ACCOUNTS =
      List.of(
          "creationTimestamp",
          "generation",
          "resourceVersion",
          "uid",
          "managedFields",
          "status",
          "last-applied");

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private Ran diff(String manifest, String... flags) {
    return setting.reading(manifest).run(args("diff", flags));
  }

  private static String[] args(String command, String... flags) {
    return Stream.concat(Stream.of(command, "-f", "-"), Stream.of(flags)).toArray(String[]::new);
  }

  private void apply(String manifest) {
    assertThat(setting.reading(manifest).run(args("apply")).status()).isZero();
  }

  /// As a server keeps account of it.
  private void applied() {
    apply(C);
    account(KEY, "1");
  }

  private void account(String key, String generation) {
    MapValue live = cluster.object(key);
    MapValue metadata =
        live.map("metadata")
            .with("creationTimestamp", Value.text("2026-11-21T00:00:00Z"))
            .with("generation", Json.parse(generation))
            .with("managedFields", Json.parse("[{\"manager\":\"m\"}]"));
    cluster.objects.put(
        key,
        live.with("metadata", metadata)
            .with("status", Json.parse("{\"seen\":" + generation + "}")));
  }

  /// The server counts a change, as it does of most types.
  private Ran diffCounted(String... flags) {
    account(KEY, "1");
    cluster.before(
        "PATCH",
        () -> {
          account(KEY, "2");
          cluster.answer(cluster.object(KEY).with("data", Json.parse("{\"k\":\"b\"}")));
        });
    return diff(CHANGED, flags);
  }

  @Test
  void leavesOutWhatTheServerKeepsAccountWith() {
    applied();
    assertThat(diffCounted())
        .extracting(Ran::status, Ran::out)
        .containsExactly(
            1,
            """
            ConfigMap default/c (STDIN:1)
            --- LIVE/v1.ConfigMap.default.c\t2026-11-21 12:34:56.123456789 +0000
            +++ MERGED/v1.ConfigMap.default.c\t2026-11-21 12:34:56.123456789 +0000
            @@ -1,6 +1,6 @@
             apiVersion: v1
             data:
            -  k: a
            +  k: b
             kind: ConfigMap
             metadata:
               name: c
            """);
  }

  @Test
  void showsItOnRequest() {
    applied();
    assertThat(diffCounted("--show-metadata", "-U99").out())
        .startsWith("ConfigMap default/c (STDIN:1)\n--- ")
        .contains("\n-  generation: 1\n", "\n+  generation: 2\n", "\n-  seen: 1\n")
        .contains(ACCOUNTS);
    assertThat(diffCounted("--show-metadata", "--show-managed-fields=false", "-U99").out())
        .contains("resourceVersion")
        .doesNotContain("managedFields");
    assertThat(diffCounted("--show-managed-fields", "-U99").out())
        .contains("managedFields")
        .doesNotContain("resourceVersion", "status");
  }

  @Test
  void showsWhatKubectlShowsInItsWay() {
    applied();
    Ran compat = diffCounted("--compat=kubectl", "-U99");
    assertThat(compat.out())
        .startsWith(
            "diff -u -N LIVE/v1.ConfigMap.default.c MERGED/v1.ConfigMap.default.c\n"
                + "--- LIVE/v1.ConfigMap.default.c\t")
        .contains("\n-  generation: 1\n", "\n   uid: uid-1\n", "last-applied")
        .doesNotContain("managedFields");
    assertThat(diffCounted("--compat=kubectl", "--show-metadata", "-U99").out())
        .isEqualTo(compat.out());
    assertThat(diffCounted("--compat=kubectl", "--show-managed-fields", "-U99").out())
        .contains("managedFields");
  }

  /// A webhook that gives the object a new generation, say.
  @Test
  void doesNotCountWhatItLeavesOut() {
    applied();
    MapValue live = cluster.object(KEY);
    String labelled = C.replace("\"name\"", "\"labels\":{\"l\":\"v\"},\"name\"");
    Runnable drop =
        () -> {
          account(KEY, "2");
          cluster.answer(cluster.object(KEY)); // the server does not keep the label
        };
    cluster.objects.put(KEY, annotated(live, labelled));
    cluster.before("PATCH", drop);
    assertThat(diff(labelled)).extracting(Ran::status, Ran::out).containsExactly(0, "");
    account(KEY, "1");
    cluster.before("PATCH", drop);
    assertThat(diff(labelled, "--show-metadata").status()).isEqualTo(1);
    account(KEY, "1");
    cluster.before("PATCH", drop);
    assertThat(diff(labelled, "--compat=kubectl").status()).isEqualTo(1);
  }

  /// The object as if that had been applied last.
  private MapValue annotated(MapValue live, String manifest) {
    String text =
        LastApplied.encode(
            ((MapValue) Json.parse(manifest))
                .with(
                    "metadata",
                    ((MapValue) Json.parse(manifest))
                        .map("metadata")
                        .with("namespace", Value.text("default"))));
    return live.with(
        "metadata",
        live.map("metadata").with("annotations", MapValue.of(LastApplied.KEY, Value.text(text))));
  }

  /// As an object is that was not made by apply.
  private void loseAnnotation() {
    MapValue live = cluster.object(KEY);
    MapValue others = (MapValue) Json.parse("{\"note\":\"x\"}");
    cluster.objects.put(
        KEY, live.with("metadata", live.map("metadata").with("annotations", others)));
  }

  @Test
  void tellsInOneLineThatOnlyTheAnnotationChanges() {
    applied();
    loseAnnotation();
    String line = "ConfigMap default/c (STDIN:1): only the last-applied annotation changes\n";
    assertThat(diff(C)).extracting(Ran::status, Ran::out).containsExactly(1, line);
    assertThat(diff(C, "--show-metadata").out()).isEqualTo(line);
    assertThat(diff(C, "--local").out()).isEqualTo(line);
    assertThat(diff(C, "--exit-code=false").status()).isZero();
    assertThat(diff(C, "--server-side", "--field-manager=me", "--force-conflicts").out())
        .doesNotContain("annotation");
    assertThat(diff(C, "--compat=kubectl"))
        .extracting(Ran::status, Ran::out)
        .containsExactly(0, "");
    assertThat(setting.reading(C).run(args("apply")).out()).isEqualTo("configmap/c configured\n");
    assertThat(diff(C)).extracting(Ran::status, Ran::out).containsExactly(0, "");
  }

  /// A field that left the manifest and the object.
  @Test
  void tellsThatTheAnnotationIsOld() {
    apply(C.replace("}}", ",\"gone\":\"x\"}}"));
    cluster.objects.replaceAll(
        (key, object) -> object.with("data", object.map("data").without("gone")));
    assertThat(diff(C).out()).hasLineCount(1).contains("only the last-applied annotation");
    assertThat(diff(CHANGED).out()).doesNotContain("annotation");
  }

  @Test
  void showsAStatusThatTheManifestSets() {
    String widget =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"status":{"on":true}}
        """;
    apply(widget);
    assertThat(diff(widget)).extracting(Ran::status, Ran::out).containsExactly(0, "");
    assertThat(diff(widget.replace("true", "false"))).extracting(Ran::status).isEqualTo(1);
    assertThat(diff(widget.replace("true", "false")).out())
        .contains("\n-  \"on\": true\n+  \"on\": false\n");
    assertThat(diff(widget.replace("\"w\"", "\"new\"")).out()).doesNotContain("status");
  }

  @Test
  void showsAsMuchContextAsAskedFor() {
    applied();
    assertThat(diff(CHANGED, "-U", "0").out()).contains("@@ -3 +3 @@\n-  k: a\n+  k: b\n");
    assertThat(diff(CHANGED, "--unified=1").out()).contains("@@ -2,3 +2,3 @@\n data:\n-  k: a\n");
    assertThat(diff(CHANGED, "-U", "1000000").out()).contains("@@ -1,7 +1,7 @@\n");
    assertThat(diff(CHANGED, "-U", "-1"))
        .extracting(Ran::status, Ran::err)
        .containsExactly(2, "error: invalid --unified value \"-1\"; must be at least 0\n");
    Ran program =
        setting.with(Map.of("KUBECTL_EXTERNAL_DIFF", "true")).run("diff", "-f", "x", "-U1");
    assertThat(program)
        .extracting(Ran::status, Ran::err)
        .containsExactly(
            2, "error: -U cannot be used with KUBECTL_EXTERNAL_DIFF: pass it to that program\n");
  }

  @Test
  void takesADifferenceForSuccessOnRequest() {
    applied();
    assertThat(diff(CHANGED, "--exit-code=false"))
        .extracting(Ran::status, Ran::out)
        .containsExactly(0, diff(CHANGED).out());
    assertThat(diff(CHANGED).status()).isEqualTo(1);
    cluster.fail("PATCH", 422, "Invalid", "no good");
    assertThat(diff(CHANGED, "--exit-code=false").status()).isEqualTo(2);
  }

  private Ran diffBy(String program, String manifest, String... flags) {
    String path = String.valueOf(System.getenv("PATH"));
    return setting
        .with(Map.of("KUBECTL_EXTERNAL_DIFF", program, "PATH", path))
        .reading(manifest)
        .run(args("diff", flags));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--show-metadata", "--compat=kubectl"})
  void givesTheSameToAProgram(String flag) {
    applied();
    String[] flags = flag.isEmpty() ? new String[0] : new String[] {flag};
    Ran ran = diffBy("diff -r -U99", CHANGED, flags);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.out()).contains("-  k: a\n", "+  k: b\n");
    for (String field : List.of("uid", "resourceVersion", "generation", "status")) {
      assertThat(ran.out().contains(field)).as(field).isEqualTo(!flag.isEmpty());
    }
    assertThat(ran.out().contains("managedFields")).isEqualTo(flag.contains("metadata"));
  }

  @Test
  void tellsOfTheAnnotationBesideAProgram() {
    applied();
    loseAnnotation();
    String line = "ConfigMap default/c (STDIN:1): only the last-applied annotation changes\n";
    assertThat(diffBy("diff -r", C)).extracting(Ran::status, Ran::out).containsExactly(1, line);
    assertThat(diffBy("diff -r", C, "--exit-code=false").status()).isZero();
    assertThat(diffBy("diff -r", C, "--compat=kubectl"))
        .extracting(Ran::status, Ran::out)
        .containsExactly(0, "");
    assertThat(diffBy("diff -r", CHANGED, "--exit-code=false"))
        .extracting(Ran::status)
        .isEqualTo(0);
    assertThat(diffBy("false", CHANGED).status()).isEqualTo(1);
  }

  @Test
  void namesObjectsForPeople() {
    String labelled = C.replace("\"name\"", "\"labels\":{\"l\":\"v\"},\"name\"");
    apply(labelled);
    String namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n\"}}\n";
    Ran ran =
        diff(
            "\n" + namespace + C.replace("\"c\"", "\"d\""),
            "--prune",
            "-l",
            "",
            "--prune-allowlist=core/v1/ConfigMap");
    assertThat(ran.out().lines().filter(line -> line.matches("[A-Z].*")))
        .containsExactly(
            "ConfigMap default/c (no longer in the manifests)",
            "ConfigMap default/d (STDIN:3)",
            "Namespace n (STDIN:2)");
  }
}
