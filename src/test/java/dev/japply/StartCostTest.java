package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cost of one `apply` of one unchanged object, in counts, which do not depend on the machine's
/// load. The numbers are in `start-cost.properties`: japply's classes exactly, the rest as upper
/// bounds for the bundled Java. A commit that raises one says why.
@UsesDistribution
@UsesTestCluster
class StartCostTest {
  private static final Pattern LOADED =
      Pattern.compile("(?m)^.*\\[class,load *\\] (\\S+) source: (.*)$");

  /// Files of the system differ from one to the other.
  private static final String OURS = "(?!</(?:proc|sys|etc|usr|lib\\w*|dev)/)";

  private static final Pattern READ =
      Pattern.compile("(?m)\\bp?read(?:64)?(?:\\(\\d+" + OURS + "<| resumed).* = (\\d+)$");
  private static final Pattern OPENED =
      Pattern.compile("(?m)\\bopen(?:at)?\\b.* = \\d+" + OURS + "<.*$");
  private static final Pattern STARTED = Pattern.compile("(?m)\\bclone3?\\b.* = \\d+$");
  private static final Path STRACE = Path.of("/usr/bin/strace");
  private static final String DEPLOYMENT = "src/dist/rehearsal/manifests/deployment.yaml";

  private final TestCluster cluster;
  private final String namespace;
  @TempDir private Path directory;
  private Distribution distribution;

  StartCostTest(TestCluster cluster) {
    this.cluster = cluster;
    this.namespace = cluster.newNamespace();
  }

  @BeforeEach
  void knowTheServer() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
    for (String outcome : List.of("created", "unchanged")) {
      assertThat(apply(List.of(), List.of()))
          .isEqualTo(new Said(0, "deployment.apps/web " + outcome + "\n", ""));
    }
  }

  /// Runs the Java of the distribution as the launcher does.
  private Said apply(List<String> before, List<String> options)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(before);
    command.add(distribution.java());
    command.add("-XX:AOTCache=" + distribution.file("lib/japply/objects.aot"));
    command.addAll(options);
    command.add("-Djapply.tls=" + distribution.file("lib/japply/libnetty_tcnative.so"));
    command.addAll(List.of("-m", "dev.japply/dev.japply.Main", "apply", "-n", namespace, "-f"));
    command.add(Path.of(DEPLOYMENT).toAbsolutePath().toString());
    var environment = Map.of("KUBECONFIG", cluster.kubeconfig().toString());
    String[] arguments = command.subList(1, command.size()).toArray(String[]::new);
    return distribution.run(command.getFirst(), environment, "", arguments).withoutSummary();
  }

  private static long limit(String name) throws IOException {
    var limits = new Properties();
    try (InputStream file = StartCostTest.class.getResourceAsStream("start-cost.properties")) {
      limits.load(Objects.requireNonNull(file));
    }
    return Long.parseLong(limits.getProperty(name));
  }

  @Test
  void classesAreLoadedFromTheCacheAndNoneIsMade() throws Exception {
    Path log = directory.resolve("classes.log");
    apply(List.of(), List.of("-Xlog:class+load,class+init:file=" + log));
    String text = Files.readString(log);
    List<MatchResult> loaded = LOADED.matcher(text).results().toList();
    assertThat(loaded).filteredOn(StartCostTest::isMade).extracting(MatchResult::group).isEmpty();
    Predicate<MatchResult> own = one -> one.group(1).startsWith("dev.japply.");
    assertThat(loaded.stream().filter(own).count())
        .as("japply's classes")
        .isBetween(limit("japply-classes") - limit("fewer"), limit("japply-classes"));
    assertThat(loaded.stream().filter(own.negate()).count())
        .as("other classes")
        .isBetween(1L, limit("other-classes"));
    assertThat(text)
        .contains("Initializing 'dev/japply/Main'")
        .doesNotContain("Initializing 'java/math/BigDecimal'");
  }

  @Test
  void aRelativePathOfTheLauncherIsAsGood() throws Exception {
    Path log = directory.resolve("classes.log");
    String command =
        "cd '%s' && exec ./bin/japply apply -n %s -f '%s'"
            .formatted(distribution.home(), namespace, Path.of(DEPLOYMENT).toAbsolutePath());
    var environment =
        Map.of(
            "KUBECONFIG",
            cluster.kubeconfig().toString(),
            "JAPPLY_JAVA_OPTIONS",
            "-Xlog:class+load:file=" + log);
    Said said = distribution.run("/bin/sh", environment, "", "-c", command);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(Files.readString(log))
        .contains("dev.japply.cluster.http.NativeTls")
        .doesNotContain("sun.security.ssl.Handshake");
  }

  private static boolean isMade(MatchResult loaded) {
    String source = loaded.group(2);
    return !source.contains("shared objects file") && !source.startsWith("jrt:/");
  }

  @Test
  void threadsFilesAndBytesAreFew() throws Exception {
    assumeTrue(Files.isExecutable(STRACE), "no strace to count system calls with");
    Path log = directory.resolve("calls.log");
    var strace =
        List.of(
            STRACE.toString(),
            "-f",
            "-qq",
            "-y",
            "-e",
            "trace=/^(open|openat|read|pread64|clone3?)$",
            "-e",
            "signal=none",
            "-s",
            "0",
            "-o",
            log.toString());
    apply(strace, List.of());
    String calls = whole(Files.readString(log));
    assertThat(count(STARTED, calls)).as("threads").isBetween(1L, limit("threads"));
    assertThat(count(OPENED, calls)).as("files").isBetween(1L, limit("files"));
    long bytes = READ.matcher(calls).results().mapToLong(one -> Long.parseLong(one.group(1))).sum();
    assertThat(bytes).as("bytes").isBetween(1L, limit("bytes"));
  }

  private static long count(Pattern pattern, String calls) {
    return pattern.matcher(calls).results().count();
  }

  /// Drops the beginnings of calls that another thread interrupted. Their ends have the name, too.
  private static String whole(String calls) {
    return String.join(
        "\n",
        Stream.of(calls.split("\n")).filter(line -> !line.endsWith("<unfinished ...>")).toList());
  }
}
