package dev.japply.kpt;

import static dev.japply.kpt.GitFolder.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Packages inside of packages: those that are there, and those that are referred to.
@Tag("process")
class InnerPackagesTest {
  private static final String NO_COMMENTS = "--merge-comments=false";

  private static final GitFixture OTHER =
      new GitFixture(folder -> {
        folder.commit(Map.of("db/db.yaml", configMap("db", "1"), "db/Kptfile", kptfile("db", "")));
        folder.git("tag", "v1");
        folder.commit(
            Map.of("db/db.yaml", configMap("db", "2"), "db/new.yaml", configMap("new", "1")));
        folder.git("tag", "v2");
      });

  @TempDir private Path directory;
  private GitFolder upstream;
  private GitFolder other;

  @BeforeEach
  void makeUpstreams() throws Exception {
    other = OTHER.in(directory.resolve("other"));
    upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(
        Map.of(
            "web/app.yaml",
            configMap("app", "1"),
            "web/in/Kptfile",
            kptfile("in", "info:\n  description: one\n"),
            "web/in/in.yaml",
            configMap("in", "1"),
            "web/db/Kptfile",
            kptfile("db", reference("v1"))));
    upstream.git("tag", "v1");
    upstream.commit(
        Map.of(
            "web/in/Kptfile",
            kptfile("in", "info:\n  description: two\n"),
            "web/in/in.yaml",
            configMap("in", "2"),
            "web/in/more.yaml",
            configMap("more", "1"),
            "web/db/Kptfile",
            kptfile("db", reference("v2"))));
    upstream.git("tag", "v2");
    Said got = run("pkg", "get", address("v1"), mine().toString(), NO_COMMENTS);
    assertThat(got).extracting(Said::status, Said::err).containsExactly(0, "");
  }

  private static String kptfile(String name, String rest) {
    return "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: " + name + "\n" + rest;
  }

  private String reference(String version) {
    return reference("file://" + other.path() + "/.git", "/db", version);
  }

  private static String reference(String repo, String path, String version) {
    return "upstream:\n  type: git\n  git:\n    repo: %s\n    directory: %s\n    ref: %s\n"
        .formatted(repo, path, version);
  }

  private String address(String version) {
    return "file://" + upstream.path() + "/.git/web@" + version;
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  private Path mine(String... more) {
    return directory.resolve("mine").resolve(Path.of("", more));
  }

  private Said update(int status, String... more) {
    return update("v2", status, more);
  }

  private Said update(String version, int status, String... more) {
    var command = new ArrayList<>(List.of("pkg", "update", mine() + "@" + version));
    command.addAll(List.of(more));
    Said said = run(command.toArray(String[]::new));
    assertThat(said.status()).as(said.out() + said.err()).isEqualTo(status);
    return said;
  }

  private static void edit(Path file, String before, String after) throws IOException {
    Files.writeString(file, Files.readString(file).replace(before, after));
  }

  @Test
  void whatIsReferredToIsFetchedAndLocked() throws Exception {
    assertThat(mine("db", "db.yaml")).hasContent(configMap("db", "1"));
    assertThat(mine("db", "Kptfile"))
        .content()
        .contains("name: db\n", "ref: v1\n")
        .containsPattern("upstreamLock:\n(?s:.*)ref: v1\n    commit: [0-9a-f]{40}\n");
    assertThat(run("pkg", "status", mine().toString()).out()).contains("local edits: none");
    assertThat(run("pkg", "diff", mine().toString()).out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"resource-merge", "fast-forward", "force-delete-replace"})
  void updatesReachAllOfThem(String strategy) throws Exception {
    assertThat(run("pkg", "diff", mine() + "@v2", "--type=remote").out())
        .contains("+++ b/db/new.yaml\n", "+++ b/in/more.yaml\n");
    update(0, "--strategy=" + strategy);
    assertThat(mine("db", "db.yaml")).hasContent(configMap("db", "2"));
    assertThat(mine("db", "new.yaml")).hasContent(configMap("new", "1"));
    assertThat(mine("in", "in.yaml")).hasContent(configMap("in", "2"));
    assertThat(mine("in", "Kptfile")).content().contains("description: two");
    String kptfile = Files.readString(mine("db", "Kptfile"));
    assertThat(kptfile).contains("ref: v2\n", "commit: " + other.git("rev-parse", "v2"));
    assertThat(kptfile).doesNotContain("ref: v1", other.git("rev-parse", "v1"));
    update(0);
    assertThat(Files.readString(mine("db", "Kptfile"))).isEqualTo(kptfile);
  }

  @Test
  void editsInThemAreMerged() throws Exception {
    edit(mine("db", "db.yaml"), "data:\n", "data:\n  mine: x # note\n");
    edit(mine("in", "in.yaml"), "\"1\"", "\"mine\"");
    edit(mine("in", "Kptfile"), "name: in\n", "name: in\n  annotations: {a: b}\n");
    update(3, "--on-conflict=upstream");
    assertThat(mine("db", "db.yaml")).content().contains("  mine: x # note\n", "v: \"2\"");
    assertThat(mine("in", "in.yaml")).hasContent(configMap("in", "2"));
    assertThat(mine("in", "Kptfile")).content().contains("annotations: {a: b}", "two");
  }

  @Test
  void oneThatWasDeletedHereStaysDeletedAsAWhole() throws Exception {
    for (String name : List.of("in", "db")) {
      try (var files = Files.list(mine(name))) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(mine(name));
    }
    Said said = update(3);
    assertThat(said.err())
        .contains("in/Kptfile: deleted here, and changed upstream; stays deleted\n")
        .contains("db/Kptfile: deleted here, and changed upstream; stays deleted\n");
    assertThat(mine("in")).doesNotExist();
    assertThat(mine("db")).doesNotExist();
    upstream.commit(Map.of("web/app.yaml", configMap("app", "3")));
    upstream.git("tag", "--force", "v2");
    assertThat(update(0).err()).isEmpty();
    assertThat(mine("Kptfile")).content().contains("ref: v2");
  }

  @Test
  void oneThatUpstreamDeletedGoesUnlessItWasEdited() throws Exception {
    edit(mine("in", "in.yaml"), "\"1\"", "\"mine\"");
    upstream.git("rm", "-r", "--quiet", "web/in", "web/db");
    upstream.commit();
    Said said = run("pkg", "update", mine() + "@main");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err()).contains("in/Kptfile: changed here, and deleted upstream");
    assertThat(mine("db")).doesNotExist();
    assertThat(mine("in", "in.yaml")).hasContent(configMap("in", "mine"));
    assertThat(mine("in", "Kptfile")).content().contains("description: one");
  }

  @Test
  void aCommentInItsKptfileIsAnEdit() throws Exception {
    edit(mine("in", "Kptfile"), "description: one", "description: one # mine");
    upstream.git("rm", "-r", "--quiet", "web/in");
    upstream.commit();
    Said said = run("pkg", "update", mine() + "@main");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err()).contains("in/Kptfile: changed here, and deleted upstream");
    assertThat(mine("in", "Kptfile")).content().contains("# mine");
  }

  @Test
  void anEditedOneThatUpstreamDeletedGoesWhereUpstreamWins() throws Exception {
    edit(mine("in", "in.yaml"), "\"1\"", "\"mine\"");
    edit(mine("in", "Kptfile"), "description: one", "description: mine");
    Files.writeString(mine("in", "own.yaml"), configMap("own", "1"));
    upstream.git("rm", "-r", "--quiet", "web/in");
    upstream.commit();
    Said said = run("pkg", "update", mine() + "@main", "--on-conflict=upstream");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err())
        .contains("in/Kptfile: changed here, and deleted upstream; is deleted\n")
        .contains("in.yaml:1: ConfigMap in: changed here, and deleted upstream; is deleted\n");
    assertThat(mine("in")).isDirectoryNotContaining("glob:**{in.yaml,Kptfile}");
    assertThat(mine("in", "own.yaml")).exists();
  }

  @Test
  void aKptfileThatOneSideDeletedAndTheOtherChangedIsNamed() throws Exception {
    edit(mine("in", "Kptfile"), "description: one", "description: mine");
    upstream.git("rm", "--quiet", "web/in/Kptfile");
    upstream.commit();
    Said kept = run("pkg", "update", mine() + "@main");
    assertThat(kept.status()).isEqualTo(3);
    assertThat(kept.err()).contains("in/Kptfile: changed here, and deleted upstream; stays");
    assertThat(mine("in", "Kptfile")).content().contains("description: mine");
  }

  @Test
  void aKptfileThatWasDeletedHereStaysDeletedAndUpstreamsChangesOfItAreNamed() throws Exception {
    Files.delete(mine("in", "Kptfile"));
    Said gone = update(3);
    assertThat(gone.err()).contains("in/Kptfile: deleted here, and changed upstream; stays");
    assertThat(mine("in", "Kptfile")).doesNotExist();
    assertThat(mine("in", "in.yaml")).hasContent(configMap("in", "2"));
  }

  @Test
  void oneThatBothSidesAddedIsAnError() throws Exception {
    upstream.commit(Map.of("web/both/Kptfile", kptfile("both", ""), "web/both/x.txt", "theirs"));
    Files.createDirectory(mine("both"));
    Files.writeString(mine("both", "Kptfile"), kptfile("both", ""));
    String before = Files.readString(mine("Kptfile"));
    Said said = run("pkg", "update", mine() + "@main");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).contains("both: this package was added both upstream and here; move");
    assertThat(Files.readString(mine("Kptfile"))).isEqualTo(before);
  }

  @Test
  void oneThatWasPointedElsewhereHereIsLeftAlone() throws Exception {
    edit(mine("db", "Kptfile"), "    ref: v1\n", "    ref: mine\n");
    String kptfile = Files.readString(mine("db", "Kptfile"));
    assertThat(update(3).err())
        .contains("db/Kptfile: upstream: was v1, upstream v2, here mine; stays as it was here");
    assertThat(Files.readString(mine("db", "Kptfile"))).isEqualTo(kptfile);
    assertThat(mine("db", "db.yaml")).hasContent(configMap("db", "1"));
    assertThat(mine("in", "in.yaml")).hasContent(configMap("in", "2"));
  }

  /// Upstream keeps a copy, which was at v1 and is at v2; the user has taken v3 of it.
  @ParameterizedTest
  @ValueSource(strings = {"local", "upstream"})
  void oneThatWasUpdatedByItselfIsLeftAlone(String choice) throws Exception {
    for (String version : List.of("v1", "v2")) {
      upstream.commit(
          Map.of(
              "web/copy/Kptfile",
              kptfile("copy", reference(version) + lock(version)),
              "web/copy/" + version + ".yaml",
              configMap(version, "1")));
      upstream.git("tag", "copy-" + version);
      if (version.equals("v1")) {
        update("copy-v1", 0);
      }
    }
    edit(mine("copy", "Kptfile"), "ref: v1\n", "ref: v3\n");
    edit(mine("copy", "v1.yaml"), "v1", "v3");
    String kptfile = Files.readString(mine("copy", "Kptfile"));
    assertThat(update("copy-v2", 3, "--on-conflict=" + choice).err())
        .contains("copy/Kptfile: upstream: was v1, upstream v2, here v3; stays as it was here");
    assertThat(Files.readString(mine("copy", "Kptfile"))).isEqualTo(kptfile);
    assertThat(mine("copy", "v1.yaml")).content().contains("name: v3");
    assertThat(mine("copy", "v2.yaml")).doesNotExist();
    update("copy-v2", 0);
  }

  private static String lock(String commit) {
    return "upstreamLock:\n  type: git\n  git:\n    repo: https://x\n    directory: /db\n    ref: %s\n    commit: %s\n"
        .formatted(commit, commit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"resource-merge", "fast-forward", "force-delete-replace", "copy-merge"})
  void oneThatWasFetchedIntoItByTheUserIsTheUsers(String strategy) throws Exception {
    String reference = "file://" + other.path() + "/.git/db@v1";
    assertThat(run("pkg", "get", reference, mine("own").toString(), NO_COMMENTS).status()).isZero();
    String kptfile = Files.readString(mine("own", "Kptfile"));
    update(0, "--strategy=" + strategy);
    assertThat(Files.readString(mine("own", "Kptfile"))).isEqualTo(kptfile);
    assertThat(mine("own", "db.yaml")).hasContent(configMap("db", "1"));
    assertThat(run("pkg", "update", mine("own") + "@v2").status()).isZero();
    assertThat(mine("own", "db.yaml")).hasContent(configMap("db", "2"));
  }

  @Test
  void circlesAndPlacesOnThisMachineAreRefused() throws Exception {
    String itself = "file://" + upstream.path() + "/.git";
    upstream.commit(Map.of("loop/in/Kptfile", kptfile("in", reference(itself, "/loop", "main"))));
    Said said = run("pkg", "get", itself + "/loop@main", directory.resolve("loop").toString());
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).contains("in/Kptfile: refers to packages that refer to others");
    assertThat(directory.resolve("loop")).doesNotExist();
    try (var server = new GitHttpServer(directory, true, "")) {
      String remote = "http://" + server.place() + "/up/.git/web@v1";
      Said refused = run("pkg", "get", remote, directory.resolve("two").toString());
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains("db/Kptfile: refers to file:///", "on this machine");
      assertThat(directory.resolve("two")).doesNotExist();
    }
  }
}
