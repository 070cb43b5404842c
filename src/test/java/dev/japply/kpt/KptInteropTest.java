package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages that kpt has fetched, as it leaves them: each object with a comment and an annotation,
/// Kptfiles in its own form. What kpt has written is no local edit.
@Tag("process")
class KptInteropTest {
  private static final String UPSTREAM_OBJECT =
      """
      # The shop.
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: %s
      data:

          v: "%s"   # why
      """;

  private static final String KPTS_OBJECT =
      """
      # The shop.
      apiVersion: v1
      kind: ConfigMap
      metadata: # kpt-merge: /%1$s
        name: %1$s
        annotations:
          internal.kpt.dev/upstream-identifier: '|ConfigMap|default|%1$s'
      data:
        v: "%2$s" # why
      """;

  private static final String INNER =
      """
      # Written by hand.
      apiVersion: kpt.dev/v1
      kind: Kptfile
      metadata: {name: in}
      info: {keywords: [one, two]}
      pipeline:
        mutators:
        - image: gcr.io/kpt-fn/set-labels:v0.1
          configMap: {tier: %s}
      """;

  private static final String KPTS_INNER =
      """
      apiVersion: kpt.dev/v1
      kind: Kptfile
      metadata:
        name: in
      info:
        keywords:
          - one
          - two
      pipeline:
        mutators:
          - image: gcr.io/kpt-fn/set-labels:v0.1
            configMap:
              tier: a
      """;

  /// All that kpt's reader knows of what japply writes; it refuses what it does not know.
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "",
          Set.of("apiVersion", "kind", "metadata", "upstream", "upstreamLock"),
          "metadata",
          Set.of("name"),
          "upstream",
          Set.of("type", "git", "updateStrategy"),
          "upstream.git",
          Set.of("repo", "directory", "ref"),
          "upstreamLock",
          Set.of("type", "git"),
          "upstreamLock.git",
          Set.of("repo", "directory", "ref", "commit"));

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(
            Map.of(
                "web/a.yaml", UPSTREAM_OBJECT.formatted("a", "1"),
                "web/b.yaml", UPSTREAM_OBJECT.formatted("b", "1"),
                "web/in/Kptfile", INNER.formatted("a")));
        folder.git("tag", "v1");
        Files.delete(folder.path().resolve("web/b.yaml"));
        folder.commit(
            Map.of(
                "web/a.yaml", UPSTREAM_OBJECT.formatted("a", "2"),
                "web/in/Kptfile", INNER.formatted("b")));
        folder.git("tag", "v2");
      });

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void makeUpstreamAndLetKptFetchIt() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    write("a.yaml", KPTS_OBJECT.formatted("a", "1"));
    write("b.yaml", KPTS_OBJECT.formatted("b", "1"));
    write("in/Kptfile", KPTS_INNER);
    write("Kptfile", root(upstream.path(), UPSTREAM.commit(0)));
  }

  private static String root(Path repository, String commit) {
    return """
    apiVersion: kpt.dev/v1
    kind: Kptfile
    metadata:
      name: mine
      annotations:
        config.kubernetes.io/local-config: "true"
    upstream:
      type: git
      git:
        repo: file://%1$s
        directory: /web
        ref: v1
      updateStrategy: resource-merge
    upstreamLock:
      type: git
      git:
        repo: file://%1$s
        directory: /web
        ref: v1
        commit: %2$s
    pipeline:
      mutators:
        - image: gcr.io/kpt-fn/set-namespace:v0.4
          configMap:
            namespace: shop
    inventory:
      namespace: default
      name: inventory-1
      inventoryID: 5b05
    status:
      conditions:
        - type: Rendered
          status: "True"
    """
        .formatted(repository, commit);
  }

  private void write(String name, String text) throws IOException {
    Path file = mine().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Path mine() {
    return directory.resolve("mine");
  }

  private String read(String name) throws IOException {
    return Files.readString(mine().resolve(name));
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  @Test
  void whatKptHasWrittenIsNoEdit() {
    Said status = run("pkg", "status", mine().toString());
    assertThat(status.err()).isEmpty();
    // The pipeline and the inventory in the Kptfile are the user's.
    assertThat(status.out())
        .contains("changed: Kptfile")
        .doesNotContain("a.yaml", "b.yaml", "in/Kptfile");
  }

  @Test
  void fastForwardTakesThePackageOver() throws Exception {
    String kptfile = read("Kptfile");
    write("Kptfile", kptfile.substring(0, kptfile.indexOf("pipeline:")) + status(kptfile));
    write("Kptfile", read("Kptfile").replaceAll("(?m)^  annotations:\\n.*\\n", ""));
    Said updated = run("pkg", "update", mine() + "@v2", "--strategy=fast-forward");
    assertThat(updated.err()).isEmpty();
    assertThat(read("a.yaml"))
        .isEqualTo(
            UPSTREAM_OBJECT.formatted("a", "2").replace("metadata:", "metadata: # kpt-merge: /a"));
    assertThat(mine().resolve("b.yaml")).doesNotExist();
    assertThat(read("in/Kptfile")).isEqualTo(INNER.formatted("b"));
  }

  private static String status(String kptfile) {
    return kptfile.substring(kptfile.indexOf("status:"));
  }

  @Test
  void editsBesideKptsMarksAreEdits() throws Exception {
    for (String[] edit :
        new String[][] {
          {"a.yaml", "\"1\"", "\"mine\""},
          {"a.yaml", "# why", "# mine"},
          {"a.yaml", "name: a", "name: a\n  labels: {mine: x}"},
          {"in/Kptfile", "tier: a", "tier: mine"},
          {"in/Kptfile", "- two", "- mine"}
        }) {
      String before = read(edit[0]);
      write(edit[0], before.replace(edit[1], edit[2]));
      assertThat(run("pkg", "status", mine().toString()).out()).contains("changed: " + edit[0]);
      Said refused = run("pkg", "update", mine() + "@v2", "--strategy=fast-forward");
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains(edit[0]).doesNotContain("b.yaml");
      write(edit[0], before);
    }
  }

  /// Also what upstream deletes goes, since nobody has edited it; and kpt's own Kptfile keeps what
  /// it has, in its form.
  @Test
  void anUpdateMergesWhatKptHasFetched() throws Exception {
    String before = read("Kptfile");
    String commit = upstream.git("rev-parse", "v2");
    Said updated = run("pkg", "update", mine() + "@v2");
    assertThat(updated).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(read("a.yaml")).isEqualTo(KPTS_OBJECT.formatted("a", "2"));
    assertThat(mine().resolve("b.yaml")).doesNotExist();
    // Upstream alone has changed what it says.
    assertThat(read("in/Kptfile")).isEqualTo(INNER.formatted("b"));
    assertThat(read("Kptfile"))
        .isEqualTo(
            before.replace("ref: v1", "ref: v2").replaceFirst("commit: .*", "commit: " + commit));
  }

  /// The reader of kpt decodes strictly, so nothing may stand there that it does not know.
  @Test
  void kptKnowsAllThatStandsInANewKptfile() throws Exception {
    String address = "file://" + upstream.path() + "/.git/web@v1";
    Path fetched = directory.resolve("fetched");
    assertThat(run("pkg", "get", address, fetched.toString()).status()).isZero();
    String text = Files.readString(fetched.resolve("Kptfile"));
    MapValue value = (MapValue) YamlSource.parse(text).orElseThrow().value();
    KNOWN.forEach((path, keys) -> {
      MapValue map = value;
      for (String key : path.isEmpty() ? new String[0] : path.split("\\.", -1)) {
        map = map.map(key);
      }
      assertThat(map.entries().keySet()).as(path).containsExactlyInAnyOrderElementsOf(keys);
    });
    assertThat(value.map("upstreamLock").map("git").text("commit")).hasSize(40);
  }

  /// Functions merge one by one, by their names or else by their images, as kpt has it.
  @Test
  void functionsOfPipelinesMergeOneByOne() throws Exception {
    String edited = read("in/Kptfile").replace("tier: a\n", "tier: a\n        owner: me\n");
    write("in/Kptfile", edited + "    - image: gcr.io/kpt-fn/set-project\n");
    upstream.commit(
        Map.of(
            "web/in/Kptfile",
            INNER.formatted("b").replace(":v0.1", ":v0.2")
                + "  - image: localhost:5000/last:v1\n"));
    upstream.git("tag", "v3");
    Said updated = run("pkg", "update", mine() + "@v3");
    assertThat(updated).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(read("in/Kptfile"))
        .contains(
            "set-labels:v0.2\n",
            "tier: b\n",
            "owner: me\n",
            "set-project\n",
            "localhost:5000/last:v1\n")
        .doesNotContain("v0.1", "name: gcr", "name: localhost");
  }
}
