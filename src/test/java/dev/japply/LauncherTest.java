package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The shell script that starts japply, run on programs that stand in for Java and say what they
/// were called with.
@Tag("process")
class LauncherTest {
  @TempDir private Path root;

  private record Run(int status, String out, String err) {}

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to run the launcher");
    Files.createDirectories(root.resolve("japply/bin"));
    Files.copy(Path.of("src/main/sh/japply"), root.resolve("japply/bin/japply"));
    Files.createDirectories(root.resolve("tools"));
    for (String tool : List.of("sed", "readlink", "mkdir", "rmdir", "mv", "rm", "find", "nice")) {
      script(root.resolve("tools").resolve(tool), "exec " + find(tool) + " \"$@\"\n");
    }
  }

  private static void script(Path file, String commands) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + commands);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static Path find(String tool) {
    Path found = Path.of("/usr/bin").resolve(tool);
    return Files.exists(found) ? found : Path.of("/bin").resolve(tool);
  }

  /// A Java home whose java has that version; with a `release` file, or it answers `-version`.
  private String home(String name, String version, boolean release) throws IOException {
    Path home = root.resolve(name);
    Path java = home.resolve("bin/java");
    Files.createDirectories(home.resolve("bin"));
    script(
        java,
        """
        if [ "$1" = -version ]; then echo 'openjdk version "%s" 2026-01-01' >&2; exit; fi
        echo %s "$@"
        exit 7
        """
            .formatted(version, name));
    if (release) {
      Files.writeString(
          home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
    }
    return home.toString();
  }

  private Run run(Map<String, String> environment, Path launcher, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).directory(root.toFile());
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", path(), "HOME", root.toString()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), out, err);
  }

  private String path() {
    return root.resolve("tools").toString();
  }

  private Path launcher() {
    return root.resolve("japply/bin/japply");
  }

  @Test
  void passesArgumentsAndExitStatusOn() throws Exception {
    Run run = run(Map.of("JAVA_HOME", home("a", "21.0.1", true)), launcher(), "x y", "", "*");
    assertThat(run.out())
        .startsWith("a -XX:")
        .endsWith(
            "-Djapply.terminals= -Djapply.program=japply -jar "
                + root.resolve("japply/bin/../lib/japply/japply.jar")
                + " x y  *\n");
    assertThat(run.status()).isEqualTo(7);
    assertThat(run.err()).isEmpty();
  }

  /// Alpine has musl; the shell would say that the program is not found.
  @Test
  void saysThatTheRuntimeOfAnArchiveNeedsGlibc() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "only Linux has several C libraries");
    Path archive = root.resolve("archive");
    Files.createDirectories(archive.resolve("bin"));
    Files.createDirectories(archive.resolve("lib/japply/runtime/bin"));
    script(archive.resolve("lib/japply/runtime/bin/java"), "echo started\n");
    String script = Files.readString(Path.of("src/dist/sh/japply"));
    Path launcher = archive.resolve("bin/japply");
    Files.writeString(launcher, script);
    assertThat(run(Map.of(), launcher, "apply").out()).isEqualTo("started\n");
    Files.writeString(launcher, script.replaceAll("/lib(64)?/ld-linux", root + "/none"));
    Run run = run(Map.of(), launcher, "apply");
    assertThat(run.err())
        .startsWith("error: ")
        .contains("needs glibc", "japply-cli-VERSION.tar.gz");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void passesOptionsOfJavaOn() throws Exception {
    var environment =
        Map.of("JAVA_HOME", home("a", "21", true), "JAPPLY_JAVA_OPTIONS", "-Xmx9m -Da=b");
    assertThat(run(environment, launcher(), "x").out()).contains(" -Xmx9m -Da=b -jar ");
  }

  /// Java would read the first file that it opens.
  @Test
  void hasAStandardInputAlsoIfItIsClosed() throws Exception {
    String home = home("a", "21", true);
    script(Path.of(home, "bin/java"), "true 3<&0 && echo open\n");
    Path closing = root.resolve("closing");
    script(closing, "exec \"$@\" <&-\n");
    Run run = run(Map.of("JAVA_HOME", home), closing, launcher().toString());
    assertThat(run.out()).isEqualTo("open\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void saysThatTheCurrentDirectoryWasDeleted() throws Exception {
    String home = home("a", "21", true);
    Path deleting = root.resolve("deleting");
    script(deleting, "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"\n");
    Run run =
        run(Map.of("JAVA_HOME", home, "PATH", "/usr/bin:/bin"), deleting, launcher().toString());
    assertThat(run.status()).isEqualTo(1);
    // The shell has its own line before.
    assertThat(run.err())
        .endsWith("error: the current directory was deleted; change to another one\n");
  }

  /// Java would take names of files for ASCII.
  @ParameterizedTest
  @CsvSource({
    "NONE,,/C.UTF-8",
    "LANG,C,/C.UTF-8",
    "LC_CTYPE,POSIX,/C.UTF-8",
    "LC_ALL,C,C.UTF-8/",
    "LANG,en_US.UTF-8,/",
    "LC_CTYPE,de_DE.ISO-8859-1,/de_DE.ISO-8859-1",
    "LC_ALL,de_DE.UTF-8,de_DE.UTF-8/"
  })
  void namesALocaleOfUtf8WhereNoneIsSet(String name, String value, String said) throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "locales have other names here");
    String home = home("a", "21", true);
    script(Path.of(home, "bin/java"), "echo \"$LC_ALL/$LC_CTYPE\"\n");
    var environment = new HashMap<>(Map.of("JAVA_HOME", home));
    environment.put(name, value == null ? "" : value);
    assertThat(run(environment, launcher()).out()).isEqualTo(said + "\n");
  }

  @ParameterizedTest
  @CsvSource({"21,true", "21.0.1,false", "25.0.1,true", "26-ea,false", "100,true"})
  void takesAnyVersionFromTwentyOneOn(String version, boolean release) throws Exception {
    Run run = run(Map.of("JAPPLY_JAVA", home("a", version, release) + "/bin/java"), launcher());
    assertThat(run.out()).startsWith("a ");
  }

  @ParameterizedTest
  @CsvSource({"17.0.1,true", "1.8.0_1,false", "20,false"})
  void refusesOlderOnes(String version, boolean release) throws Exception {
    Run run = run(Map.of("JAPPLY_JAVA", home("a", version, release) + "/bin/java"), launcher());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("japply: JAPPLY_JAVA is ").contains("Java 21 or newer");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void prefersWhatIsSetForIt() throws Exception {
    String java = home("a", "21", true) + "/bin/java";
    String home = home("b", "21", true);
    assertThat(run(Map.of("JAPPLY_JAVA", java, "JAVA_HOME", home), launcher()).out())
        .startsWith("a ");
  }

  @Test
  void goesOnToThePathWhenJavaHomeIsTooOld() throws Exception {
    String path = home("b", "21", true) + "/bin:" + path();
    Run run = run(Map.of("JAVA_HOME", home("a", "17", true), "PATH", path), launcher());
    assertThat(run.out()).startsWith("b ");
  }

  @Test
  void findsTheReleaseFileThroughALink() throws Exception {
    Path java = Path.of(home("real", "21", true), "bin/java");
    Path links = Files.createDirectories(root.resolve("links"));
    Files.createSymbolicLink(links.resolve("java"), links.relativize(java));
    Run run = run(Map.of("PATH", links + ":" + path()), launcher());
    assertThat(run.out()).startsWith("real ");
  }

  @Test
  void looksWhereJavasAreKeptAtLast() throws Exception {
    home(".sdkman/candidates/java/x", "999", true);
    Run run = run(Map.of("JAVA_HOME", home("a", "17", true)), launcher());
    assertThat(run.err()).doesNotContain("needs Java");
  }

  @Test
  void findsItsJarThroughLinks() throws Exception {
    Path bin = Files.createDirectories(root.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("two"), launcher());
    Files.createSymbolicLink(bin.resolve("one"), Path.of("two"));
    Run run = run(Map.of("JAVA_HOME", home("a", "21", true)), bin.resolve("one"));
    assertThat(run.out()).contains("-jar " + root.resolve("japply/bin/../lib/japply/japply.jar"));
  }

  @Test
  void findsItsJarFromItsOwnDirectory() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("japply.sh"), Path.of("japply/bin/japply"));
    Run run = run(Map.of("JAVA_HOME", home("a", "21", true)), link.getFileName());
    assertThat(run.out()).contains("-jar ./japply/bin/../lib/japply/japply.jar");
  }

  /// A Java that makes caches of classes, or cannot, and otherwise prints its arguments.
  private String homeWithCaches(String name, String build, boolean fails) throws IOException {
    Path home = Path.of(home(name, "25.0.1", true));
    script(
        home.resolve("bin/java"),
        """
        echo "$*" >>%s
        case "$*" in *-Xshare:dump*) ;; *) echo "$@"; exit ;; esac
        for word; do case $word in -XX:SharedArchiveFile=*) echo classes >"${word#*=}" ;; esac; done
        %s
        """
            .formatted(root.resolve("calls"), fails ? "exit 1" : ""));
    Files.writeString(
        home.resolve("release"),
        """
        IMPLEMENTOR_VERSION="X-%1$s"
        JAVA_RUNTIME_VERSION="%1$s"
        JAVA_VERSION="25.0.1"
        """
            .formatted(build));
    Path lib = Files.createDirectories(root.resolve("japply/lib/japply"));
    Files.writeString(lib.resolve("classes.txt"), "# 0.1.0-abc\njava/lang/Object id: 0\n");
    return home.toString();
  }

  private Path cache(String name) {
    return root.resolve(".cache/japply/classes").resolve(name);
  }

  /// The launcher does not wait for what it starts in the background.
  private static void await(Path file) throws InterruptedException {
    for (int i = 0; i < 1000 && !Files.exists(file); i++) {
      Thread.sleep(20);
    }
    assertThat(file).exists();
  }

  private long made() throws IOException {
    return Files.readAllLines(root.resolve("calls")).stream()
        .filter(line -> line.contains("-Xshare:dump"))
        .count();
  }

  @Test
  void theFirstRunMakesACacheOfClassesForTheFollowingOnes() throws Exception {
    var environment = Map.of("JAVA_HOME", homeWithCaches("a", "25.0.1+8", false));
    Path cache = cache("0.1.0-abc-X-25.0.1+8-25.0.1+8.jsa");
    assertThat(run(environment, launcher(), "x").out()).doesNotContain("SharedArchiveFile");
    await(cache);
    assertThat(run(environment, launcher(), "x").out())
        .contains("-XX:SharedArchiveFile=" + cache + " ");
    assertThat(run(environment, launcher(), "x").err()).isEmpty();
    assertThat(made()).isEqualTo(1);
    assertThat(Files.getPosixFilePermissions(cache.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void anotherJavaOrANewerJarGetsACacheOfItsOwn() throws Exception {
    var first = Map.of("JAVA_HOME", homeWithCaches("a", "25.0.1+8", false));
    run(first, launcher(), "x");
    await(cache("0.1.0-abc-X-25.0.1+8-25.0.1+8.jsa"));
    var second = Map.of("JAVA_HOME", homeWithCaches("b", "25.0.2+3", false));
    assertThat(run(second, launcher(), "x").out()).doesNotContain("SharedArchiveFile");
    Path cache = cache("0.1.0-abc-X-25.0.2+3-25.0.2+3.jsa");
    await(cache);
    Path jar = Files.writeString(root.resolve("japply/lib/japply/japply.jar"), "new");
    Files.setLastModifiedTime(cache, FileTime.fromMillis(0));
    assertThat(Files.getLastModifiedTime(jar)).isGreaterThan(Files.getLastModifiedTime(cache));
    assertThat(run(second, launcher(), "x").out()).doesNotContain("SharedArchiveFile");
  }

  /// A Java without such caches is not asked again and again.
  @Test
  void aJavaThatMakesNoCacheIsAskedOnce() throws Exception {
    var environment = Map.of("JAVA_HOME", homeWithCaches("a", "25.0.1+8", true));
    run(environment, launcher(), "x");
    await(cache("0.1.0-abc-X-25.0.1+8-25.0.1+8.jsa.refused"));
    Run run = run(environment, launcher(), "x");
    assertThat(run.out()).doesNotContain("SharedArchiveFile");
    assertThat(run.err()).isEmpty();
    assertThat(made()).isEqualTo(1);
  }

  /// An older Java, one whose build is not known, no home directory, and the variable.
  @ParameterizedTest
  @CsvSource({"21,true,true,on", "25,false,true,on", "25,true,false,on", "25,true,true,off"})
  void makesNoCacheWhereNoneIsOfUse(String version, boolean known, boolean home, String variable)
      throws Exception {
    Path java = Path.of(homeWithCaches("a", "25.0.1+8", false));
    Files.writeString(
        java.resolve("release"),
        "JAVA_VERSION=\"" + version + "\"\n" + (known ? "JAVA_RUNTIME_VERSION=\"r\"\n" : ""));
    var environment =
        Map.of(
            "JAVA_HOME",
            java.toString(),
            "HOME",
            home ? root.toString() : "/nonexistent",
            "JAPPLY_CACHE",
            variable);
    assertThat(run(environment, launcher(), "x").out()).endsWith(" x\n");
    Thread.sleep(300);
    assertThat(made()).isZero();
    assertThat(root.resolve(".cache")).doesNotExist();
  }

  /// The directory of other caches may be a part of the repository that a job checks out.
  @Test
  void codeIsNotTakenFromTheDirectoryOfOtherCaches() throws Exception {
    Path other = Files.createDirectories(root.resolve("repository/japply/classes"));
    Files.writeString(other.resolve("0.1.0-abc-X-25.0.1+8-25.0.1+8.jsa"), "evil");
    var environment =
        Map.of(
            "JAVA_HOME", homeWithCaches("a", "25.0.1+8", false),
            "XDG_CACHE_HOME", root.resolve("repository").toString(),
            "KUBECACHEDIR", root.resolve("repository").toString());
    assertThat(run(environment, launcher(), "x").out()).doesNotContain("SharedArchiveFile");
  }

  /// The real kubectl finds the program by its name, and passes the flags behind it.
  @Test
  void isACommandOfKubectl() throws Exception {
    Path kubectl = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
    assumeTrue(Files.isExecutable(kubectl), "there is no kubectl; use make test");
    Path bin = root.resolve("japply/bin");
    Files.copy(Path.of("src/main/sh/kubectl-japply"), bin.resolve("kubectl-japply"));
    Files.createSymbolicLink(root.resolve("tools/kubectl-japply"), bin.resolve("kubectl-japply"));
    script(root.resolve("kubectl.sh"), "exec " + kubectl + " \"$@\"\n");
    Run run =
        run(
            Map.of("JAVA_HOME", home("a", "21", true)),
            root.resolve("kubectl.sh"),
            "japply",
            "apply",
            "-f",
            "x.yaml",
            "--record");
    assertThat(run.out())
        .contains("-Djapply.program=kubectl-japply -jar ")
        .endsWith("/../lib/japply/japply.jar apply -f x.yaml --record\n");
    assertThat(run.status()).isEqualTo(7);
  }
}
