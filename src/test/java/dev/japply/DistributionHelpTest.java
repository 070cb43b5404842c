package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Program.Said;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the distribution's launcher answers without Java. Here it is beside a program that stands
/// in for Java and says what it was called with.
@UsesDistribution
class DistributionHelpTest {
  private static final Pattern COMMAND =
      Pattern.compile("  ([a-z][a-z-]*)(?:, [a-z-]+)?  +[A-Z].*");
  private static final String JAVA = "java was called";

  @TempDir private static Path directory;
  private static Distribution distribution;
  private static Path launchers;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    distribution = Distribution.unpack(directory);
    Path runtime = directory.resolve("hollow/lib/japply/runtime/bin");
    Files.createDirectories(runtime);
    Files.writeString(runtime.resolve("java"), "#!/bin/sh\necho " + JAVA + "\n");
    Files.setPosixFilePermissions(
        runtime.resolve("java"), PosixFilePermissions.fromString("rwx------"));
    Path help = distribution.file("lib/japply/help");
    Files.move(help, directory.resolve("hollow/lib/japply/help"));
    launchers = Files.move(distribution.file("bin"), directory.resolve("hollow/bin"));
  }

  private static Said launcher(String program, List<String> args, String... environment)
      throws IOException, InterruptedException {
    Map<String, String> variables =
        environment.length == 0 ? Map.of() : Map.of(environment[0], environment[1]);
    return distribution.run(
        launchers.resolve(program).toString(), variables, "", args.toArray(String[]::new));
  }

  /// What japply prints itself.
  private static Said japply(String program, List<String> args)
      throws IOException, InterruptedException {
    var all =
        new ArrayList<>(
            List.of(
                "-XX:AOTCache=" + distribution.file("lib/japply/japply.aot"),
                "-Djapply.program=" + program,
                "-m",
                "dev.japply/dev.japply.Main"));
    all.addAll(args);
    return distribution.run(distribution.java(), Map.of(), "", all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"japply", "kubectl-japply"})
  void isWhatJapplyPrints(String program) throws Exception {
    check(program, List.of());
    check(program, List.of("version"));
    check(program, List.of("options"));
    for (String shell : List.of("bash", "zsh", "fish", "powershell")) {
      check(program, List.of("completion", shell));
    }
    assertThat(checkHelp(program, List.of())).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "--help"})
  void aFullStandardOutputIsAnError(String arg) throws Exception {
    var full = new File("/dev/full");
    assumeTrue(full.exists(), "no /dev/full");
    Process process =
        new ProcessBuilder(launchers.resolve("japply").toString(), arg)
            .redirectOutput(full)
            .start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(err).startsWith("error: write /dev/stdout: ").hasLineCount(1);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /// Checks the help of a command and of those that it lists, and answers how many they are.
  private int checkHelp(String program, List<String> path) throws Exception {
    String text = check(program, with(path, "--help"));
    assertThat(launcher(program, with(path, "-h")).out()).isEqualTo(text);
    check(program, with(path, "--help=all"));
    int count = 1;
    for (String command : commands(text)) {
      count += checkHelp(program, with(path, command));
    }
    return count;
  }

  private String check(String program, List<String> args) throws Exception {
    Said said = japply(program, args);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(launcher(program, args)).isEqualTo(said);
    return said.out();
  }

  private static List<String> commands(String help) {
    return help.lines()
        .map(COMMAND::matcher)
        .flatMap(matcher -> matcher.matches() ? Stream.of(matcher.group(1)) : Stream.of())
        .toList();
  }

  private static List<String> with(List<String> path, String word) {
    return Stream.concat(path.stream(), Stream.of(word)).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help",
        "--version",
        "version x",
        "options x",
        "version --help=false",
        "completion",
        "completion csh",
        "completion bash zsh",
        "apply",
        "apply -n --help",
        "--help apply",
        "apply --help -n x",
        "unknown --help",
        "../help/japply --help",
      })
  void allElseIsAskedOfJava(String line) throws Exception {
    assertThat(launcher("japply", List.of(line.split(" ", -1))).out()).contains(JAVA);
  }

  @Test
  void oneArgumentIsNotTwo() throws Exception {
    assertThat(launcher("japply", List.of("apply --help")).out()).contains(JAVA);
    assertThat(launcher("japply", List.of("apply", "", "--help")).out()).contains(JAVA);
    assertThat(launcher("japply", List.of("")).out()).contains(JAVA);
  }

  /// Preferences that cannot be used end every call.
  @Test
  void preferencesHaveASay(@TempDir Path home) throws Exception {
    var help = List.of("apply", "--help");
    assertThat(launcher("japply", help).out()).doesNotContain(JAVA);
    assertThat(launcher("japply", help, "KUBERC", "file").out()).contains(JAVA);
    assertThat(launcher("japply", help, "HOME", "").out()).contains(JAVA);
    assertThat(launcher("japply", help, "HOME", home.toString()).out()).doesNotContain(JAVA);
    Files.createDirectory(home.resolve(".kube"));
    Files.writeString(home.resolve(".kube/kuberc"), "");
    assertThat(launcher("japply", help, "HOME", home.toString()).out()).contains(JAVA);
  }
}
