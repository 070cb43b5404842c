package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run says and does when its input is too large, or holds what cannot be read.
class InputTest {
  private static final String C =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}\n";

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private static void assertRan(Ran ran, int status, String out, String err) {
    assertThat(ran).isEqualTo(new Ran(ran.args(), status, out, err));
  }

  @ParameterizedTest
  @CsvSource({"apply, 1", "diff, 2", "set-last-applied, 1"})
  void aDirectoryOfKustomizeIsNotApplied(String command, int status) throws IOException {
    Files.writeString(directory.resolve("kustomization.yaml"), "resources: [c.yaml]\n");
    Files.writeString(directory.resolve("c.yaml"), C);
    String name = directory.toString();
    assertRan(
        setting.run(command, "-f", name),
        status,
        "",
        ("error: %1$s/kustomization.yaml: \"%1$s\" is built by kustomize, so its files are not"
                + " applied as they are; build it with -k %1$s, or name single files\n")
            .formatted(name));
    assertThat(cluster.requests).filteredOn(request -> !request.equals("CLOSE")).isEmpty();
    Ran like = setting.run("apply", "--compat=kubectl", "-f", name);
    assertThat(like.out()).isEqualTo("configmap/c created\n");
    assertThat(like.err()).contains("kustomization.yaml:1: ");
  }

  /// The ending of names, which most manifests have, makes no two of them similar.
  @ParameterizedTest
  @CsvSource({
    "nope.yaml, ''",
    "jo.yaml, job.yaml",
    "job.yml, job.yaml",
    "deploymant.yaml, deployment.yaml",
    "deployment, deployment.yaml",
    "x, ''"
  })
  void filesWithSimilarNamesAreSuggested(String missing, String found) throws IOException {
    for (String name : List.of("job.yaml", "deployment.yaml", "README.md")) {
      Files.writeString(directory.resolve(name), C);
    }
    Path path = directory.resolve(missing);
    String hint = found.isEmpty() ? "" : "; did you mean " + directory.resolve(found) + "?";
    assertRan(
        setting.run("apply", "-f", path.toString()),
        1,
        "",
        "error: the path \"" + path + "\" does not exist" + hint + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff"})
  void variablesThatAreNamedAreSubstituted(String command) {
    String input = C.replace("}}", "},\"data\":{\"a\":\"${A}\",\"b\":\"${B}\"}}");
    Ran.Setting reading = setting.reading(input).with(Map.of("A", "x\"y: z", "B", "no"));
    Ran ran = reading.run(command, "-f", "-", "--substitute", "A,UNUSED", "-v");
    assertThat(ran.err()).doesNotContain("error");
    assertThat(ran.out() + ran.err()).contains("${B}").doesNotContain("${A}", "\"no\"");
    Ran unset = reading.run(command, "-f", "-", "--substitute=B", "--substitute=A", "-v");
    assertThat(unset.out() + unset.err()).doesNotContain("${");
  }

  @Test
  void aVariableThatIsNotSetAndANameThatIsNone() {
    assertRan(
        setting.reading(C.replace("\"c\"", "\"${A}\"")).run("apply", "-f", "-", "--substitute=A"),
        1,
        "",
        "error: STDIN:1: ConfigMap ${A}: ${A}: the variable is not set in the environment; set"
            + " it, or leave it out of --substitute\n");
    assertThat(
            setting
                .reading(C.replace("\"c\"", "\"${A}\""))
                .run("why", "-f", "-", "--substitute=A")
                .err())
        .contains("${A}: the variable is not set");
    assertThat(setting.run("apply", "-f", "-", "--substitute=A,b-c").err())
        .isEqualTo(
            "error: invalid --substitute value \"b-c\"; must be names of variables, as"
                + " IMAGE,TAG\n");
    assertThat(cluster.requests).isEmpty();
  }

  private static String local(String name, String value) {
    String annotations = "\"annotations\":{\"config.kubernetes.io/local-config\":" + value + "}";
    return C.replace("\"name\":\"c\"", "\"name\":\"" + name + "\"," + annotations);
  }

  @Test
  void localConfigurationIsSkippedAndCounted() {
    String input =
        C
            + local("l", "\"true\"")
            + local("m", "\"\"")
            + local("n", "\"false\"")
            + local("o", "null");
    String skipped =
        "skipped 2 objects of local configuration (config.kubernetes.io/local-config): ConfigMap l,"
            + " ConfigMap m\n";
    Ran.Setting reading = setting.reading(input);
    Ran diff = reading.run("diff", "--local", "-f", "-");
    assertThat(diff.err()).isEqualTo(skipped);
    assertThat(diff.out()).contains("default.n").doesNotContain("default.l", "default.m");
    assertRan(
        reading.run("apply", "-f", "-"),
        0,
        "configmap/c created\nconfigmap/n created\nconfigmap/o created\n",
        skipped);
    assertRan(
        reading.run("apply", "-f", "-", "--compat=kubectl"),
        0,
        """
        configmap/c unchanged
        configmap/l created
        configmap/m created
        configmap/n unchanged
        configmap/o unchanged
        """,
        "");
  }

  @Test
  void inputThatIsAllLocalIsNone() {
    assertRan(
        setting.reading(local("l", "\"true\"")).run("apply", "-f", "-", "--prune", "--all"),
        1,
        "",
        """
        skipped 1 object of local configuration (config.kubernetes.io/local-config): ConfigMap l
        error: no objects passed to apply
        """);
  }

  @ParameterizedTest
  @CsvSource({
    "apply, 1",
    "plan, 1",
    "snapshot --out=s.json, 1",
    "diff, 0",
    "why, 0",
    "check, 0",
    "ready, 1"
  })
  void aNamedFileWithoutObjectsIsToldOf(String command, int status, @TempDir Path directory)
      throws IOException {
    Path readme = Files.writeString(directory.resolve("README.md"), "# Shop\n\n# Install\n");
    Files.writeString(directory.resolve("empty.yaml"), "# kind: ConfigMap\n");
    Ran named = setting.run((command + " -f " + readme).split(" "));
    String warning =
        "Warning: %s: this file has no objects; a manifest has apiVersion, kind and metadata\n"
            .formatted(readme);
    assertThat(named.err()).startsWith(warning);
    assertThat(named.status()).as(named.err()).isEqualTo(status);
    Ran silenced = setting.run((command + " --no-warn=no-objects -f " + readme).split(" "));
    assertThat(silenced.err()).doesNotContain("Warning");
    Ran found = setting.run((command + " -f " + directory).split(" "));
    assertThat(found.err()).doesNotContain("Warning");
    assertThat(found.status()).isEqualTo(status);
  }

  @Test
  void aFileWithoutObjectsBesideAManifestIsToldOf(@TempDir Path directory) throws IOException {
    Path readme = Files.writeString(directory.resolve("README.md"), "# Shop\n");
    Ran ran = setting.reading(C).run("apply", "-f", "-", "-f", readme.toString());
    assertThat(ran.err()).startsWith("Warning: " + readme + ": this file has no objects");
    assertThat(ran.status()).isZero();
  }

  @Test
  void theEnvironmentNamesHowMuchIsRead() {
    Ran.Setting reading = setting.reading(C);
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "10")).run("apply", "-f", "-"),
        1,
        "",
        "error: STDIN: error reading: larger than 10 bytes; set JAPPLY_MAX_BYTES in the environment"
            + " to read more\n");
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "1Ki")).run("apply", "-f", "-"),
        0,
        "configmap/c created\n",
        "");
    assertRan(
        reading.with(Map.of("JAPPLY_MAX_BYTES", "much")).run("apply", "-f", "-"),
        1,
        "",
        "error: JAPPLY_MAX_BYTES: \"much\" is not a number of bytes up to 2047Mi; write it as"
            + " 512Mi\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1"})
  void aNumberThatGoDoesNotReadIsTheErrorOfItsObject(String sign) {
    String number = sign + "0".repeat(309);
    String bad = C.replace("}}", "},\n\"data\":{\"k\":" + number + "}}").replace("\"c\"", "\"b\"");
    assertRan(
        setting.reading(C + bad + C.replace("\"c\"", "\"d\"")).run("apply", "-f", "-"),
        1,
        "configmap/c created\nconfigmap/d created\n",
        "error: STDIN:3: ConfigMap b: json: cannot unmarshal number %s... (%d characters) into Go"
                .formatted(number.substring(0, 20), number.length())
            + " value of type float64; write a smaller number, or put it in quotes\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1"})
  void inYamlItIsTextAsInKubectl(String sign) {
    String number = sign + "0".repeat(309);
    String manifest =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: %s}\n".formatted(number);
    assertRan(setting.reading(manifest).run("apply", "-f", "-"), 0, "configmap/c created\n", "");
    assertThat(cluster.requests).anyMatch(request -> request.contains("\"k\":\"" + number + "\""));
  }

  @Test
  void aGenerationThatIsNoIntegerIsOneLine() {
    assertRan(
        setting
            .reading(C.replace("{\"name\"", "{\"generation\":1e400,\"name\""))
            .run("apply", "-f", "-"),
        1,
        "",
        "error: STDIN:1: ConfigMap c: json: cannot unmarshal number 1e400 into Go value of type"
            + " float64; write a smaller number, or put it in quotes\n");
    assertRan(
        setting
            .reading("apiVersion: v1\nkind: A\nmetadata:\n  name: c\n  generation: 1e400\n")
            .run("apply", "-f", "-"),
        1,
        "",
        "error: STDIN:5: A c: metadata.generation: must be an integer, but is a string; write a"
            + " whole number (cannot unmarshal string into Go struct field"
            + " ObjectMeta.metadata.generation of type int64)\n");
  }

  @Test
  void jsonThatIsTooDeepIsOneLine() {
    String deep = C.replace("}}", "},\"x\":" + "[".repeat(1001) + "]".repeat(1001) + "}");
    assertRan(
        setting.reading(deep).run("apply", "-f", "-"),
        1,
        "",
        "error: STDIN:1: json: exceeded max depth of 1000; reduce the nesting\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%YAML 9.9 | found incompatible YAML document",
        "%YAML 1.x | did not find expected version number",
        "%YAML 1 | did not find expected digit or '.' character",
        "%YAML 9999999999.1 | found extremely long version number",
        "%YAML 1.1 x | did not find expected comment or line break",
        "% | could not find expected directive name",
        "'%TAG ! ' | did not find expected tag URI",
        "%TAG a b | did not find expected '!'",
        "a: !<x | did not find the expected '>'",
        "a: !<%zz> b | did not find URI escaped octet",
        "a: !x%C3 b | did not find URI escaped octet",
        "a: !x{ b | did not find expected whitespace or line break",
      })
  void whatIsNoYamlIsToldInTheWordsOfKubectl(String line, String words) {
    Ran ran = setting.reading(line + "\n---\na: b\n").run("apply", "-f", "-");
    assertThat(ran.err())
        .startsWith("error: STDIN:1: error converting YAML to JSON: yaml: %s; ".formatted(words));
    assertThat(ran.err().lines()).hasSize(1);
  }

  @Test
  void anUrlThatDoesNotAnswerIsWaitedForAsLongAsARequestMayTake() throws IOException {
    try (var silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort() + "/m.yaml";
      String shown = "http://me:***@" + address;
      assertRan(
          setting.run("apply", "--request-timeout=300ms", "-f", "http://me:secret@" + address),
          1,
          "",
          "error: %1$s: error reading: unable to read URL \"%1$s\": context deadline exceeded: not"
                  .formatted(shown)
              + " read within --request-timeout\n");
    }
  }
}
