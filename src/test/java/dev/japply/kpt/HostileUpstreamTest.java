package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Repositories that somebody made to do harm.
@Tag("process")
class HostileUpstreamTest {
  private static final String ESCAPE = "\u001b[2J\u202e";

  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(Map.of("web/a.txt", "a\n"));
        folder.git("tag", "v1");
      });

  @TempDir private Path directory;
  private GitFolder upstream;

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = UPSTREAM.in(directory.resolve("up"));
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  private Path mine() {
    return directory.resolve("place").resolve("mine");
  }

  private Said get(String version) throws IOException {
    Files.createDirectories(mine().getParent());
    return run(
        "pkg", "get", "file://" + upstream.path() + "/.git/web@" + version, mine().toString());
  }

  /// A branch whose package has a file of that name, which no program of git would let in.
  private void forge(String name) throws Exception {
    String blob = upstream.git("rev-parse", "v1:web/a.txt");
    String tree = blob;
    String type = "100644";
    String[] parts = ("web/" + name).split("/", -1);
    for (int i = parts.length - 1; i >= 0; i--) {
      tree = upstream.tree(type, List.of(parts[i]), tree);
      type = "40000";
    }
    String commit = upstream.git("commit-tree", "-m", "x", tree);
    upstream.git("update-ref", "refs/heads/forged", commit);
  }

  private void nothingIsOutside() throws IOException {
    try (Stream<Path> files = Files.list(mine().getParent())) {
      assertThat(files).allMatch(mine()::equals);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../x",
        "../../x",
        "sub/../../x",
        ".git/hooks/post-checkout",
        "sub/.GIT/config",
        ".git./hooks/x",
        ".g\u200cit/config",
        ".git::$INDEX_ALLOCATION/x",
        "GIT~1/config",
        ".Japply-\u200cupdate/gone.json",
        "..",
        ".",
        ".japply-update/gone.json",
        ".japply-update/new/x",
        ".japply-update.tmp/x",
        "sub/.japply-update/gone.json",
        "..\\x",
        "C:\\x"
      })
  void filesThatWouldLandElsewhereAreRefused(String name) throws Exception {
    forge(name);
    Said said = get("forged");
    assertThat(said.status()).as(said.out()).isEqualTo(1);
    assertThat(said.err()).contains("must not write outside of its directory").hasLineCount(1);
    assertThat(mine()).doesNotExist();
    nothingIsOutside();
    assertThat(get("v1").status()).isZero();
    String kptfile = Files.readString(mine().resolve("Kptfile"));
    assertThat(run("pkg", "update", mine() + "@forged").status()).isEqualTo(1);
    assertThat(Files.readString(mine().resolve("Kptfile"))).isEqualTo(kptfile);
    nothingIsOutside();
  }

  @Test
  void linksAreLeftOut() throws Exception {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.createSymbolicLink(upstream.path().resolve("web/out"), outside);
    Files.createSymbolicLink(upstream.path().resolve("web/Kptfile"), directory.resolve("k"));
    upstream.commit();
    Said said = get("main");
    assertThat(said.status()).isZero();
    assertThat(said.err()).contains("out: symbolic links", "Kptfile: symbolic links");
    assertThat(mine().resolve("out")).doesNotExist();
    assertThat(mine().resolve("Kptfile")).isRegularFile();
    // What was a link becomes a directory, and the link may have been made here by hand.
    Files.createSymbolicLink(mine().resolve("out"), outside);
    upstream.git("rm", "--quiet", "web/out");
    upstream.commit(Map.of("web/out/x", "x"));
    Said update = run("pkg", "update", mine().toString());
    assertThat(update.status()).isEqualTo(1);
    assertThat(update.err()).contains("is a symbolic link");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void namesCannotSteerATerminal() throws Exception {
    upstream.write("web/" + ESCAPE + ".txt", "x\n");
    upstream.write("web/" + ESCAPE + ".bin", "\0");
    Files.createSymbolicLink(upstream.path().resolve("web/l" + ESCAPE), Path.of("a.txt"));
    upstream.commit();
    upstream.git("branch", "b\u202e");
    assertThat(get("v1").status()).isZero();
    List<String[]> commands =
        List.of(
            new String[] {"pkg", "update", mine() + "@main", "--dry-run"},
            new String[] {"pkg", "diff", mine() + "@main", "--type=remote"},
            new String[] {"pkg", "update", mine() + "@b\u202e"},
            new String[] {"pkg", "status", mine().toString()});
    for (String[] command : commands) {
      Said said = run(command);
      assertThat(said.status()).as(said.err()).isZero();
      assertThat(said.out() + said.err()).doesNotContain("\u001b", "\u202e");
    }
    Files.writeString(mine().resolve(ESCAPE + ".txt"), "mine\n");
    assertThat(run("pkg", "status", mine().toString()).out())
        .contains("changed: \\x1b[2J\\u202e.txt");
    Said forward = run("pkg", "update", mine() + "@v1", "--strategy=fast-forward");
    assertThat(forward.err()).contains("\\x1b[2J").doesNotContain("\u001b", "\u202e");
  }

  /// A package that was cloned by other means may bring the journal of an older version along.
  @Test
  void forgedJournalsReachNothingOutside() throws Exception {
    assertThat(get("v1").status()).isZero();
    Path victim = Files.writeString(directory.resolve("victim"), "kept");
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Path journal = Files.createDirectories(mine().resolve(".japply-update/new"));
    Files.createSymbolicLink(mine().resolve("link"), outside);
    Path gone = mine().resolve(".japply-update/gone.json");
    for (String path : List.of("../../victim", victim.toString(), "link/../../../victim")) {
      Files.writeString(gone, "{\"gone\":[\"" + path + "\"]}");
      assertThat(run("pkg", "status", mine().toString()).status()).as(path).isZero();
      assertThat(victim).hasContent("kept");
    }
    Files.createDirectory(journal.resolve("link"));
    Files.writeString(journal.resolve("link/x"), "evil");
    Files.writeString(gone, "{\"gone\":[]}");
    assertThat(run("pkg", "status", mine().toString()).status()).isZero();
    assertThat(outside).isEmptyDirectory();
    assertThat(journal.resolve("link/x")).hasContent("evil");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--upload-pack=touch x",
        "-x",
        "ext::sh -c touch% x",
        "fd::7",
        "",
        "git://x/--upload-pack"
      })
  void addressesInAKptfileCannotRunPrograms(String address) throws Exception {
    assertThat(get("v1").status()).isZero();
    Path kptfile = mine().resolve("Kptfile");
    String real = "file://" + upstream.path() + "/.git";
    String forged = Files.readString(kptfile).replace(real, "'" + address + "'");
    Files.writeString(kptfile, forged);
    for (String command : List.of("update", "diff", "status")) {
      assertThat(run("pkg", command, mine().toString()).status()).isEqualTo(1);
    }
    assertThat(Path.of("x")).doesNotExist();
    assertThat(Files.readString(kptfile)).isEqualTo(forged);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--output=x", "-c", "v1 ", "v1^{/x}", "HEAD:web", "@{-1}", "v1..v2"})
  void versionsInAKptfileCannotBeOptions(String ref) throws Exception {
    assertThat(get("v1").status()).isZero();
    Path kptfile = mine().resolve("Kptfile");
    String forged = Files.readString(kptfile).replace("ref: v1", "ref: '" + ref + "'");
    Files.writeString(kptfile, forged);
    assertThat(run("pkg", "update", mine().toString()).status()).isEqualTo(1);
    assertThat(Files.readString(kptfile)).isEqualTo(forged);
    String locked = forged.replace("ref: '" + ref + "'", "ref: v1");
    Files.writeString(kptfile, locked.replaceAll("commit: .*", "commit: '" + ref + "'"));
    assertThat(run("pkg", "diff", mine().toString()).status()).isEqualTo(1);
  }

  @Test
  void directoriesInAKptfileAreOfTheRepository() throws Exception {
    assertThat(get("v1").status()).isZero();
    Path kptfile = mine().resolve("Kptfile");
    String text = Files.readString(kptfile);
    for (String path : List.of("/../..", "/web/..", "--web", "/web:a", "/.git")) {
      Files.writeString(kptfile, text.replace("directory: /web", "directory: '" + path + "'"));
      Said said = run("pkg", "update", mine().toString(), "--strategy=force-delete-replace");
      assertThat(said.status()).as(path).isEqualTo(1);
      assertThat(mine().resolve("a.txt")).hasContent("a\n");
    }
  }
}
