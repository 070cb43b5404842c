package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The distribution, where no Java is and nothing else on the `PATH`.
@UsesDistribution
@UsesTestCluster
class DistributionTest {
  private static final long MOST_BYTES = 80_000_000;
  private static final String MAIN = "dev.japply/dev.japply.Main";
  private static final String TOOLS = "/usr/bin:/bin";
  private static final Path REHEARSAL = Path.of("src/dist/rehearsal").toAbsolutePath();
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
  private Distribution distribution;

  DistributionTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void unpack() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
  }

  private Said japply(String input, String... args) throws IOException, InterruptedException {
    var environment = Map.of("KUBECONFIG", cluster.kubeconfig().toString());
    return distribution.japply(environment, input, args);
  }

  private Said java(String... args) throws IOException, InterruptedException {
    return distribution.run(distribution.java(), Map.of(), "", args);
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

  /// As in a container; the shell makes the names, since the tests' own Java may not be able to.
  @Test
  void readsFilesWithAnyNameWhereNoLocaleIsSet() throws Exception {
    String script =
        """
        dir=$1/$(printf 'b\\303\\274cher')
        file=$(printf 'n\\303\\251.yaml')
        mkdir -p "$dir"
        printf 'resources: [%s]' "$file" >"$dir/kustomization.yaml"
        printf '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}' >"$dir/$file"
        exec "$2" build "$dir"
        """;
    String place = directory.resolve("places").toString();
    String program = distribution.file("bin/japply").toString();
    for (var locale : List.of(Map.of("PATH", TOOLS), Map.of("PATH", TOOLS, "LC_ALL", "C"))) {
      Said built = distribution.run("/bin/sh", locale, "", "-c", script, "sh", place, program);
      assertThat(built.out()).as(built.err()).startsWith("apiVersion: v1\nkind: ConfigMap\n");
    }
  }

  /// The limit on the address space that some build agents and shared hosts have.
  @Test
  void startsWithALimitOnTheAddressSpace() throws Exception {
    String program = distribution.file("bin/japply").toString();
    String line = "ulimit -v 2000000; exec \"$1\" build \"$2\"";
    String base = REHEARSAL.resolve("kustomize/base").toString();
    Said said =
        distribution.run("/bin/sh", Map.of("PATH", TOOLS), "", "-c", line, "sh", program, base);
    assertThat(said.status()).as("%s", said).isZero();
    assertThat(said.out()).startsWith("apiVersion: v1\n");
  }

  @Test
  void readsNothingFromAStandardInputThatIsClosed() throws Exception {
    String program = distribution.file("bin/japply").toString();
    String line = "\"$1\" apply --dry-run=client -f - <&-";
    Said said = distribution.run("/bin/sh", Map.of(), "", "-c", line, "sh", program);
    assertThat(said).isEqualTo(new Said(1, "", "error: no objects passed to apply\n"));
  }

  @Test
  void saysThatTheCurrentDirectoryWasDeleted() throws Exception {
    String gone = directory.resolve("gone").toString();
    String program = distribution.file("bin/japply").toString();
    String line = "mkdir \"$1\" && cd \"$1\" && rmdir \"$1\" && exec \"$2\" check -f a.yaml";
    Said said =
        distribution.run("/bin/sh", Map.of("PATH", TOOLS), "", "-c", line, "sh", gone, program);
    assertThat(said.status()).isEqualTo(1);
    // The shell has its own line before.
    assertThat(said.err())
        .endsWith("error: the current directory was deleted; change to another one\n");
  }

  /// Options of the environment are for the Java of other programs: those that japply starts have
  /// them, and japply itself has its own.
  @Test
  void optionsForOtherJavasDoNotReachIt() throws Exception {
    String namespace = cluster.newNamespace();
    Path shows = directory.resolve("shows");
    Files.writeString(
        shows,
        "#!/bin/sh\n"
            + "echo \"$JAVA_TOOL_OPTIONS|$JDK_JAVA_OPTIONS|$_JAVA_OPTIONS|$CLASSPATH\"\n"
            + "exit 1\n");
    assertThat(shows.toFile().setExecutable(true)).isTrue();
    Path log = directory.resolve("classes.log");
    var environment =
        Map.of(
            "KUBECONFIG",
            cluster.kubeconfig().toString(),
            "KUBECTL_EXTERNAL_DIFF",
            shows.toString(),
            "JAVA_TOOL_OPTIONS",
            "-javaagent:/none.jar -Dx='a b'",
            "JDK_JAVA_OPTIONS",
            "-XX:+UseG1GC",
            "_JAVA_OPTIONS",
            "-Xmx1k",
            "CLASSPATH",
            "/none.jar",
            "JAPPLY_JAVA_OPTIONS",
            "-Xmx48m -Xlog:class+load:file=" + log);
    String[] diff = {"diff", "-n", namespace, "-f", "-"};
    assertThat(distribution.japply(environment, MANIFEST.formatted("hello"), diff))
        .isEqualTo(
            new Said(1, "-javaagent:/none.jar -Dx='a b'|-XX:+UseG1GC|-Xmx1k|/none.jar\n", ""));
    assertThat(log).content().contains("dev.japply.Main source: shared objects file");
  }

  @Test
  void isACommandOfKubectl() throws Exception {
    String plugin = distribution.file("bin/kubectl-japply").toString();
    Said help = distribution.run(plugin, Map.of(), "", "apply", "--help");
    assertThat(help.out()).contains("Usage: kubectl japply apply ");
  }

  /// Whatever its place, the cache fits; by `AOTMode=on` the JVM ends when it does not.
  @Test
  void usesItsCache() throws Exception {
    Said version =
        java(
            "-XX:AOTMode=on",
            "-XX:AOTCache=" + distribution.file("lib/japply/japply.aot"),
            "-Xlog:class+load,aot",
            "-m",
            MAIN,
            "version");
    assertThat(version.status()).as(version.out()).isZero();
    assertThat(version.out())
        .contains("dev.japply.cli.VersionCommand source: shared objects file")
        .contains("picocli.CommandLine source: shared objects file")
        .contains("initial full module graph: enabled")
        .doesNotContain("source: jrt:/dev.japply");
  }

  /// The JVM would run it also on a processor that lacks an instruction of it.
  @ParameterizedTest
  @ValueSource(strings = {"japply", "objects", "local"})
  void hasNoMachineCodeInItsCaches(String name) throws Exception {
    Path cache = distribution.file("lib/japply/" + name + ".aot");
    Said version = java("-XX:AOTCache=" + cache, "-Xlog:aot*", "-m", MAIN, "version");
    assertThat(version.out()).contains("trying to map " + cache).doesNotContain("AOT code entries");
  }

  /// Almost no class comes from anywhere else than the cache that the launcher chooses.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "build kustomize/overlay",
        "kustomize kustomize/overlay",
        "check -f manifests",
        "check -k kustomize/overlay",
        "apply --dry-run=client -f manifests",
        "diff -f manifests",
        "plan -f manifests",
        "apply --dry-run=client -k kustomize/base",
        "pkg status kustomize"
      })
  void theLauncherChoosesACache(String line) throws Exception {
    Path log = directory.resolve("classes.log");
    String[] words = line.split(" ");
    words[words.length - 1] = REHEARSAL.resolve(words[words.length - 1]).toString();
    Map<String, String> environment =
        Map.of(
            "KUBECONFIG",
            cluster.kubeconfig().toString(),
            "JAPPLY_JAVA_OPTIONS",
            "-Xlog:class+load:file=" + log);
    distribution.japply(environment, "", words);
    assertThat(Files.readAllLines(log))
        .hasSizeGreaterThan(1_000)
        .filteredOn(loaded -> !loaded.endsWith("source: shared objects file"))
        .hasSizeLessThan(20);
  }

  /// Few objects hardly repay what is compiled; a directory and standard input may have many.
  @ParameterizedTest
  @CsvSource({
    "check -f FILE,2",
    "check -fFILE,2",
    "check --filename=FILE,2",
    "check -f FILE -f DIRECTORY,1",
    "check -fDIRECTORY,1",
    "check --filename=DIRECTORY,1",
    "check -f -,1",
    "check -f FILE -f-,1",
    "check -f FILE --filename=-,1",
    "build DIRECTORY,1",
    "options -v=1,1"
  })
  void theLauncherCompilesLessForAFile(String line, int scale) throws Exception {
    String directory = REHEARSAL.resolve("manifests").toString();
    String command =
        line.replace("FILE", directory + "/deployment.yaml").replace("DIRECTORY", directory);
    Map<String, String> flags = Map.of("JAPPLY_JAVA_OPTIONS", "-XX:+PrintFlagsFinal");
    Said said = distribution.japply(flags, MANIFEST.formatted("hello"), command.split(" "));
    assertThat(said.out()).containsPattern("CompileThresholdScaling +=  *" + scale + "\\.0");
  }

  /// The classes that verify a server take part in no start but the first.
  @Test
  void theLauncherHasACacheForKnownServers() throws Exception {
    String namespace = cluster.newNamespace();
    String file = REHEARSAL.resolve("manifests/deployment.yaml").toString();
    String base = REHEARSAL.resolve("kustomize/base").toString();
    Map<String, String> environment =
        Map.of("XDG_CACHE_HOME", directory.resolve("kept").toString());
    assertThat(cacheOf(environment, "apply", "-n", namespace, "-f", file)).isEqualTo("japply");
    for (String command : List.of("apply", "diff", "why")) {
      assertThat(cacheOf(environment, command, "-n", namespace, "-f", file)).isEqualTo("objects");
    }
    assertThat(cacheOf(environment, "apply", "-n", namespace, "-k", base)).isEqualTo("japply");
    assertThat(cacheOf(environment, "check", "-f", file)).isEqualTo("local");
    assertThat(cacheOf(environment, "build", base)).isEqualTo("local");
  }

  private String cacheOf(Map<String, String> environment, String... command) throws Exception {
    Path log = directory.resolve("cache.log");
    var all = new HashMap<>(environment);
    all.put("KUBECONFIG", cluster.kubeconfig().toString());
    all.put("JAPPLY_JAVA_OPTIONS", "-Xlog:aot*:file=" + log);
    Said said = distribution.japply(all, "", command);
    assertThat(said.status()).as(said.err()).isZero();
    return Pattern.compile("trying to map .*/(\\w+)\\.aot")
        .matcher(Files.readString(log))
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void doesWithoutACacheAndSaysNothing() throws Exception {
    Said version = java("-m", MAIN, "version");
    assertThat(version.out()).startsWith("japply ");
    assertThat(version.err()).isEmpty();
    for (String name : List.of("japply", "objects", "local")) {
      Path cache = distribution.file("lib/japply/" + name + ".aot");
      Files.writeString(cache, "is none");
      assertThat(java("-XX:AOTCache=" + cache, "-m", MAIN, "version")).isEqualTo(version);
    }
    String namespace = cluster.newNamespace();
    assertThat(japply(MANIFEST.formatted("hello"), "apply", "-n", namespace, "-f", "-"))
        .isEqualTo(new Said(0, "configmap/shop created\n", ""));
  }

  @Test
  void hasManualPagesCompletionAndLicences() {
    assertThat(
            Stream.of(
                    "man/man1/japply-apply.1",
                    "man/man1/japply-pkg-update.1",
                    "bash-completion/completions/japply",
                    "zsh/site-functions/_japply",
                    "fish/vendor_completions.d/japply.fish",
                    "doc/japply/README.md",
                    "doc/japply/docs/install.md",
                    "doc/japply/LICENSE",
                    "doc/japply/NOTICE",
                    "doc/japply/THIRD-PARTY",
                    "doc/japply/sbom.cdx.json")
                .map(name -> distribution.file("share/" + name)))
        .allSatisfy(file -> assertThat(file).isNotEmptyFile());
  }

  @Test
  void hasTheListedLibrariesAlone() throws Exception {
    var bom = Files.readString(distribution.file("share/doc/japply/sbom.cdx.json"));
    var components = (ListValue) ((MapValue) Json.parse(bom)).entries().get("components");
    assertThat(Objects.requireNonNull(components).items())
        .extracting(component -> library((MapValue) component))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Libraries.names().stream(),
                    Stream.of(":OpenJDK", "io.netty:netty-tcnative-boringssl-static"))
                .toList());
    assertThat(licences("jackson-core-").resolve("LICENSE")).isNotEmptyFile();
    Path boring = licences("netty-tcnative-boringssl-static-");
    assertThat(Stream.of("LICENSE.txt", "NOTICE.txt", "license/LICENSE.boringssl.txt"))
        .allSatisfy(name -> assertThat(boring.resolve(name)).isNotEmptyFile());
  }

  /// A scanner finds the Java runtime by its name, or by the hash of its virtual machine.
  @Test
  void theBillOfMaterialsNamesTheRuntime() throws Exception {
    var bom = Files.readString(distribution.file("share/doc/japply/sbom.cdx.json"));
    var components = (ListValue) ((MapValue) Json.parse(bom)).entries().get("components");
    MapValue runtime =
        Objects.requireNonNull(components).items().stream()
            .map(component -> (MapValue) component)
            .filter(component -> component.text("name").equals("OpenJDK"))
            .findFirst()
            .orElseThrow();
    assertThat(runtime.text("purl")).matches("pkg:generic/openjdk@25[0-9.]*(%2B.+)?");
    assertThat(runtime.text("cpe")).matches("cpe:2\\.3:a:oracle:openjdk:25[0-9.]*(:\\*){7}");
    Path machine;
    try (Stream<Path> files = Files.list(distribution.file("lib/japply/runtime/lib/server"))) {
      machine =
          files
              .filter(file -> file.getFileName().toString().startsWith("libjvm."))
              .findFirst()
              .orElseThrow();
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(machine));
    MapValue hash = (MapValue) ((ListValue) runtime.get("hashes")).items().getFirst();
    assertThat(hash.text("content")).isEqualTo(HexFormat.of().formatHex(digest));
  }

  private Path licences(String library) throws IOException {
    try (Stream<Path> all = Files.list(distribution.file("share/doc/japply/licenses"))) {
      List<Path> found =
          all.filter(path -> path.getFileName().toString().startsWith(library)).toList();
      assertThat(found).hasSize(1);
      return found.getFirst();
    }
  }

  private static String library(MapValue component) {
    return component.text("group") + ":" + component.text("name");
  }

  @Test
  void tellsOfTheNativeLibraryOfThisSystem() throws Exception {
    List<String> others = Files.readAllLines(distribution.file("share/doc/japply/THIRD-PARTY"));
    for (String name : List.of("boringssl-static", "classes")) {
      assertThat(others)
          .filteredOn(line -> line.startsWith("io.netty:netty-tcnative-" + name + " "))
          .singleElement()
          .asString()
          .endsWith(": Apache-2.0");
    }
  }

  @Test
  void talksToServersByTheNativeLibrary() throws Exception {
    String library = distribution.file("lib/japply/libnetty_tcnative.so").toString();
    var environment = Map.of("KUBECONFIG", cluster.kubeconfig().toString());
    String[] apply = {
      "-Xlog:class+load", "-Djapply.tls=" + library, "-m", MAIN, "apply", "-f", "-"
    };
    String manifest = MANIFEST.formatted("hello").replace("shop", cluster.newNamespace());
    for (String outcome : List.of("created", "unchanged")) {
      Said said = distribution.run(distribution.java(), environment, manifest, apply);
      assertThat(said.out())
          .contains(" " + outcome + "\n")
          .contains("dev.japply.cluster.http.NativeConnection ")
          .doesNotContain("sun.security.ssl.SSLSocketImpl ");
    }
  }

  @Test
  void leavesTlsToJavaIfItIsToldSo() throws Exception {
    for (String tls : List.of("java", "")) {
      Path cache = directory.resolve("cache" + tls);
      var environment =
          Map.of(
              "KUBECONFIG",
              cluster.kubeconfig().toString(),
              "XDG_CACHE_HOME",
              cache.toString(),
              "JAPPLY_TLS",
              tls);
      String namespace = cluster.newNamespace();
      String hello = MANIFEST.formatted("hello");
      assertThat(distribution.japply(environment, hello, "apply", "-n", namespace, "-f", "-"))
          .isEqualTo(new Said(0, "configmap/shop created\n", ""));
      assertThat(Files.exists(cache.resolve("japply/answers"))).isTrue();
      assertThat(Files.exists(cache.resolve("japply/servers"))).isEqualTo(tls.isEmpty());
    }
  }

  /// krew, kubectl's manager of plugins, takes none.
  @Test
  void hasNoLinks() throws IOException {
    try (Stream<Path> files = Files.walk(distribution.home())) {
      assertThat(files.filter(Files::isSymbolicLink)).isEmpty();
    }
  }

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(Distribution.ARCHIVE)).isLessThan(MOST_BYTES);
  }
}
