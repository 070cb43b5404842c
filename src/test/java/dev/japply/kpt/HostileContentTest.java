package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Packages whose content was made to do harm: to run programs, to fill memory and disk, to forge
/// output. Each ends in one clear line, or does nothing.
@Tag("process")
class HostileContentTest {
  private static final String APP =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\ndata:\n  v: \"1\"\n";
  private static final String KPTFILE =
      "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: web\n";

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(Map.of("web/app.yaml", APP));
        folder.git("tag", "v1");
      });

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
  }

  private Said run(Map<String, String> variables, String... arguments) {
    var environment = new HashMap<>(variables);
    environment.put("HOME", directory.toString());
    return Program.run(environment, "", List.of(arguments));
  }

  private Said get(Map<String, String> variables, String version) {
    String address = "file://" + upstream.path() + "/.git/web@" + version;
    return run(variables, "pkg", "get", address, mine().toString(), "--merge-comments=false");
  }

  private void fetched() {
    assertThat(get(Map.of(), "v1")).extracting(Said::status, Said::err).containsExactly(0, "");
  }

  private Path mine() {
    return directory.resolve("mine");
  }

  /// What a program would make that was not to run.
  private Path harm() {
    return directory.resolve("harm");
  }

  private String touch() {
    return "touch " + harm();
  }

  private static void assertOneLine(Said said, String words) {
    assertThat(said.status()).as(said.out()).isEqualTo(1);
    assertThat(said.err()).startsWith("error: ").contains(words).hasLineCount(1);
  }

  /// The user's git knows filters; upstream says to which files they belong.
  @Test
  void filtersAndHooksOfUpstreamRunNothing() throws Exception {
    Files.writeString(
        directory.resolve(".gitconfig"),
        """
        [filter "harm"]
          smudge = %1$s; cat
          clean = %1$s; cat
          required = true
        [diff "harm"]
          textconv = %1$s; cat
        [core]
          autocrlf = true
        """
            .formatted(touch()));
    String hook = "#!/bin/sh\n" + touch() + "\n";
    upstream.commit(
        Map.of(
            "web/.gitattributes",
            "* filter=harm diff=harm ident\n",
            "web/.gitconfig",
            "[core]\n  hooksPath = hooks\n",
            "web/hooks/post-checkout",
            hook,
            "web/app.yaml",
            APP + "  id: $Id$\n"));
    upstream.git("tag", "v2");
    fetched();
    assertThat(run(Map.of(), "pkg", "update", mine() + "@v2").status()).isZero();
    assertThat(run(Map.of(), "pkg", "diff", mine() + "@v1", "--type=3way").status()).isZero();
    assertThat(Files.readString(mine().resolve("app.yaml"))).isEqualTo(APP + "  id: $Id$\n");
    assertThat(mine().resolve("hooks/post-checkout")).hasContent(hook);
    assertThat(harm()).doesNotExist();
  }

  private Map<String, String> repository(String in) {
    String config =
        "[core]\n  repositoryformatversion = 0\n  bare = false\n  worktree = .\n  fsmonitor = "
            + touch()
            + "\n";
    return Map.of(
        in + "HEAD", "ref: refs/heads/main\n",
        in + "config", config,
        in + "objects/x", "x",
        in + "refs/x", "x");
  }

  /// Whoever asks git for something in such a directory runs what its configuration names.
  @ParameterizedTest
  @ValueSource(strings = {"web/", "web/sub/"})
  void repositoriesInPackagesAreRefused(String in) throws Exception {
    upstream.commit(repository(in));
    assertOneLine(get(Map.of(), "main"), "the package holds a git repository: \"");
    assertThat(mine()).doesNotExist();
    fetched();
    assertOneLine(run(Map.of(), "pkg", "update", mine() + "@main"), "holds a git repository");
    assertThat(mine().resolve("HEAD")).doesNotExist();
  }

  /// The package may have come from elsewhere.
  @Test
  void repositoriesInPackagesAreNotBelieved() throws Exception {
    upstream.commit(Map.of("web/app.yaml", APP.replace("1\"", "2\"")));
    fetched();
    for (var file : repository("").entrySet()) {
      Path path = mine().resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Files.writeString(mine().resolve("app.yaml"), APP + "  own: x\n");
    Said refused = run(Map.of(), "pkg", "update", mine() + "@main");
    assertOneLine(refused, mine() + ": git does not list the committed files: ");
    Said updated = run(Map.of(), "pkg", "update", mine() + "@main", "--require-clean=false");
    assertThat(updated.status()).isZero();
    assertThat(updated.err())
        .startsWith("Warning: " + mine() + ": git does not list")
        .hasLineCount(1);
    assertThat(harm()).doesNotExist();
  }

  @Test
  void submodulesAreLeftOut() throws Exception {
    upstream.write(
        "web/.gitmodules",
        "[submodule \"m\"]\n  path = web/m\n  url = ext::sh -c \"%s\"\n".formatted(touch()));
    upstream.git("add", "--all");
    String commit = upstream.git("rev-parse", "v1");
    upstream.git("update-index", "--add", "--cacheinfo", "160000," + commit + ",web/m");
    upstream.git("commit", "--quiet", "--message=x");
    Said said = get(Map.of(), "main");
    assertThat(said.status()).isZero();
    assertThat(said.err())
        .isEqualTo(
            "Warning: m: symbolic links and submodules are not part of a package; left out\n");
    assertThat(mine().resolve("m")).doesNotExist();
    assertThat(harm()).doesNotExist();
  }

  /// Java would write them with other names, and two of them with the same one.
  @Test
  void namesThatAreNotUtf8AreLeftOut() throws Exception {
    writeNamesWithOtherBytes(upstream.path().resolve("web"));
    upstream.git("add", "--all");
    upstream.git("commit", "--quiet", "--message=x");
    Said said = get(Map.of(), "main");
    assertThat(said.status()).isZero();
    assertThat(said.err())
        .isEqualTo(
            "Warning: \uFFFD.txt: a name that is not UTF-8 is not part of a package; left out\n"
                .repeat(2));
    assertThat(mine()).isDirectoryNotContaining(path -> path.toString().endsWith(".txt"));
  }

  @Test
  void anUpdateKeepsOwnFilesWhoseNamesAreNotUtf8() throws Exception {
    fetched();
    writeNamesWithOtherBytes(mine());
    upstream.commit(Map.of("web/app.yaml", APP.replace("1\"", "2\"")));
    String target = mine() + "@main";
    assertThat(run(Map.of(), "pkg", "update", target, "--strategy=force-delete-replace").status())
        .isZero();
    try (Stream<Path> files = Files.list(mine())) {
      assertThat(files.filter(path -> path.toString().endsWith(".txt"))).hasSize(2);
    }
  }

  private static void writeNamesWithOtherBytes(Path directory) throws Exception {
    String script = "cd \"$0\" && for name in '\\374' '\\375'; do : >\"$(printf $name).txt\"; done";
    var shell = new ProcessBuilder("sh", "-c", script, directory.toString());
    assertThat(shell.inheritIO().start().waitFor()).isZero();
  }

  /// Neither a terminal nor a CI system takes a part of a name for a line of japply's.
  @Test
  void namesCannotForgeLines() throws Exception {
    String name = "a\n::error::forged.yaml";
    upstream.commit(Map.of("web/" + name, APP, "web/b\n::error::forged", "x\n"));
    upstream.git("tag", "v2");
    upstream.commit(Map.of("web/" + name, APP.replace("1\"", "2\"")));
    assertThat(get(Map.of(), "v2").status()).isZero();
    Files.writeString(mine().resolve(name), APP.replace("1\"", "mine\""));
    Files.delete(mine().resolve("b\n::error::forged"));
    for (String[] command :
        new String[][] {
          {"status", mine().toString()},
          {"diff", mine().toString(), "--type=3way"},
          {"diff", mine().toString(), "--report=github"},
          {"update", mine() + "@main", "--strategy=fast-forward"},
          {"update", mine() + "@main", "--dry-run"},
          {"update", mine() + "@main", "--dry-run", "--report=github"},
          {"update", mine() + "@main", "--dry-run", "--report=markdown"},
          {"update", mine() + "@main"}
        }) {
      var arguments = new String[command.length + 1];
      arguments[0] = "pkg";
      System.arraycopy(command, 0, arguments, 1, command.length);
      Said said = run(Map.of(), arguments);
      assertThat((said.out() + said.err()).lines())
          .as("%s", List.of(command))
          .isNotEmpty()
          .noneMatch(line -> line.startsWith("::error::forged"));
    }
  }

  private static List<String> bombs() {
    var aliases = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String last = "*a" + (i - 1);
      aliases.append(
          "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(9, last))));
    }
    return List.of(
        aliases.toString(),
        "a: " + "[".repeat(100_000) + "]".repeat(100_000) + "\n",
        "a: " + "{a: ".repeat(100_000) + "1" + "}".repeat(100_000) + "\n",
        "a: &a\n  b: *a\n",
        "- ".repeat(50_000) + "x\n");
  }

  @Test
  void bombsInKptfilesAreNoKptfiles() throws Exception {
    for (String bomb : bombs()) {
      upstream.commit(Map.of("web/Kptfile", KPTFILE + bomb));
      assertOneLine(get(Map.of(), "main"), "error: Kptfile:");
    }
    assertThat(mine()).doesNotExist();
    fetched();
    Path kptfile = mine().resolve("Kptfile");
    String text = Files.readString(kptfile);
    assertOneLine(run(Map.of(), "pkg", "update", mine() + "@main"), "Kptfile:");
    for (String bomb : bombs()) {
      Files.writeString(kptfile, text + bomb);
      for (String command : List.of("update", "diff", "status")) {
        assertOneLine(run(Map.of(), "pkg", command, mine().toString()), "Kptfile:");
      }
    }
  }

  /// A file that cannot be read as manifests is merged as text.
  @Test
  void bombsInManifestsAreText() throws Exception {
    fetched();
    Files.writeString(mine().resolve("app.yaml"), "# ours\n" + APP);
    for (String bomb : bombs()) {
      upstream.commit(Map.of("web/app.yaml", APP + bomb));
      Said said = run(Map.of(), "pkg", "update", mine() + "@main");
      assertThat(said.status()).as(said.err()).isIn(0, 3);
      assertThat(Files.readString(mine().resolve("app.yaml"))).isEqualTo("# ours\n" + APP + bomb);
    }
  }

  @Test
  void enormousFilesAreNotFetchedIntoMemory() throws Exception {
    upstream.commit(Map.of("web/zeros", "0".repeat(2 << 20)));
    Map<String, String> little = Map.of("JAPPLY_MAX_BYTES", "1Mi");
    assertOneLine(
        get(little, "main"), "the package is larger than 1048576 bytes; set JAPPLY_MAX_BYTES");
    assertThat(mine()).doesNotExist();
    assertThat(get(Map.of(), "main").status()).isZero();
    upstream.git("rm", "--quiet", "web/zeros");
    for (int i = 0; i < 300; i++) {
      upstream.write("web/many/" + i, "x");
    }
    upstream.commit();
    String other = directory.resolve("other").toString();
    String address = "file://" + upstream.path() + "/.git/web@main";
    assertOneLine(
        run(little, "pkg", "get", address, other), "the package is larger than 1048576 bytes");
  }

  /// Few objects may be many files: each directory holds the same one ten times.
  @Test
  void directoriesThatHoldTheSameAgainAndAgainAreCutOff() throws Exception {
    List<String> names = IntStream.range(0, 10).mapToObj(String::valueOf).toList();
    String tree = upstream.tree("100644", names, upstream.git("rev-parse", "v1:web/app.yaml"));
    for (int depth = 0; depth < 10; depth++) {
      tree = upstream.tree("40000", names, tree);
    }
    String commit =
        upstream.git("commit-tree", "-m", "x", upstream.tree("40000", List.of("web"), tree));
    upstream.git("update-ref", "refs/heads/bomb", commit);
    assertOneLine(get(Map.of("JAPPLY_MAX_BYTES", "4Mi"), "bomb"), "larger than 4194304 bytes");
    assertThat(mine()).doesNotExist();
  }

  @Test
  void listsOfVersionsHaveALimit() throws Exception {
    for (int i = 0; i < 30; i++) {
      upstream.git("tag", "many-" + i);
    }
    assertOneLine(get(Map.of("JAPPLY_MAX_BYTES", "1Ki"), "v1"), "larger than 1024 bytes");
  }

  @Test
  void aDefaultBranchCannotBeAnOption() throws Exception {
    upstream.git("update-ref", "refs/heads/--upload-pack=x", "HEAD");
    upstream.git("symbolic-ref", "HEAD", "refs/heads/--upload-pack=x");
    Said said =
        run(Map.of(), "pkg", "get", "file://" + upstream.path() + "/.git/web", mine().toString());
    assertOneLine(said, "\"--upload-pack=x\" is no version");
  }
}
