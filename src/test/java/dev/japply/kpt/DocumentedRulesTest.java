package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where kpt's documentation of `kpt pkg update` says one thing and kpt does another: what japply
/// does. `docs/pkg-merge.md` has a row for each.
@Tag("process")
class DocumentedRulesTest {
  private static final String NO_COMMENTS = "--merge-comments=false";

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replicas: 1
        paused: false
        template:
          spec:
            containers:
            - name: web
              image: web:1
              args: [a]
              env:
              - name: A
                value: "1"
      """;
  private static final String WIDGET =
      """
      apiVersion: example.com/v1
      kind: Widget
      metadata:
        name: w
      parts:
      - name: a
        size: 1
      - name: b
        size: 1
      """;

  private static final String KPTFILE =
      "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: up\ninfo:\n  site: one\n";

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(Map.of("web.yaml", WEB, "widget.yaml", WIDGET, "Kptfile", KPTFILE));
        folder.git("tag", "--annotate", "--message=v1", "v1");
      });

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void get() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    String address = "file://" + upstream.path() + "/.git@v1";
    assertThat(run(Map.of(), "pkg", "get", address, local("").toString(), NO_COMMENTS).status())
        .isZero();
  }

  private Path local(String name) {
    return directory.resolve("mine").resolve(name);
  }

  private Said run(Map<String, String> variables, String... arguments) {
    var environment = new HashMap<>(variables);
    environment.putIfAbsent("HOME", directory.toString());
    return Program.run(environment, "", List.of(arguments));
  }

  private Said update(String... flags) {
    var arguments = new ArrayList<>(List.of("pkg", "update", local("") + "@v2"));
    arguments.addAll(List.of(flags));
    return run(Map.of(), arguments.toArray(String[]::new));
  }

  private void release(String name, String text) throws Exception {
    upstream.commit(Map.of(name, text));
    upstream.git("tag", "v2");
  }

  private void edit(String name, String before, String after) throws Exception {
    String text = Files.readString(local(name));
    assertThat(text).contains(before);
    Files.writeString(local(name), text.replace(before, after));
  }

  @Test
  void editsMustBeCommittedUnlessTheFlagAllowsIt() throws Exception {
    release("web.yaml", WEB.replace("web:1", "web:2"));
    GitFolder mine = GitFolder.in(local(""));
    mine.commit();
    edit("web.yaml", "replicas: 1", "replicas: 3");
    Said refused = update();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("1 file is edited here and not committed: web.yaml");
    Said warned = update("--require-clean=false");
    assertThat(warned.status()).isZero();
    assertThat(warned.err()).contains("Warning: ", "1 file is edited here and not committed");
  }

  @Test
  void withoutTheFlagTheKptfilesStrategyHolds() throws Exception {
    edit("Kptfile", "updateStrategy: resource-merge", "updateStrategy: fast-forward");
    edit("web.yaml", "replicas: 1", "replicas: 3");
    release("web.yaml", WEB.replace("web:1", "web:2"));
    Said said = update();
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).contains("fast-forward updates only packages without local edits");
    assertThat(Files.readString(local("Kptfile"))).contains("updateStrategy: fast-forward");
  }

  @Test
  void anObjectIsKnownByWhatItIsCalledAndNotByItsFile() throws Exception {
    Files.move(local("web.yaml"), local("moved.yaml"));
    release("web.yaml", WEB.replace("web:1", "web:2"));
    assertThat(update().status()).isZero();
    assertThat(local("moved.yaml")).hasContent(WEB.replace("web:1", "web:2"));
    assertThat(local("web.yaml")).doesNotExist();
  }

  @Test
  void whatUpstreamDeletedAndWasEditedHereStaysAndIsTold() throws Exception {
    edit("web.yaml", "replicas: 1", "replicas: 3");
    Files.delete(upstream.path().resolve("web.yaml"));
    Files.delete(upstream.path().resolve("widget.yaml"));
    upstream.commit();
    upstream.git("tag", "v2");
    Said said = update();
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err()).contains("web.yaml").contains("Deployment web");
    assertThat(local("web.yaml")).content().contains("replicas: 3");
    assertThat(local("widget.yaml")).doesNotExist();
    edit("Kptfile", "ref: v2", "ref: v1");
    String locked = Files.readString(local("Kptfile"));
    Files.writeString(
        local("Kptfile"),
        locked.replaceAll("commit: .*", "commit: " + upstream.git("rev-parse", "v1^{commit}")));
    Said deleted = update("--on-conflict=upstream");
    assertThat(deleted.status()).isEqualTo(3);
    assertThat(deleted.err()).contains("Deployment web: changed here, and deleted upstream; is de");
    assertThat(local("web.yaml")).doesNotExist();
  }

  @Test
  void whereBothChangedAFieldTheLocalValueStaysUnlessUpstreamIsToWin() throws Exception {
    edit("web.yaml", "replicas: 1", "replicas: 3");
    release("web.yaml", WEB.replace("replicas: 1", "replicas: 2"));
    Said said = update();
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err())
        .contains("web.yaml:6: Deployment web: spec.replicas: was 1, upstream 2, here 3");
    assertThat(local("web.yaml")).content().contains("replicas: 3");
    edit("Kptfile", "ref: v2", "ref: v1");
    String locked = Files.readString(local("Kptfile"));
    Files.writeString(
        local("Kptfile"),
        locked.replaceAll("commit: .*", "commit: " + upstream.git("rev-parse", "v1^{commit}")));
    assertThat(update("--on-conflict=upstream").status()).isEqualTo(3);
    assertThat(local("web.yaml")).content().contains("replicas: 2");
  }

  @Test
  void whatUpstreamDidNotChangeKeepsTheLocalValue() throws Exception {
    edit("web.yaml", "replicas: 1", "replicas: 3");
    release("web.yaml", WEB.replace("web:1", "web:2"));
    assertThat(update().status()).isZero();
    assertThat(local("web.yaml"))
        .hasContent(WEB.replace("replicas: 1", "replicas: 3").replace("web:1", "web:2"));
  }

  @Test
  void keysAreRecognisedByTheirNamesOnlyWhereAsked() throws Exception {
    edit("widget.yaml", "b\n  size: 1", "b\n  size: 9");
    release("widget.yaml", WIDGET.replace("a\n  size: 1", "a\n  size: 2"));
    assertThat(update("--dry-run").status()).isEqualTo(3);
    assertThat(update("--infer-keys").status()).isZero();
    assertThat(local("widget.yaml")).content().contains("size: 2", "size: 9");
  }

  @Test
  void aNullIsAValueOfScalarsMapsAndListsOfEachKind() throws Exception {
    edit("web.yaml", "replicas: 1", "replicas: null");
    edit(
        "web.yaml",
        "        env:\n        - name: A\n          value: \"1\"\n",
        "        env: null\n");
    release("web.yaml", WEB.replace("[a]", "null").replace("paused: false", "paused: null"));
    assertThat(update().status()).isZero();
    assertThat(local("web.yaml"))
        .content()
        .contains("replicas: null\n", "paused: null\n", "args: null\n", "env: null\n");
  }

  @Test
  void whatIsMissingHereStaysAwayUnlessUpstreamChangedIt() throws Exception {
    edit("web.yaml", "        env:\n        - name: A\n          value: \"1\"\n", "");
    release("web.yaml", WEB.replace("web:1", "web:2"));
    assertThat(update().status()).isZero();
    assertThat(local("web.yaml")).content().doesNotContain("env", "{}", "[]");
    upstream.git("tag", "--delete", "v2");
    release("web.yaml", WEB.replace("web:1", "web:2").replace("value: \"1\"", "value: \"2\""));
    assertThat(update("--on-conflict=upstream").status()).isEqualTo(3);
    assertThat(local("web.yaml")).content().contains("- name: A\n          value: \"2\"");
  }

  @Test
  void forceDeleteReplaceReplacesTheKptfileToo() throws Exception {
    edit("Kptfile", "site: one", "site: mine");
    edit("web.yaml", "replicas: 1", "replicas: 3");
    Files.writeString(local("own.yaml"), WIDGET);
    upstream.write("Kptfile", "apiVersion: kpt.dev/v1\nkind: Kptfile\ninfo:\n  site: two\n");
    release("web.yaml", WEB.replace("web:1", "web:2"));
    assertThat(update("--strategy=force-delete-replace").status()).isZero();
    assertThat(local("web.yaml")).hasContent(WEB.replace("web:1", "web:2"));
    assertThat(local("own.yaml")).doesNotExist();
    assertThat(local("Kptfile")).content().contains("site: two").contains("name: mine");
  }

  @Test
  void theLockNamesTheCommitOfAnAnnotatedTag() throws Exception {
    String commit = upstream.git("rev-parse", "v1^{commit}");
    assertThat(commit).isNotEqualTo(upstream.git("rev-parse", "v1"));
    assertThat(Files.readString(local("Kptfile"))).contains("commit: " + commit);
  }

  @Test
  void kptsVariableForTheCacheHoldsToo() {
    String address = "file://" + upstream.path() + "/.git@v1";
    String cache = directory.resolve("cache").toString();
    run(Map.of("KPT_CACHE_DIR", cache), "pkg", "get", address, local("two").toString());
    assertThat(directory.resolve("cache/japply")).isDirectory();
    String other = directory.resolve("own").toString();
    run(
        Map.of("KPT_CACHE_DIR", cache, "JAPPLY_CACHE_DIR", other),
        "pkg",
        "get",
        address,
        local("three").toString());
    assertThat(directory.resolve("own/japply")).isDirectory();
  }
}
