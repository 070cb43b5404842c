package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the README tells newcomers to do, and the short workflow of docs/ci.md, works as it stands
/// there, with an empty home and no more than the system's programs. `make pictures` brings the
/// outputs up to date.
@UsesDistribution
@UsesTestCluster
class QuickStartTest {
  private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";
  private static final Pattern INSTALL = Pattern.compile("(?s)## Install\\n\\n(( {4}.*?\\n)+)\\n");
  private static final Pattern MANIFEST =
      Pattern.compile("(?s)Save this as `hello.yaml`.*?```yaml\\n(.*?)```");
  private static final Pattern COMMENT =
      Pattern.compile("(?s)- name: Comment\\n.*? run: \\|\\n(.*?)```\\n");

  private final TestCluster cluster;
  private final String readme = Files.readString(Path.of("README.md"));
  @TempDir private Path directory;

  QuickStartTest(TestCluster cluster) throws IOException {
    this.cluster = cluster;
  }

  /// The archives where `make dist` leaves them, beside the manifest that is to be saved. Only one
  /// has a Java.
  @BeforeEach
  void prepare() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Files.copy(Distribution.ARCHIVE, target.resolve(Distribution.ARCHIVE.getFileName()));
    Files.writeString(target.resolve("japply-cli-0.1.0.tar.gz"), "another archive");
    Files.createDirectory(directory.resolve("home"));
    Files.copy(cluster.kubeconfig(), directory.resolve("kubeconfig"));
    Files.writeString(directory.resolve("hello.yaml"), only(MANIFEST));
  }

  @AfterEach
  void cleanUp() {
    cluster.kubectl("delete", "namespace", "japply-hello", "--ignore-not-found", "--wait=false");
  }

  private String only(Pattern pattern) {
    return only(pattern, readme);
  }

  private static String only(Pattern pattern, String page) {
    Matcher found = pattern.matcher(page);
    assertThat(found.find()).as("the page has %s", pattern).isTrue();
    return found.group(1);
  }

  /// The lines that install japply, once it is built.
  private String install() {
    List<String> lines = only(INSTALL).lines().map(String::strip).toList();
    assertThat(lines).first().isEqualTo("make dist");
    return String.join("\n", lines.subList(1, lines.size())) + "\n";
  }

  private Said shell(String path, String script) throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "PATH",
            path,
            "HOME",
            directory.resolve("home").toString(),
            "NUMBER",
            "7",
            "CLUSTER",
            Files.readString(cluster.kubeconfig()),
            "KUBECONFIG",
            directory.resolve("kubeconfig").toString());
    String all = "set -e\ncd '" + directory + "'\n" + install() + script;
    return Program.process("/bin/sh", environment, all, List.of());
  }

  @Test
  void quickStartShowsWhatHappens() throws Exception {
    ShownCommands promised = ShownCommands.of(readme);
    assertThat(promised.commands()).hasSize(5);
    Said said = shell(SYSTEM, promised.script());
    assertThat(said.status()).as(said.err()).isZero();
    promised.assertAreWhat(said.out());
    try (Stream<Path> home = Files.list(directory.resolve("home"))) {
      assertThat(home).map(file -> file.getFileName().toString()).containsExactly(".cache");
    }
  }

  /// The workflow's step, where `gh` keeps what it is given.
  private Said comment(String manifest) throws IOException, InterruptedException {
    Path manifests = directory.resolve("manifests");
    Files.createDirectories(manifests);
    Files.writeString(manifests.resolve("hello.yaml"), manifest);
    Path programs = Files.createDirectories(directory.resolve("programs"));
    Path gh = programs.resolve("gh");
    Files.writeString(gh, "#!/bin/sh\necho \"$@\"\ncat comment.md\n");
    assertThat(gh.toFile().setExecutable(true)).isTrue();
    return shell(
        programs + ":" + SYSTEM,
        only(COMMENT, Files.readString(Path.of("docs/ci.md"))).stripIndent());
  }

  @Test
  void pullRequestGetsTheDifference() throws Exception {
    Said said = comment(only(MANIFEST));
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out())
        .startsWith("pr comment 7 --body-file comment.md\n```diff\nConfigMap japply-hello/hello (")
        .contains("\n+  greeting: Hello, world\n")
        .endsWith("\n```\n");
  }

  @Test
  void pullRequestFailsOnErrors() throws Exception {
    Said said = comment(only(MANIFEST).replace("kind: ConfigMap", "kind: ConfigMop"));
    assertThat(said.status()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("ConfigMop");
  }
}
