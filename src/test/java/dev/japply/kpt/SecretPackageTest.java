package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of Secrets in packages are in the packages' files, and in nothing that is told of them.
@Tag("process")
class SecretPackageTest {
  private static final String BEFORE = "n0t-4-y0ur-eyes";
  private static final String UPSTREAM = "upstreams-0wn-value";
  private static final String MINE = "my-very-0wn-value";

  private static final GitFixture FIXTURE =
      new GitFixture(folder -> {
        folder.commit(Map.of("web/s.yaml", secret(BEFORE), "web/gone.yaml", secret(BEFORE)));
        folder.git("tag", "v1");
        folder.git("rm", "--quiet", "web/gone.yaml");
        folder.commit(
            Map.of(
                "web/s.yaml",
                secret(UPSTREAM),
                "web/new.yaml",
                secret(UPSTREAM).replace(": s", ": t")));
        folder.git("tag", "v2");
      });

  @TempDir private Path directory;
  private GitFolder upstream;

  private static String secret(String value) {
    return """
    # kept
    apiVersion: v1
    kind: Secret
    metadata:
      name: s
    stringData:
      p: %s
    data:
      q: %s
    """
        .formatted(value, base64(value));
  }

  private static String base64(String value) {
    return Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
  }

  @BeforeEach
  void makeConflict() throws Exception {
    upstream = FIXTURE.in(directory.resolve("up"));
    String address = "file://" + upstream.path() + "/.git/web@v1";
    assertThat(run("pkg", "get", address, mine().toString()).status()).isZero();
    Files.writeString(mine().resolve("s.yaml"), secret(MINE));
  }

  private Path mine() {
    return directory.resolve("mine");
  }

  private Said run(String... args) {
    return Program.run(Map.of("HOME", directory.toString()), "", List.of(args));
  }

  private static void assertHidden(String text) {
    for (String value : List.of(BEFORE, UPSTREAM, MINE)) {
      assertThat(text).doesNotContain(value).doesNotContain(base64(value).substring(0, 12));
    }
  }

  private Said hidden(String... args) {
    Said said = run(args);
    assertThat(said.out() + said.err()).as("%s", List.of(args)).isNotEmpty();
    assertHidden(said.out() + said.err());
    return said;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text", "json", "jsonl", "markdown", "github", "gitlab", "junit", "sarif"})
  void reports(String format) throws IOException {
    Path file = directory.resolve("report");
    for (String command : List.of("update", "diff")) {
      for (String more : List.of("", "--report=" + format)) {
        var args = new ArrayList<>(List.of("pkg", command, mine() + "@v2", "-v=10"));
        args.add("--report=" + format + "=" + file);
        if (command.equals("update")) {
          args.add("--dry-run");
        }
        if (!more.isEmpty()) {
          args.add(more);
        }
        hidden(args.toArray(String[]::new));
        assertThat(file).isNotEmptyFile();
        assertHidden(Files.readString(file));
      }
    }
  }

  @Test
  void conflicts() throws IOException {
    Said said = hidden("pkg", "update", mine() + "@v2", "-v=10");
    assertThat(said.status()).as("%s", said).isEqualTo(3);
    assertThat(said.out() + said.err()).contains("s.yaml", "stringData.p", "(hidden)");
    assertThat(mine().resolve("s.yaml")).content().contains(UPSTREAM);
    hidden("pkg", "status", mine().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3way", "remote", "local", "combined"})
  void differences(String type) {
    hidden("pkg", "diff", mine() + "@v2", "--type=" + type);
  }

  /// The values are where the text breaks.
  @ParameterizedTest
  @ValueSource(
      strings = {"  p: *VALUE\n", "  p: \"VALUE\n", "  p: VALUE: x\n", "  p: @VALUE\n", "VALUE"})
  void textThatCannotBeRead(String line) throws Exception {
    String broken = "kind: Secret\nstringData:\n" + line;
    Files.writeString(mine().resolve("s.yaml"), broken.replace("VALUE", MINE));
    hidden("pkg", "update", mine() + "@v2", "--dry-run");
    hidden("pkg", "diff", mine() + "@v2");
    upstream.commit(Map.of("web/s.yaml", broken.replace("VALUE", UPSTREAM)));
    upstream.git("tag", "v3");
    hidden("pkg", "update", mine() + "@v3", "--dry-run");
    Files.writeString(mine().resolve("s.yaml"), secret(MINE));
    hidden("pkg", "update", mine() + "@v3", "--dry-run");
    hidden("pkg", "diff", mine() + "@v3");
  }
}
