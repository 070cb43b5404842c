package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An update that ended in the middle: it stays as it is until its user finishes it, with all that
/// was edited since.
@Tag("process")
class InterruptedUpdateTest {
  private static final GitFixture UPSTREAM =
      new GitFixture(folder -> {
        folder.commit(
            Map.of("web/a.yaml", map("a", "1"), "web/b.yaml", map("b", "1"), "web/d.txt", "1\n"));
        folder.git("tag", "v1");
        folder.git("rm", "--quiet", "web/d.txt");
        folder.commit(
            Map.of(
                "web/a.yaml", map("a", "2"),
                "web/b.yaml", map("b", "2"),
                "web/m/c.yaml", map("c", "2"),
                "web/z.yaml", map("z", "2")));
        folder.git("tag", "v2");
        folder.commit(Map.of("web/a.yaml", map("a", "3")));
        folder.git("tag", "v3");
      });

  @TempDir private Path directory;

  private static String map(String name, String value) {
    return GitFolder.configMap(name, value) + "  w: same\n";
  }

  /// What stands where a file is to be ends the update when others are in their places.
  @BeforeEach
  void interrupt() throws Exception {
    GitFolder upstream = UPSTREAM.in(directory.resolve("up"));
    Files.createDirectory(directory.resolve("repo"));
    String reference = "file://" + upstream.path() + "/.git/web@v1";
    assertThat(run("pkg", "get", reference, web().toString(), "--merge-comments=false").status())
        .isZero();
    GitFolder.in(directory.resolve("repo")).commit();
    Files.createDirectories(web().resolve("m/c.yaml"));
    Said said = run("pkg", "update", web() + "@v2");
    assertThat(said.status()).isEqualTo(1);
    assertThat(said.err())
        .endsWith("; correct that, and finish with japply pkg update --continue\n");
    assertThat(web().resolve("a.yaml")).hasContent(map("a", "2"));
    assertThat(web().resolve("d.txt")).doesNotExist();
    assertThat(web().resolve("z.yaml")).doesNotExist();
    assertThat(web().resolve("Kptfile")).content().contains("ref: v1").doesNotContain("ref: v2");
    Files.delete(web().resolve("m/c.yaml"));
  }

  private Path web() {
    return directory.resolve("repo/web");
  }

  private Said run(String... arguments) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(arguments));
  }

  private static Map<String, String> files(Path root) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(path) + " " + Files.getLastModifiedTime(path),
            Files.readString(path, ISO_8859_1));
      }
    }
    return files;
  }

  private void assertDone(String a, String b) throws IOException {
    assertThat(web().resolve("a.yaml")).hasContent(a);
    assertThat(web().resolve("b.yaml")).hasContent(b);
    assertThat(web().resolve("m/c.yaml")).hasContent(map("c", "2"));
    assertThat(web().resolve("z.yaml")).hasContent(map("z", "2"));
    assertThat(web().resolve("Kptfile")).content().contains("ref: v2").doesNotContain("ref: v1");
    assertThat(directory.resolve("repo/.git/japply")).isEmptyDirectory();
    assertThat(run("pkg", "status", web().toString()).err()).isEmpty();
  }

  @Test
  void readingCommandsReportItAndWriteNothing() throws Exception {
    Files.writeString(web().resolve("z.yaml"), "mine");
    Map<String, String> before = files(directory.resolve("repo"));
    for (List<String> command :
        List.of(
            List.of("pkg", "status", web().toString()),
            List.of("pkg", "diff", web().toString()),
            List.of("pkg", "update", web() + "@v2", "--dry-run"))) {
      Said said = run(command.toArray(String[]::new));
      assertThat(said.err())
          .as("%s", command)
          .startsWith(
              "Warning: "
                  + web()
                  + ": an update to v2 was interrupted, with 3 of 6 files written"
                  + " and edits made since in z.yaml; ");
      assertThat(files(directory.resolve("repo"))).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--continue", "@v2"})
  void theSameUpdateFinishesIt(String how) throws Exception {
    Said said =
        how.startsWith("@")
            ? run("pkg", "update", web() + how)
            : run("pkg", "update", web().toString(), how);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err()).contains("was interrupted, with 3 of 6 files written; this finishes");
    assertThat(said.out()).contains(": updated v1 (", " -> v2 (");
    assertDone(map("a", "2"), map("b", "2"));
  }

  @Test
  void filesThatWereEditedSinceAreConflicts() throws Exception {
    // The first is in its place already, the second is not.
    String a = map("a", "mine").replace("same", "theirs");
    Files.writeString(web().resolve("a.yaml"), a);
    Files.writeString(web().resolve("b.yaml"), map("b", "2"));
    Files.writeString(web().resolve("z.yaml"), map("z", "mine"));
    Said failed = run("pkg", "update", web().toString(), "--continue", "--on-conflict=fail");
    assertThat(failed.status()).isEqualTo(3);
    Said said = run("pkg", "update", web().toString(), "--continue");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err())
        .contains("edits made since in a.yaml, z.yaml; this finishes the update")
        .contains("a.yaml:6: ConfigMap a: data.v: was \"1\", upstream \"2\", here \"mine\"; stays")
        .contains("z.yaml:6: ConfigMap z: data.v: was not there, upstream \"2\", here \"mine\"");
    assertThat(web().resolve("a.yaml")).hasContent(a);
    assertThat(web().resolve("b.yaml")).hasContent(map("b", "2"));
    assertThat(web().resolve("z.yaml")).hasContent(map("z", "mine"));
    assertThat(web().resolve("Kptfile")).content().contains("ref: v2");
    assertThat(directory.resolve("repo/.git/japply")).isEmptyDirectory();
  }

  @Test
  void editsOfOtherFieldsComeTogetherWithTheUpdate() throws Exception {
    Files.writeString(web().resolve("b.yaml"), map("b", "1").replace("same", "mine"));
    Said said = run("pkg", "update", web() + "@v2");
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.err()).contains("b.yaml: changed here and upstream; stays as it was here");
    assertThat(web().resolve("b.yaml")).hasContent(map("b", "2").replace("same", "mine"));
  }

  @Test
  void filesThatWereTakenBackComeAgain() throws Exception {
    var repository = new GitFolder(directory.resolve("repo"));
    repository.git("checkout", "--quiet", "--", ".");
    assertThat(web().resolve("a.yaml")).hasContent(map("a", "1"));
    assertThat(run("pkg", "update", web() + "@v2").status()).isZero();
    assertDone(map("a", "2"), map("b", "2"));
  }

  @Test
  void anotherUpdateIsRefusedUntilThen() throws Exception {
    Map<String, String> before = files(directory.resolve("repo"));
    for (String[] command :
        List.of(
            new String[] {"pkg", "update", web() + "@v3"},
            new String[] {"pkg", "update", web() + "@v2", "--strategy=fast-forward"},
            new String[] {"pkg", "update", web() + "@v3", "--continue"})) {
      Said said = run(command);
      assertThat(said.status()).isEqualTo(1);
      assertThat(said.err())
          .startsWith("error: " + web() + ": an update to v2 was interrupted; finish that one")
          .hasLineCount(1);
    }
    assertThat(files(directory.resolve("repo"))).isEqualTo(before);
    assertThat(run("pkg", "update", web().toString(), "--continue").status()).isZero();
    Said nothing = run("pkg", "update", web().toString(), "--continue");
    assertThat(nothing.status()).isEqualTo(1);
    assertThat(nothing.err()).contains("no update was interrupted here; leave --continue out");
    assertThat(run("pkg", "update", web() + "@v3").status()).isZero();
  }

  @Test
  void aRecordOfAnotherPlaceIsNotUsed() throws Exception {
    Files.move(directory.resolve("repo"), directory.resolve("moved"));
    Path moved = directory.resolve("moved/web");
    Said said = run("pkg", "status", moved.toString());
    assertThat(said).extracting(Said::status, Said::err).containsExactly(0, "");
    assertThat(run("pkg", "update", moved.toString(), "--continue").status()).isEqualTo(1);
    assertThat(moved.resolve("z.yaml")).doesNotExist();
  }
}
