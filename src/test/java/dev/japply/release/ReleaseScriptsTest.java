package dev.japply.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.rest.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a release is made by, and how it is installed, on archives that hold next to nothing.
@Tag("process")
class ReleaseScriptsTest {
  private static final String URL = "https://git.example.com/japply/japply";
  private static final List<String> SYSTEMS =
      List.of("linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64");
  private static final String MANIFEST_START =
      """
      apiVersion: krew.googlecontainertools.github.com/v1alpha2
      kind: Plugin
      """;

  @TempDir private Path root;
  private Path downloads;
  private final Map<String, String> environment = new HashMap<>();

  private record Run(int status, String out, String err) {}

  @BeforeEach
  void prepare() throws Exception {
    Path pom = root.resolve("pom.xml");
    String text = Files.readString(Path.of("pom.xml"));
    Files.writeString(
        pom, text.replaceFirst("<japply\\.url ?/>", "<japply.url>" + URL + "/</japply.url>"));
    Path changelog = root.resolve("CHANGELOG.md");
    Files.writeString(
        changelog,
        """
        ## [Unreleased]

        - Later.

        ## [%s] - 2026-12-24

        - The first.

        [0.0.1]: of-no-use
        """
            .formatted(Version.TEXT));
    downloads = Files.createDirectory(root.resolve("v" + Version.TEXT));
    environment.putAll(
        Map.of(
            "POM", pom.toString(),
            "CHANGELOG", changelog.toString(),
            "OUT", root.resolve("out").toString()));
    for (String system : SYSTEMS) {
      archive(name(system));
    }
  }

  private static String name(String system) {
    return "japply-" + Version.TEXT + "-" + system;
  }

  private void archive(String name) throws Exception {
    Path bin = Files.createDirectories(root.resolve(name).resolve("bin"));
    Files.writeString(bin.resolve("japply"), "echo " + name + "\n");
    Run made = run("tar", "-C", root.toString(), "-czf", file(name, ".tar.gz").toString(), name);
    assertThat(made.status()).as(made.err()).isZero();
    Files.writeString(file(name, ".sha256"), hash(name) + "  " + name + ".tar.gz\n");
  }

  private Path file(String name, String end) {
    return downloads.resolve(name + end);
  }

  private String hash(String name) throws Exception {
    byte[] bytes = Files.readAllBytes(file(name, ".tar.gz"));
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private Run run(String... command) throws IOException, InterruptedException {
    Path out = root.resolve("stdout");
    Path err = root.resolve("stderr");
    var process =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    process.environment().putAll(environment);
    int status = process.start().waitFor();
    return new Run(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  private Run packages() throws IOException, InterruptedException {
    return run("src/make/packages", downloads.toString());
  }

  @Test
  void krewGetsEachSystem() throws Exception {
    assertThat(packages().err()).isEmpty();
    Path manifest = root.resolve("out/japply.yaml");
    assertThat(Files.readString(manifest)).startsWith(MANIFEST_START);
    Map<String, Object> spec = Yaml.map(Yaml.read(manifest), "spec");
    assertThat(spec.get("version")).isEqualTo("v" + Version.TEXT);
    assertThat(spec.get("homepage")).isEqualTo(URL);
    List<Map<String, Object>> platforms = Yaml.maps(spec, "platforms");
    assertThat(platforms).hasSize(SYSTEMS.size());
    for (int i = 0; i < SYSTEMS.size(); i++) {
      String system = SYSTEMS.get(i);
      String name = name(system);
      String machine = system.endsWith("-x86_64") ? "amd64" : "arm64";
      assertThat(platforms.get(i))
          .isEqualTo(
              Map.of(
                  "selector",
                  Map.of(
                      "matchLabels", Map.of("os", system.replaceFirst("-.*", ""), "arch", machine)),
                  "uri",
                  URL + "/releases/download/v" + Version.TEXT + "/" + name + ".tar.gz",
                  "sha256",
                  hash(name),
                  "bin",
                  name + "/bin/kubectl-japply"));
    }
  }

  @Test
  void homebrewGetsEachSystem() throws Exception {
    packages();
    String formula = Files.readString(root.resolve("out/japply.rb"));
    assertThat(formula)
        .startsWith("class Japply < Formula\n")
        .contains("  version \"" + Version.TEXT + "\"\n", "  homepage \"" + URL + "\"\n");
    for (String system : SYSTEMS) {
      assertThat(formula)
          .contains(
              "/" + name(system) + ".tar.gz\"\n      sha256 \"" + hash(name(system)) + "\"\n");
    }
    assertThat(formula.indexOf("on_macos do")).isBetween(0, formula.indexOf("darwin-aarch64"));
    assertThat(formula.indexOf("on_linux do"))
        .isBetween(formula.indexOf("darwin-x86_64"), formula.indexOf("linux-aarch64"));
    assertThat(formula.lines().filter(line -> line.matches(" *(class .*|def .*|test do|on_.* do)")))
        .hasSameSizeAs(formula.lines().filter(line -> line.strip().equals("end")).toList());
  }

  @Test
  void systemsThatAreNotThereAreLeftOut() throws Exception {
    for (String system : SYSTEMS.subList(1, SYSTEMS.size())) {
      Files.delete(file(name(system), ".tar.gz"));
    }
    packages();
    Map<String, Object> spec = Yaml.map(Yaml.read(root.resolve("out/japply.yaml")), "spec");
    assertThat(Yaml.maps(spec, "platforms")).hasSize(1);
    assertThat(Files.readString(root.resolve("out/japply.rb")))
        .contains("on_linux do")
        .doesNotContain("on_macos", "on_arm");
  }

  @Test
  void notesAreTheChapterAndTheArchives() throws Exception {
    packages();
    assertThat(Files.readString(root.resolve("out/notes.md")))
        .startsWith("\n- The first.\n")
        .doesNotContain("Later", "of-no-use")
        .contains("| `" + name("linux-x86_64") + ".tar.gz` | 0 | `" + hash(name("linux-x86_64")));
  }

  @Test
  void archivesThatAreNotWhatWasMadeAreRefused() throws Exception {
    Files.writeString(file(name("darwin-aarch64"), ".tar.gz"), "else");
    Run refused = packages();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("is not the file of which " + name("darwin-aarch64"));
    assertThat(root.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POM       | pom.xml      | set the property japply.url in pom.xml
          CHANGELOG | CHANGELOG.md | CHANGELOG.md has no chapter
          TAG       | v0.0.0       | the tag is v0.0.0, and the version in pom.xml
          """)
  void thereIsNoReleaseWithout(String variable, String value, String said) throws Exception {
    assertThat(run("src/make/release-version")).isEqualTo(new Run(0, Version.TEXT + "\n", ""));
    String empty =
        Files.readString(Path.of("pom.xml")).replaceFirst("<japply.url>.*<", "<japply.url/><");
    Files.writeString(root.resolve("empty.xml"), empty);
    Files.writeString(root.resolve("empty.md"), "## [" + Version.TEXT + "] - unreleased\n");
    String file = value.endsWith(".xml") ? "empty.xml" : "empty.md";
    environment.put(variable, value.startsWith("v") ? value : root.resolve(file).toString());
    for (Run refused : List.of(run("src/make/release-version"), packages())) {
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).contains(said);
    }
  }

  /// Makes what `make release` makes of the library, and the program as a jar.
  private void jars() throws Exception {
    Path library = Files.createDirectories(root.resolve("library"));
    for (String end : List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar")) {
      Files.writeString(library.resolve("japply-" + Version.TEXT + end), "library" + end);
    }
    String jar = "japply-cli-" + Version.TEXT;
    Files.writeString(downloads.resolve(jar + ".jar"), "program");
    Files.writeString(downloads.resolve(jar + ".tar.gz"), "program without a Java");
    Run sums =
        run(
            "sh",
            "-c",
            "cd '%1$s' && sha256sum %2$s.jar %2$s.tar.gz >%2$s.sha256".formatted(downloads, jar));
    assertThat(sums.status()).isZero();
    environment.put("RELEASE", library.toString());
    environment.put("ASSETS", root.resolve("assets").toString());
  }

  private Run assets() throws Exception {
    assertThat(packages().status()).isZero();
    return run("src/make/assets", downloads.toString());
  }

  @Test
  void eachAssetHasOneNameAndOneChecksum() throws Exception {
    jars();
    Run run = assets();
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    Run checked =
        run("sh", "-c", "cd '" + root.resolve("assets") + "' && cat *.sha256 | sha256sum --check");
    assertThat(checked.status()).as(checked.err()).isZero();
    String version = Version.TEXT;
    assertThat(checked.out().lines().map(line -> line.replaceFirst(": OK$", "")))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    SYSTEMS.stream().map(system -> name(system) + ".tar.gz"),
                    Stream.of(
                        "japply-cli-" + version + ".jar",
                        "japply-cli-" + version + ".tar.gz",
                        "japply-" + version + ".jar",
                        "japply-" + version + ".pom",
                        "japply-" + version + "-sources.jar",
                        "japply-" + version + "-javadoc.jar",
                        "japply.rb",
                        "japply.yaml"))
                .toList());
  }

  @Test
  void twoAssetsOfOneNameAreRefused() throws Exception {
    jars();
    Files.writeString(downloads.resolve("japply-" + Version.TEXT + ".jar"), "program");
    Run refused = assets();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("two files of the release are named japply-" + Version.TEXT + ".jar");
  }

  @Test
  void assetsThatAreNotWhatWasMadeAreRefused() throws Exception {
    jars();
    Files.writeString(downloads.resolve("japply-cli-" + Version.TEXT + ".jar"), "else");
    Run refused = assets();
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("that japply-cli-" + Version.TEXT + ".sha256 names");
  }

  private Run install(String version) throws IOException, InterruptedException {
    environment.putAll(
        Map.of(
            "VERSION",
            version,
            "RELEASES",
            "file://" + root,
            "DIRECTORY",
            root.resolve("installed").toString()));
    return run("src/make/install-release");
  }

  @ParameterizedTest
  @CsvSource({"''", "v"})
  void installs(String prefix) throws Exception {
    Run run = install(prefix + Version.TEXT);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).matches(root + "/installed/japply-[^/]*/bin\n");
    assertThat(Path.of(run.out().strip(), "japply")).exists();
    assertThat(root.resolve("installed")).isDirectoryNotContaining("glob:**/.japply*");
  }

  @Test
  void installsNothingElseThanWasReleased() throws Exception {
    for (String system : SYSTEMS) {
      Files.writeString(
          file(name(system), ".sha256"), "0".repeat(64) + "  " + name(system) + ".tar.gz\n");
    }
    Run refused = install(Version.TEXT);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("its checksum differs");
    assertThat(root.resolve("installed")).isEmptyDirectory();
  }

  /// Answers as GitHub's program does for an archive of one repository.
  private void putGh() throws IOException {
    Path program = Files.createDirectories(root.resolve("programs")).resolve("gh");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ "$1 $2 $4" = 'attestation verify --repo' ] && [ -f "$3" ] && [ "$5" = me/japply ] && exit
        echo 'Error: no attestations found' >&2
        exit 1
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    environment.put("PATH", program.getParent() + ":" + System.getenv("PATH"));
  }

  @Test
  void installsWhatTheRepositoryBuilt() throws Exception {
    putGh();
    environment.put("REPOSITORY", "me/japply");
    Run run = install(Version.TEXT);
    assertThat(run.err()).isEmpty();
    assertThat(Path.of(run.out().strip(), "japply")).exists();
  }

  @Test
  void installsNothingThatAnotherRepositoryBuilt() throws Exception {
    putGh();
    environment.put("REPOSITORY", "others/japply");
    Run refused = install(Version.TEXT);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("no workflow of others/japply is known to have built", "no attestations found");
    assertThat(root.resolve("installed")).isEmptyDirectory();
  }

  @Test
  void saysWhatIsNotReleased() throws Exception {
    Run refused = install("9.9.9");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("cannot get", "is 9.9.9 a release");
  }
}
