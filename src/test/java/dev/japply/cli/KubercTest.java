package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The user's preferences beside what japply has and kubectl has not.
class KubercTest extends OnPlayedApi {
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"1"}}
      """;

  private Path preferences(String options) throws IOException {
    return Files.writeString(
        directory.resolve("kuberc"),
        """
        apiVersion: kubectl.config.k8s.io/v1beta1
        kind: Preference
        defaults:
        - command: apply
          options: [%s]
        """
            .formatted(options));
  }

  private Program.Said run(Path kuberc, String line) throws IOException {
    return run(Map.of("KUBERC", kuberc.toString()), line);
  }

  private Program.Said run(Map<String, String> variables, String line) throws IOException {
    Stream<String> words = Stream.concat(Stream.of(line.split(" ", -1)), Stream.of("-f", "-"));
    return api.run(variables, MAP, words.toArray(String[]::new));
  }

  @Test
  void whatAPlanSettlesIsPassedOver() throws IOException {
    String plan = directory.resolve("plan.json").toString();
    assertThat(run(Map.of(), "plan --local --out " + plan).status()).isZero();
    Path kuberc =
        preferences(
            "{name: server-side, default: 'true'}, {name: validate, default: warn},"
                + " {name: strict, default: 'true'}, {name: output, default: name}");
    Program.Said said = run(kuberc, "apply --plan " + plan);
    assertThat(said.err()).isEmpty();
    assertThat(said.out()).isEqualTo("configmap/c\n");
    assertThat(run(kuberc, "apply --plan=" + plan + " --validate=warn").err())
        .contains("--validate cannot be used with --plan");
  }

  /// The version of kubectl 1.38, beside one that is not known yet.
  @Test
  void theVersionV1HasDefaults() throws IOException {
    Path kuberc = preferences("{name: server-side, default: 'true'}");
    String text = Files.readString(kuberc).replace("/v1beta1", "/v1");
    Files.writeString(kuberc, text);
    assertThat(run(kuberc, "apply").out()).isEqualTo("configmap/c serverside-applied\n");
    String newer = "apiVersion: kubectl.config.k8s.io/v2\nkind: Preference\n---\n";
    Files.writeString(kuberc, newer + text);
    assertThat(run(kuberc, "apply").out()).isEqualTo("configmap/c serverside-applied\n");
  }

  /// Neither the flag nor its value is cut at another `=`.
  @Test
  void theFlagGoesBeforeTheVariableAndKeepsItsValue() throws IOException {
    Path kuberc = preferences("{name: output, default: name}");
    Path named = Files.move(kuberc, directory.resolve("a=b"));
    Map<String, String> variables = Map.of("KUBERC", directory.resolve("none").toString());
    assertThat(run(variables, "apply --kuberc=" + named).out()).isEqualTo("configmap/c\n");
  }

  @Test
  void whatIsOnlyForPlansIsPassedOverWithoutOne() throws IOException {
    Path kuberc = preferences("{name: strict, default: 'true'}");
    assertThat(run(kuberc, "apply").out()).isEqualTo("configmap/c created\n");
    assertThat(run(kuberc, "apply --strict").err()).contains("--strict only works with --plan");
  }

  @Test
  void whoTriesAloneIsNotMadeToChangeThings() throws IOException {
    String plan = directory.resolve("plan.json").toString();
    assertThat(run(Map.of(), "plan --local --out " + plan).status()).isZero();
    Path kuberc = preferences("{name: dry-run, default: server}");
    assertThat(run(kuberc, "apply --plan " + plan).err())
        .contains("--dry-run cannot be used with --plan");
    assertThat(run(kuberc, "apply --dry-run=none --plan " + plan).out())
        .isEqualTo("configmap/c created\n");
  }

  /// The file has the flags on its line 5.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dry-run | some | Invalid dry-run value (some)",
        "order | some | invalid --order value \"some\"",
        "cascade | some | invalid cascade value (some)",
        "grace-period | x | invalid argument \"x\" for \"--grace-period\" flag: strconv.ParseInt",
        "filename | '\"a' | invalid argument \"\\\"a\" for \"-f, --filename\" flag: bare or"
            + " missing",
        "subresource | s | --subresource can only be specified for --server-side",
      })
  void whatACommandRefusesIsReportedWithItsLine(String flag, String value, String message)
      throws IOException {
    Path kuberc = preferences("{name: %s, default: '%s'}".formatted(flag, value));
    Map<String, String> variables = Map.of("KUBERC", kuberc.toString());
    String line = flag.equals("filename") ? "apply" : "apply -f -";
    assertThat(api.run(variables, MAP, line.split(" ", -1)).err())
        .startsWith("error: " + kuberc + ":5: " + message);
  }

  /// kubectl warns of them in a file that the user named, and not in the one at home.
  @Test
  void unknownFieldsOfANamedFileAreWarnedOf() throws IOException {
    Path kuberc = preferences("{name: output, default: name, defualt: x}");
    Files.writeString(
        kuberc,
        """
        aliases:
        - {name: a, command: apply, comand: x, prependArgs: [x]}
        more: 1
        """,
        StandardOpenOption.APPEND);
    Program.Said said = run(Map.of(), "apply --kuberc=" + kuberc);
    String warning =
        "Warning: %s:%d: kuberc: ignoring strict decoding error: unknown field \"%s\";";
    assertThat(said.err().lines().map(line -> line.replaceAll("; .*", ";")))
        .containsExactly(
            warning.formatted(kuberc, 8, "more"),
            warning.formatted(kuberc, 7, "aliases[0].comand"),
            warning.formatted(kuberc, 5, "defaults[0].options[0].defualt"));
    assertThat(said.out()).isEqualTo("configmap/c\n");
    Path own = directory.resolve(".kube/kuberc");
    Files.createDirectories(own.getParent());
    Files.move(kuberc, own);
    Program.Said quiet = run(Map.of("HOME", directory.toString()), "apply");
    assertThat(quiet.err()).isEmpty();
    assertThat(quiet.out()).isEqualTo("configmap/c\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "kubectl"})
  void theVariableNamesAFile(String compat) throws IOException {
    Path kuberc = preferences("{name: output, default: 'jsonpath={.kind}'}");
    Program.Said said = run(kuberc, "apply --dry-run=client --compat=" + compat);
    assertThat(said.out()).as(said.err()).isEqualTo("ConfigMap");
  }

  /// Who may write the preferences must not thereby run programs.
  @Test
  void preferencesNameNoProgram() throws IOException {
    Path kuberc = preferences("{name: kustomize-command, default: touch}");
    Program.Said said = run(Map.of("KUBERC", kuberc.toString()), "apply");
    assertThat(said.err())
        .contains("--kustomize-command names a program to run, which only the command line may");
    assertThat(said.status()).isEqualTo(1);
    for (String arg :
        List.of(
            "--kustomize-command=touch", "--kustomize_command=touch", "--kustomize_command, x")) {
      Files.writeString(
          kuberc,
          """
          apiVersion: kubectl.config.k8s.io/v1beta1
          kind: Preference
          aliases:
          - {name: mine, command: build, appendArgs: [%s]}
          """
              .formatted(arg));
      assertThat(run(Map.of("KUBERC", kuberc.toString()), "mine").err())
          .contains("--kustomize-command names a program to run, which only the command line may");
    }
  }

  @Test
  void aLineWithoutAWordNamesNoAlias() throws IOException {
    Map<String, String> variables = Map.of("KUBERC", preferences("").toString());
    assertThat(api.run(variables, "", "-", "--v").err())
        .isEqualTo("error: unknown command \"-\" for \"japply\"\n");
  }
}
