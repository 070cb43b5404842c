package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.kpt.GitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `docs/pkg.md` shows happens: with git and an API server a package is fetched, edited,
/// applied, updated and applied again. When an output changes, the failure has what the page is to
/// show.
@UsesTestCluster
@Tag("process")
@Tag("verify")
class PackageFlowTest {
  private static final Path SHOP = Path.of("src/test/resources/dev/japply/kpt/shop");
  private static final String ADDRESS = "https://git.example.com/shop.git";

  /// What the user does by hand.
  private static final String EDITOR =
      """
      #!/bin/sh
      for file; do
        sed -e '/replicas: 2/d' -e 's/session: "30"/session: "60"/' "$file" >"$file.new"
        mv "$file.new" "$file"
      done
      """;

  private final TestCluster cluster;
  private final String namespace;
  @TempDir private Path directory;

  PackageFlowTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  /// The package in its first two versions, in a repository that git finds at [#ADDRESS].
  private void publish() throws Exception {
    var upstream = GitFolder.in(directory.resolve("up"));
    for (String version : List.of("v1", "v2")) {
      Path web = SHOP.resolve(version).resolve("web");
      try (Stream<Path> files = Files.list(web)) {
        for (Path file : files.toList()) {
          String text =
              Files.readString(file).replace("namespace: shop", "namespace: " + namespace);
          upstream.write("web/" + file.getFileName(), text);
        }
      }
      upstream.commit();
      upstream.git("tag", version);
    }
    Files.writeString(
        Files.createDirectory(directory.resolve("home")).resolve(".gitconfig"),
        "[url \"file://%s/.git\"]\n  insteadOf = %s\n".formatted(upstream.path(), ADDRESS));
  }

  private Path program(String name, String text) throws IOException {
    Path programs = Files.createDirectories(directory.resolve("programs"));
    Path program = Files.writeString(programs.resolve(name), text);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private Said shell(String script) throws IOException, InterruptedException {
    String command = "'" + String.join("' '", Program.command()) + "'";
    program("japply", "#!/bin/sh\nexec " + command + " \"$@\"\n");
    Path editor = program("editor", EDITOR);
    Map<String, String> environment =
        Map.of(
            "PATH",
            editor.getParent() + ":" + System.getenv("PATH"),
            "HOME",
            directory.resolve("home").toString(),
            "EDITOR",
            editor.toString(),
            "KUBECONFIG",
            cluster.kubeconfig().toString());
    Path place = Files.createDirectory(directory.resolve("place"));
    return Program.process("/bin/sh", environment, "cd '" + place + "'\n" + script, List.of());
  }

  @Test
  void aPackageIsEditedAppliedUpdatedAndAppliedAgain() throws Exception {
    publish();
    ShownCommands shown = ShownCommands.of(Files.readString(Path.of("docs/pkg.md")));
    assertThat(shown.commands()).hasSizeGreaterThan(6);
    Said said = shell(shown.script());
    assertThat(said.status()).as(said.err()).isZero();
    shown.assertAreWhat(said.out().replace(namespace, "shop"));
  }
}
