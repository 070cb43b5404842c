package dev.japply.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.object.SecretForms;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing that is printed for people gives a Secret's value away, wherever the value comes from
/// and whoever quotes it in whatever form.
@Order(1)
@Tag("generated")
class SecretOutputTest extends OnPlayedApi {
  private static final String PATH = "/api/v1/namespaces/default/secrets/s";

  /// The value in the manifest, and the one that is live.
  record Values(String desired, String live) {}

  static Stream<Values> values() {
    var random = new Random(7);
    return Stream.concat(
        Stream.of(
            new Values("my-hunter-is-secret", "hunter"), new Values("pa\"ss\\w\nrd", "a\tb1c2")),
        Stream.generate(() -> new Values(SecretForms.value(random), SecretForms.value(random)))
            .limit(Cases.of(4)));
  }

  private static String secret(String more) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"" + more;
  }

  private static String manifest(Values values) {
    return secret("},\"stringData\":{\"p\":" + json(values.desired()) + "}}");
  }

  private static String json(String text) {
    return GoJson.write(Value.text(text));
  }

  private static String live(Values values) {
    String data = Base64.getEncoder().encodeToString(values.live().getBytes(UTF_8));
    String applied = secret("},\"data\":{\"p\":\"" + data + "\",\"q\":\"\"}}");
    return secret(
        ",\"namespace\":\"default\",\"uid\":\"u\",\"resourceVersion\":\"1\",\"annotations\":"
            + "{\"kubectl.kubernetes.io/last-applied-configuration\":"
            + json(applied)
            + "}},\"data\":{\"p\":\""
            + data
            + "\"}}");
  }

  /// Every form of both values.
  private static List<String> forms(Values values) {
    var forms = new ArrayList<String>();
    forms.addAll(SecretForms.of(values.desired()).values());
    forms.addAll(SecretForms.of(values.live()).values());
    return forms;
  }

  /// Each refusal quotes all forms; there are several kinds of refusal, one for each run.
  private static List<String> refusals(Values values) {
    String all = String.join(" | ", forms(values));
    String invalid = PlayedApi.status(422, "Invalid", "Secret \"s\" is invalid: " + all);
    String cause = "{\"field\":%s,\"message\":%s,\"reason\":\"FieldValueInvalid\"}";
    String value = "Invalid value: " + json(values.live()) + ": must not be " + all;
    return List.of(
        invalid,
        invalid.replaceFirst(
            "}$",
            java.util.regex.Matcher.quoteReplacement(
                ",\"details\":{\"causes\":["
                    + cause.formatted("\"data[p]\"", json(value))
                    + ","
                    + cause.formatted(json(all), json("field is immutable"))
                    + "]}}")),
        PlayedApi.status(400, "BadRequest", "strict decoding error: unknown field \"" + all + "\""),
        PlayedApi.status(403, "Forbidden", "admission webhook \"w\" denied the request: " + all),
        PlayedApi.status(500, "InternalError", "x".repeat(1900) + all),
        PlayedApi.status(
            500,
            "InternalError",
            "failed to create typed patch object (default/s; /v1, Kind=Secret): .data.p: " + all),
        all);
  }

  private static void assertHidden(Values values, Program.Said said) {
    for (String text : List.of(said.out(), said.err())) {
      assertThat(text)
          .as("%s", said)
          .doesNotContain(values.desired())
          .doesNotContain(values.live());
      for (String form : forms(values)) {
        assertThat(text).doesNotContain(form);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void whatServersRefuse(Values values) throws IOException {
    for (String refusal : refusals(values)) {
      for (String[] args :
          new String[][] {
            {"apply", "-f", "-"},
            {"apply", "-f", "-", "-v=10"},
            {"diff", "-f", "-"},
            {"set-last-applied", "-f", "-"},
          }) {
        api.put(PATH, live(values));
        for (int i = 0; i < 8; i++) {
          api.refuse(body -> refusal);
        }
        Program.Said said = japply(manifest(values), args);
        api.acceptAll();
        assertThat(said.status()).isNotZero();
        assertHidden(values, said);
      }
    }
  }

  /// Neither state of a refused object is known, and an annotation repeats the value.
  @ParameterizedTest
  @ValueSource(strings = {"why -f - --show=all", "why -f - --show=all -o json"})
  void whyOfARefusedObject(String command) throws IOException {
    var values = new Values("n0t-4-y0ur-eyes", "0lder-th4n-that");
    String noted = ",\"annotations\":{\"note\":\"is ";
    String live = live(values).replace(",\"annotations\":{", noted + values.live() + "\",");
    api.put(PATH, live);
    api.refuse(body -> PlayedApi.status(422, "Invalid", "no"));
    String manifest =
        secret(noted + values.desired() + "\"}},\"stringData\":{\"p\":\"n0t-4-y0ur-eyes\"}}");
    Program.Said said = japply(manifest, command.split(" "));
    assertThat(said.out()).contains("metadata.annotations.note").contains("***");
    assertHidden(values, said);
  }

  /// Server-side apply does not read what is live, and so cannot know those values.
  @ParameterizedTest
  @MethodSource("values")
  void whatServersRefuseToMerge(Values values) throws IOException {
    for (String refusal : refusals(new Values(values.desired(), values.desired()))) {
      for (int i = 0; i < 8; i++) {
        api.refuse(body -> refusal);
      }
      Program.Said said = japply(manifest(values), "apply", "-f", "-", "--server-side");
      api.acceptAll();
      assertThat(said.status()).isNotZero();
      assertHidden(new Values(values.desired(), values.desired()), said);
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void whatGoesWell(Values values) throws IOException {
    for (String level : new String[] {"1", "4", "6", "8", "9", "10"}) {
      assertHidden(values, japply(manifest(values), "apply", "-f", "-", "-v=" + level));
      api.put(PATH, live(values));
      assertHidden(values, japply(manifest(values), "diff", "-f", "-", "-v=" + level));
      assertHidden(values, japply(manifest(values), "apply", "-f", "-", "-v=" + level));
      api.put(PATH, live(values));
      assertHidden(
          values, japply(manifest(values), "apply", "-f", "-", "--overwrite=false", "-v=" + level));
      api.remove(PATH);
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void whatIsReadAndKept(Values values) throws IOException {
    for (String command :
        List.of(
            "ready -f - --wait-timeout=0",
            "why -f - --show=all",
            "why secret s",
            "plan -f - --local --out " + directory.resolve("plan.json"),
            "snapshot -f - --out " + directory.resolve("snapshot.json"),
            "why -f - --server-side",
            "release -f - data.p",
            "adopt secret s data.p")) {
      api.put(PATH, live(values));
      Program.Said said = japply(manifest(values), (command + " -v=10").split(" "));
      assertThat(said.out() + said.err()).as(command).isNotEmpty();
      assertHidden(values, said);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, ISO_8859_1);
        forms(values).forEach(form -> assertThat(text).as("%s", file).doesNotContain(form));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void warnings(Values values) throws IOException {
    String quoted = json(values.desired()).replaceAll("[^ -~]", "?");
    api.warn(
        "about \\\"" + quoted.substring(1, quoted.length() - 1).replace("\\", "\\\\") + "\\\"");
    Program.Said said = japply(manifest(values), "apply", "-f", "-", "-v=8");
    assertHidden(values, said);
  }

  /// The values are where the text breaks, so that a parser may quote them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: Secret\nstringData:\n  p: *VALUE\n",
        "kind: Secret\nstringData:\n  p: !VALUE x\n",
        "kind: Secret\nstringData:\n  p: !x!VALUE x\n",
        "kind: Secret\nstringData:\n  p: !!int VALUE\n",
        "kind: Secret\nstringData:\n  p: !!float VALUE\n",
        "kind: Secret\nstringData:\n  p: \"VALUE\n",
        "kind: Secret\nstringData:\n  p: 'VALUE\n",
        "kind: Secret\nstringData:\n  p: VALUE: x\n",
        "kind: Secret\nstringData:\n  p: @VALUE\n",
        "kind: Secret\nstringData:\n  p: \"\\VALUE\"\n",
        "kind: Secret\nstringData:\n\tp: VALUE\n",
        "kind: Secret\nstringData:\n  p: |VALUE\n",
        "kind: Secret\nstringData:\n  ? [VALUE]\n  : x\n",
        "kind: Secret\nstringData:\n  p: &VALUE [*VALUE]\n",
        "kind: Secret\nstringData:\n  VALUE\n",
        "kind: Secret\nstringData:\n  p: {VALUE",
        "stringData: {p: *VALUE}\nkind: Secret",
        "{\"kind\":\"Secret\",\"stringData\":{\"p\":VALUE}}",
        "{\"kind\":\"Secret\",\"stringData\":{\"p\":\"VALUE}}",
        "{\"kind\":\"Secret\",\"stringData\":{\"p\":\"\\VALUE\"}}",
        "{\"kind\":\"Secret\",\"stringData\":\"VALUE\",\"metadata\":\"VALUE\"}",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  p: 01234567\n",
        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},"
            + "\"data\":{\"p\":1e400}}",
        "%YAML 9.9 VALUE\n---\nkind: Secret\n",
      })
  void textThatCannotBeRead(String text) throws IOException {
    for (String value : new String[] {"hunter22", "n0t-4-w0rd", "pa/ss+wo=rd"}) {
      String input = text.replace("VALUE", value);
      for (String command : new String[] {"apply", "diff", "set-last-applied"}) {
        Program.Said said = japply(input, command, "-f", "-");
        assertThat(said.err()).contains("STDIN");
        assertThat(said.err() + said.out()).doesNotContain(value, "1234567", "342391", "1e400");
      }
      Path file = Files.writeString(directory.resolve("s.yaml"), input);
      String name = file.toString();
      Program.Said merged = japply("", "merge", "--config", name, "--live", name);
      assertThat(merged.err() + merged.out()).doesNotContain(value, "1e400");
    }
  }

  /// The words of the message itself hide nothing, though the text may have them, too.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "found.yaml: a: context | yaml: mapping values are not allowed in this context;"
            + " check the indentation",
        "yaml: *found | yaml: unknown anchor '***' referenced",
        "found: [unexpected yaml | yaml: did not find expected ',' or ']'; close the '['",
      })
  void wordsOfMessagesStay(String line, String message) throws IOException {
    String text = "kind: Secret\nstringData:\n  " + line + "\n";
    assertThat(japply(text, "apply", "-f", "-").err())
        .contains("error converting YAML to JSON: " + message);
  }

  /// Elsewhere the text is named, which helps.
  @Test
  void textOfOthersIsNamed() throws IOException {
    String text = "kind: ConfigMap\ndata:\n  p: *missing\n";
    assertThat(japply(text, "apply", "-f", "-").err()).contains("unknown anchor 'missing'");
  }

  /// A plugin may print a bare token by mistake.
  @Test
  void outputOfCredentialPlugins() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("plugin"),
            """
            {"apiVersion":"v1","kind":"Config","current-context":"c",
             "clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:1"}}],
             "users":[{"name":"u","user":{"exec":{"apiVersion":"client.authentication.k8s.io/v1",
               "interactiveMode":"Never","command":"/bin/echo","args":["hunter22"]}}}],
             "contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}]}
            """);
    Program.Said said = japply(secret("}}"), "apply", "-f", "-", "--kubeconfig", config.toString());
    assertThat(said.err()).contains("decoding stdout").doesNotContain("hunter22");
  }
}
