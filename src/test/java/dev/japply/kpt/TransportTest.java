package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.release.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Packages over `file://`, and over HTTP from git's own server: every kind of version, in the root
/// of a repository and deep in it.
@Tag("process")
class TransportTest {
  private static final String NO_COMMENTS = "--merge-comments=false";

  private static final String PASSWORD = "hush-hush";

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(Map.of("deep/er/web/a.yaml", map("1"), "root.yaml", map("0")));
        folder.git("tag", "plain");
        folder.git("tag", "1.10");
        folder.git("tag", "--annotate", "--message=x", "annotated");
        folder.git("tag", "--annotate", "--message=x", "nested", "annotated");
        folder.commit(Map.of("deep/er/web/a.yaml", map("2")));
        folder.git("tag", "deep/er/web/v1.0");
        folder.commit(Map.of("deep/er/web/a.yaml", map("unnamed")));
        folder.commit(Map.of("deep/er/web/a.yaml", map("3")));
        folder.git("tag", "v1.0");
        folder.git("branch", "feature/x");
        folder.git("tag", "deep/v2.0");
        folder.commit(Map.of("deep/er/web/a.yaml", map("4")));
      });

  @TempDir private Path directory;
  private GitFolder upstream;
  private String first = "";
  private String second = "";
  private String unnamed = "";
  private String third = "";

  /// How git gets at the repository.
  enum Way {
    FILE,
    HTTP,
    /// A server of git's first protocol, which gives out no commit that is not the end of a branch.
    OLD_HTTP
  }

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
    first = UPSTREAM.commit(0);
    second = UPSTREAM.commit(1);
    unnamed = UPSTREAM.commit(2);
    third = UPSTREAM.commit(3);
  }

  private static String map(String value) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: a
    data:
      v: "%s"
    """
        .formatted(value);
  }

  private Said run(String... arguments) {
    var environment = Map.of("HOME", directory.toString(), "GIT_TERMINAL_PROMPT", "0");
    return Program.run(environment, "", List.of(arguments));
  }

  private Path web() {
    return directory.resolve("mine");
  }

  /// Does `work` with the address of the repository.
  private void over(Way way, Work work) throws Exception {
    if (way == Way.FILE) {
      work.with("file://" + upstream.path() + "/.git");
      return;
    }
    try (var server = new GitHttpServer(directory, way == Way.HTTP, "")) {
      work.with("http://" + server.place() + "/up/.git");
    }
  }

  /// What is done with an address.
  @FunctionalInterface
  private interface Work {
    void with(String address) throws Exception;
  }

  private void isAt(String value, String ref, String locked, String commit) throws IOException {
    assertThat(web().resolve("a.yaml")).hasContent(map(value));
    // Read as YAML, since a short commit of digits alone stands in quotes.
    Map<String, Object> kptfile = Yaml.read(web().resolve("Kptfile"));
    assertThat(Yaml.map(kptfile, "upstream", "git"))
        .contains(entry("directory", "/deep/er/web"), entry("ref", ref));
    assertThat(Yaml.map(kptfile, "upstreamLock", "git"))
        .contains(entry("ref", locked), entry("commit", commit));
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfVersionIsFound(Way way) throws Exception {
    over(
        way,
        address -> {
          Said got =
              run("pkg", "get", address + "/deep/er/web@plain", web().toString(), NO_COMMENTS);
          assertThat(got).extracting(Said::status, Said::err).containsExactly(0, "");
          isAt("1", "plain", "plain", first);
          // A tag of the package comes before the repository's own, one of a directory above, too.
          update("v1.0");
          isAt("2", "v1.0", "deep/er/web/v1.0", second);
          update("v2.0");
          isAt("3", "v2.0", "deep/v2.0", third);
          // The commit, not the tag object; of a tag of a tag, too.
          update("annotated");
          isAt("1", "annotated", "annotated", first);
          update("feature/x");
          isAt("3", "feature/x", "feature/x", third);
          update("1.10");
          isAt("1", "1.10", "1.10", first);
          update("nested");
          isAt("1", "nested", "nested", first);
          update(unnamed);
          isAt("unnamed", unnamed, unnamed, unnamed);
          update(third.substring(0, 9));
          isAt("3", third.substring(0, 9), third.substring(0, 9), third);
          update("main");
          assertThat(web().resolve("a.yaml")).hasContent(map("4"));
        });
  }

  private void update(String version) {
    Said said = run("pkg", "update", web() + "@" + version);
    assertThat(said).as(version).extracting(Said::status, Said::err).containsExactly(0, "");
    Said again = run("pkg", "update", web().toString());
    assertThat(again.out()).as(version).contains("is up to date at ");
  }

  @ParameterizedTest
  @EnumSource
  void branchesMoveAndTheWholeRepositoryIsAPackage(Way way) throws Exception {
    over(
        way,
        address -> {
          Said got = run("pkg", "get", address, web().toString(), NO_COMMENTS);
          assertThat(got).extracting(Said::status, Said::err).containsExactly(0, "");
          Path file = web().resolve("deep/er/web/a.yaml");
          assertThat(file).hasContent(map("4"));
          assertThat(web().resolve("Kptfile")).content().contains("directory: /\n", "ref: main\n");
          upstream.commit(Map.of("deep/er/web/a.yaml", map("5")));
          assertThat(run("pkg", "status", web().toString()).out()).doesNotContain("no news");
          assertThat(run("pkg", "update", web().toString()).status()).isZero();
          assertThat(file).hasContent(map("5"));
        });
  }

  @Test
  void credentialsAreGitsAndStandInNoName() throws Exception {
    try (var server = new GitHttpServer(directory, true, PASSWORD)) {
      String address = "http://" + server.place() + "/up/.git/deep/er/web@plain";
      Said refused = run("pkg", "get", address, web().toString());
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains("cannot be read").hasLineCount(1);
      assertThat(web()).doesNotExist();
      Path store = directory.resolve("credentials");
      Files.writeString(store, "http://somebody:" + PASSWORD + "@" + server.place() + "\n");
      Files.writeString(
          directory.resolve(".gitconfig"), "[credential]\n  helper = store --file " + store + "\n");
      assertThat(run("pkg", "get", address, web().toString()).status()).isZero();
      assertThat(server.users).containsOnly("somebody");
      String within = address.replace("http://", "http://other:" + PASSWORD + "@");
      Said said = run("pkg", "get", within, directory.resolve("two").toString());
      assertThat(said.out() + said.err()).doesNotContain(PASSWORD);
      assertThat(server.users).containsOnly("somebody", "other");
      Said none = run("pkg", "get", within.replace("web@", "none@"), "three");
      assertThat(none.err()).contains("has no directory").doesNotContain(PASSWORD);
      Said wrong = run("pkg", "get", within.replace(PASSWORD, "not-it"), "three");
      assertThat(wrong.err()).contains("cannot be read").doesNotContain("not-it");
    }
    try (Stream<Path> cache = Files.walk(directory.resolve(".cache"))) {
      assertThat(cache).noneMatch(path -> path.toString().contains(PASSWORD));
    }
  }

  /// A password in an address is used once, and stands nowhere afterwards. Git's helpers have it
  /// from then on.
  @Test
  void passwordsInAddressesAreNotWrittenDown() throws Exception {
    try (var server = new GitHttpServer(directory, true, PASSWORD)) {
      String bare = "http://" + server.place() + "/up/.git";
      String secret = bare.replace("//", "//other:" + PASSWORD + "@");
      Said got = run("pkg", "get", secret + "/deep/er/web@plain", web().toString());
      assertThat(got.status()).isZero();
      assertThat(got.err())
          .contains("Warning: " + bare + ": the user and password in the address are not written")
          .hasLineCount(1);
      assertSecretIsNowhere(got);
      assertThat(Files.readString(web().resolve("Kptfile"))).contains("repo: " + bare + "\n");
      Said refused = run("pkg", "update", web() + "@v1.0");
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains("cannot be read").doesNotContain(PASSWORD);
      // As kpt leaves it, or somebody who writes by hand.
      Path kptfile = web().resolve("Kptfile");
      Files.writeString(kptfile, Files.readString(kptfile).replace(bare, secret));
      String mine = web().toString();
      for (List<String> command :
          List.of(
              List.of("status", mine),
              List.of("diff", mine),
              List.of("diff", mine, "--type=3way", "--report=json"),
              List.of("update", mine + "@v1.0", "--dry-run"),
              List.of("update", mine + "@v1.0", "--dry-run", "--report=markdown"),
              List.of("update", mine + "@none", "--dry-run"))) {
        var arguments = new ArrayList<>(List.of("pkg"));
        arguments.addAll(command);
        Said said = run(arguments.toArray(String[]::new));
        assertThat(said.out() + said.err()).as("%s", command).doesNotContain(PASSWORD);
      }
      Said updated = run("pkg", "update", mine + "@v1.0");
      assertThat(updated.status()).isZero();
      assertSecretIsNowhere(updated);
      // A token may stand in the user's place.
      assertSecretIsNowhere(
          run("pkg", "get", bare.replace("//", "//" + PASSWORD + "@") + "/deep@v1.0", "x"));
      Said unclear = run("pkg", "get", "http://other:" + PASSWORD + "@host/up/deep@v1.0", "x");
      assertThat(unclear.err()).contains("where the repository ends");
      assertSecretIsNowhere(unclear);
    }
  }

  private void assertSecretIsNowhere(Said said) throws IOException {
    assertThat(said.out() + said.err()).doesNotContain(PASSWORD);
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        assertThat(path.toString()).doesNotContain(PASSWORD);
        assertThat(new String(Files.readAllBytes(path), ISO_8859_1))
            .as("%s", path)
            .doesNotContain(PASSWORD);
      }
    }
  }

  @Test
  void aServerThatIsGoneEndsTheRunWithOneLine() throws Exception {
    String address;
    try (var server = new GitHttpServer(directory, true, "")) {
      address = "http://" + server.place() + "/up/.git/deep/er/web@v1.0";
      assertThat(run("pkg", "get", address, web().toString()).status()).isZero();
    }
    String kptfile = Files.readString(web().resolve("Kptfile"));
    Said said = run("pkg", "update", web() + "@v2.0");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err()).startsWith("error: ").contains("cannot be read").hasLineCount(1);
    assertThat(Files.readString(web().resolve("Kptfile"))).isEqualTo(kptfile);
    // What was fetched is enough to tell local edits.
    Files.writeString(web().resolve("a.yaml"), map("mine"));
    Said diff = run("pkg", "diff", web().toString());
    assertThat(diff).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(diff.out()).contains("+  v: \"mine\"\n");
  }
}
