package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import dev.japply.cluster.rest.Version;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar beside the distribution, on other Javas.
@UsesDistribution
@UsesTestCluster
class RunnableJarTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Said VERSION = new Said(0, "japply " + Version.TEXT + "\n", "");
  private static final int LEAST = 21;
  private static final String NATIVE = " dev.japply.cluster.http.NativeConnection ";
  private static final String HANDSHAKE = " sun.security.ssl.SSLSocketImpl ";

  private final TestCluster cluster;
  @TempDir private Path directory;

  RunnableJarTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  private static Said java(Path java, List<String> options, String... args)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(options);
    all.addAll(List.of(args));
    return Program.process(java.toString(), Map.of("PATH", "/nonexistent"), "", all);
  }

  private static List<String> jar() {
    return List.of("-jar", Distribution.jar().toString());
  }

  @Test
  void runs() throws Exception {
    assertThat(java(JAVA, jar(), "version")).isEqualTo(VERSION);
  }

  /// Applies once, without caches of earlier runs. Standard output also has the loaded classes.
  private Said apply(List<String> options, Map<String, String> environment) throws Exception {
    var all = new HashMap<>(environment);
    all.put("PATH", "/nonexistent");
    all.put("KUBECONFIG", cluster.kubeconfig().toString());
    all.put("XDG_CACHE_HOME", Files.createTempDirectory(directory, "cache").toString());
    var args = new ArrayList<>(List.of("-Xlog:class+load"));
    args.addAll(options);
    args.addAll(List.of("apply", "--dry-run=server", "-f", "-"));
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}";
    return Program.process(JAVA.toString(), all, manifest, args).withoutSummary();
  }

  @Test
  void bringsItsNativeLibraryAndLeavesNoFile() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    Said said = apply(jar(), Map.of("TMPDIR", temporary.toString()));
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).contains(NATIVE).doesNotContain(HANDSHAKE);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void withoutTheNativeLibraryJavaConnects() throws Exception {
    Path none = directory.resolve("none");
    String jar = Distribution.jar().toString();
    var missing =
        List.of(
            "-Djapply.tls=" + none,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            jar,
            "dev.japply.Main");
    var ways =
        List.of(
            apply(jar(), Map.of("TMPDIR", none.toString())),
            apply(jar(), Map.of("JAPPLY_TLS", "java")),
            apply(List.of("-cp", jar, "dev.japply.Main"), Map.of()),
            apply(missing, Map.of()));
    assertThat(ways)
        .allSatisfy(said -> {
          assertThat(said.status()).as(said.err()).isZero();
          assertThat(said.err()).isEmpty();
          assertThat(said.out()).contains(HANDSHAKE).doesNotContain(NATIVE);
        });
  }

  @Test
  void runsFromTheClassPathAndAsAModule() throws Exception {
    String jar = Distribution.jar().toString();
    assertThat(java(JAVA, List.of("-cp", jar, "dev.japply.Main"), "version")).isEqualTo(VERSION);
    assertThat(java(JAVA, List.of("-p", jar, "-m", "dev.japply/dev.japply.Main"), "version"))
        .isEqualTo(VERSION);
  }

  @Test
  void doesWithACacheThatDoesNotFit() throws Exception {
    Path cache = directory.resolve("cache.aot");
    Path jar = Files.copy(Distribution.jar(), directory.resolve("japply.jar"));
    String use = "-XX:AOTCache=" + cache;
    var options = List.of(use, "-Xlog:disable", "-jar", jar.toString());
    assertThat(
            java(JAVA, List.of("-XX:AOTCacheOutput=" + cache, "-jar", jar.toString()), "version"))
        .matches(said -> said.status() == 0);
    assertThat(cache).isNotEmptyFile();
    assertThat(java(JAVA, options, "version")).isEqualTo(VERSION);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    assertThat(java(JAVA, options, "version")).isEqualTo(VERSION);
  }

  /// Unpacks the archive without a Java, and returns its launcher.
  private String launcher() throws Exception {
    Path place = Files.createDirectory(directory.resolve("a place"));
    String name = "japply-cli-" + Version.TEXT;
    String archive = Distribution.ARCHIVE.resolveSibling(name + ".tar.gz").toString();
    var tar = new ProcessBuilder("tar", "-C", place.toString(), "-xzf", archive).inheritIO();
    assertThat(tar.start().waitFor()).isZero();
    return place.resolve(name).resolve("bin/japply").toString();
  }

  /// Applies by the launcher, which has the usual programs. Standard output also has the loaded
  /// classes.
  private Said applyBy(String launcher, Map<String, String> environment) throws Exception {
    var all = new HashMap<>(environment);
    all.putIfAbsent("HOME", directory.toString());
    all.put("PATH", "/usr/bin:/bin");
    all.put("JAPPLY_JAVA", JAVA.toString());
    all.put("JAPPLY_JAVA_OPTIONS", "-Xlog:class+load");
    all.put("KUBECONFIG", cluster.kubeconfig().toString());
    all.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    String manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}";
    var args = List.of("apply", "--dry-run=server", "-f", "-");
    Said said = Program.process(launcher, all, manifest, args).withoutSummary();
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).contains("configmap/c created (server dry run)");
    return said;
  }

  /// The lines of classes that come from the jar of usual ones.
  private static List<String> fromJars(Said said) {
    return said.out().lines().filter(line -> line.contains("/classes.jar")).toList();
  }

  @Test
  void theArchiveWithoutAJavaMakesItsOwnCache() throws Exception {
    String launcher = launcher();
    Said first = applyBy(launcher, Map.of());
    assertThat(first.out()).contains(NATIVE);
    assertThat(fromJars(first)).isNotEmpty();
    Path caches = directory.resolve(".cache/japply/classes");
    for (int i = 0; i < 600 && !hasCache(caches); i++) {
      Thread.sleep(100);
    }
    assertThat(hasCache(caches)).isTrue();
    Said second = applyBy(launcher, Map.of());
    assertThat(second.out()).contains(NATIVE);
    assertThat(fromJars(second)).isEmpty();
  }

  private static boolean hasCache(Path caches) throws IOException {
    if (!Files.isDirectory(caches)) {
      return false;
    }
    try (Stream<Path> files = Files.list(caches)) {
      List<String> names = files.map(Path::toString).toList();
      return names.size() == 1 && names.getFirst().endsWith(".jsa");
    }
  }

  @Test
  void theArchiveWithoutAJavaRunsWithoutACache() throws Exception {
    String launcher = launcher();
    assertThat(fromJars(applyBy(launcher, Map.of("JAPPLY_CACHE", "off")))).isNotEmpty();
    assertThat(fromJars(applyBy(launcher, Map.of("HOME", "/nonexistent")))).isNotEmpty();
    assertThat(applyBy(launcher, Map.of("JAPPLY_CACHE", "off", "JAPPLY_TLS", "java")).out())
        .contains(HANDSHAKE)
        .doesNotContain(NATIVE);
    assertThat(directory.resolve(".cache")).doesNotExist();
  }

  /// The Javas that this machine has, each once. Those that are too old say so.
  @Test
  void runsOnOtherJavas() throws Exception {
    List<Path> javas = javas();
    assumeTrue(!javas.isEmpty(), "there is no other Java in /usr/lib/jvm");
    for (Path java : javas) {
      Said said = java(java, jar(), "version");
      if (version(java) >= LEAST) {
        assertThat(said).as(java.toString()).isEqualTo(VERSION);
      } else {
        assertThat(said.status()).as(java.toString()).isEqualTo(1);
        assertThat(said.err()).startsWith("japply: needs Java 21 or newer, and this is Java ");
      }
    }
  }

  private static List<Path> javas() throws IOException {
    Path homes = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(homes)) {
      return List.of();
    }
    var found = new ArrayList<Path>();
    try (Stream<Path> all = Files.list(homes)) {
      for (Path home : all.toList()) {
        Path java = home.resolve("bin/java");
        if (Files.isExecutable(java) && !found.contains(java.toRealPath())) {
          found.add(java.toRealPath());
        }
      }
    }
    found.remove(JAVA.toRealPath());
    return found;
  }

  /// From a line as `java.specification.version = 21`.
  private static int version(Path java) throws IOException, InterruptedException {
    String settings = java(java, List.of("-XshowSettings:properties", "-version")).err();
    String name = "java.specification.version = ";
    String version = settings.lines().filter(line -> line.contains(name)).findFirst().orElseThrow();
    return Integer.parseInt(version.strip().substring(name.length()).replaceFirst("^1\\.", ""));
  }
}
