package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The archive that `-Djapply.distribution` names, unpacked where no Java is.
@UsesTestCluster
class DistributionTest {
  private static final long MOST_BYTES = 80_000_000;
  private static final Path ARCHIVE = Path.of(System.getProperty("japply.distribution", ""));
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: shop
      data:
        greeting: %s
      """;

  private final TestCluster cluster;
  @TempDir private Path directory;
  private Path home;

  DistributionTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  /// In a place whose name has a blank.
  @BeforeEach
  void unpack() throws IOException, InterruptedException {
    assumeTrue(Files.isRegularFile(ARCHIVE), "there is no distribution; use make dist");
    Path place = Files.createDirectory(directory.resolve("a place"));
    int status =
        new ProcessBuilder("tar", "-C", place.toString(), "-xzf", ARCHIVE.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    try (Stream<Path> files = Files.list(place)) {
      home = files.findFirst().orElseThrow();
    }
  }

  private Path file(String name) {
    return home.resolve(name);
  }

  /// With nothing on the PATH.
  private Said japply(String input, String... args) throws IOException, InterruptedException {
    return run(file("bin/japply").toString(), input, args);
  }

  private Said run(String program, String input, String... args)
      throws IOException, InterruptedException {
    var environment =
        Map.of(
            "PATH", "/nonexistent",
            "HOME", directory.toString(),
            "KUBECONFIG", cluster.kubeconfig().toString());
    return Program.process(program, environment, input, List.of(args));
  }

  @Test
  void appliesWhereNoJavaIs() throws Exception {
    String namespace = cluster.newNamespace();
    String hello = MANIFEST.formatted("hello");
    assertThat(japply(hello, "apply", "-n", namespace, "-f", "-"))
        .isEqualTo(new Said(0, "configmap/shop created\n", ""));
    assertThat(japply(hello, "apply", "-n", namespace, "-f", "-"))
        .isEqualTo(new Said(0, "configmap/shop unchanged\n", ""));
    Said diff = japply(MANIFEST.formatted("bye"), "diff", "-n", namespace, "-f", "-");
    assertThat(diff.out()).contains("-  greeting: hello\n+  greeting: bye\n");
    assertThat(diff.status()).as(diff.err()).isEqualTo(1);
  }

  @Test
  void isACommandOfKubectl() throws Exception {
    Said help = run(file("bin/kubectl-japply").toString(), "", "--help");
    assertThat(help.out()).contains("Usage: kubectl japply ");
  }

  /// Whatever its place, the cache fits; by `AOTMode=on` the JVM ends when it does not.
  @Test
  void usesItsCache() throws Exception {
    Said version =
        run(
            file("lib/japply/runtime/bin/java").toString(),
            "",
            "-XX:AOTMode=on",
            "-XX:AOTCache=" + file("lib/japply/help.aot"),
            "-XX:+UseSerialGC",
            "-Xlog:class+load",
            "-cp",
            file("lib/japply/japply.jar").toString(),
            "dev.japply.Main",
            "version");
    assertThat(version.status()).as(version.out()).isZero();
    assertThat(version.out())
        .contains("dev.japply.cli.VersionCommand source: shared objects file")
        .contains("picocli.CommandLine source: shared objects file");
  }

  @Test
  void doesWithoutACacheAndSaysNothing() throws Exception {
    Said version = japply("", "version");
    assertThat(version.out()).startsWith("japply ");
    Files.writeString(file("lib/japply/help.aot"), "is none");
    assertThat(japply("", "version")).isEqualTo(version);
    Files.delete(file("lib/japply/help.aot"));
    assertThat(japply("", "version")).isEqualTo(version);
  }

  @Test
  void theJarRunsOnAnyNewerJava() throws Exception {
    String jar = file("lib/japply/japply.jar").toString();
    assertThat(run(JAVA.toString(), "", "-jar", jar, "version")).isEqualTo(japply("", "version"));
  }

  @Test
  void hasManualPagesCompletionAndLicences() {
    assertThat(
            Stream.of(
                    "man/man1/japply-apply.1",
                    "bash-completion/completions/japply",
                    "zsh/site-functions/_japply",
                    "fish/vendor_completions.d/japply.fish",
                    "doc/japply/LICENSE",
                    "doc/japply/NOTICE",
                    "doc/japply/THIRD-PARTY",
                    "doc/japply/sbom.cdx.json")
                .map(name -> file("share/" + name)))
        .allSatisfy(file -> assertThat(file).isNotEmptyFile());
  }

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(ARCHIVE)).isLessThan(MOST_BYTES);
  }
}
