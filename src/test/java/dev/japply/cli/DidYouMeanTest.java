package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.cluster.SimilarKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Misspelt names are answered with the one that the user probably means.
class DidYouMeanTest {
  private static final String MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}";

  @TempDir private Path directory;

  private String error(String line) {
    List<String> words = List.of(line.replace("DIR", directory.toString()).split(" ", -1));
    Program.Said said = Program.run(Map.of(), MAP, words);
    assertThat(said.status()).isNotZero();
    return said.err().replace(directory.toString(), "DIR").lines().findFirst().orElse("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apply -f DIR/hello.yml | did you mean DIR/hello.yaml?",
        "diff -f DIR/helo.yaml | did you mean DIR/hello.yaml?",
        "apply DIR/hello.yaml | Unexpected args: [DIR/hello.yaml]; did you mean -f DIR/hello.yaml?",
        "apply -f - -o yml | did you mean yaml?",
        "why -f - -o jsn | did you mean json?",
        "diff -f - --report=markdwon | did you mean markdown?",
        "apply -f - --dry-run=cleint | Did you mean client?",
        "ready --timeout=3s deployment/x | unknown flag: --timeout; did you mean --wait-timeout?",
        "apply --prun -f - | did you mean --prune?",
        "aply -f - | did you mean apply?",
        "reday -f - | did you mean ready?",
      })
  void names(String line, String question) throws IOException {
    Files.writeString(directory.resolve("hello.yaml"), MAP);
    assertThat(error(line)).endsWith(question);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"apply -f DIR/other", "apply x", "apply -f - -o table", "apply --zzzz -f -"})
  void nothingIsMeantThatIsNotSimilar(String line) throws IOException {
    Files.writeString(directory.resolve("hello.yaml"), MAP);
    assertThat(error(line)).startsWith("error: ").doesNotContain("ou mean");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Deploymnet | apps/v1 | did you mean apps/v1 Deployment?",
        "Deployment | v1 | did you mean apps/v1 Deployment?",
        "Ingress | extensions/v1beta1 | did you mean networking.k8s.io/v1 Ingress?",
        "deployment | apps/v1 | did you mean apps/v1 Deployment?",
        "HorizontalPodAutoscaler | autoscaling/v2beta2 | did you mean autoscaling/v2"
            + " HorizontalPodAutoscaler?",
        "Event | v1 | did you mean events.k8s.io/v1 Event?",
        "Widget | example.com/v1 | ''",
        "Deployment | apps/v1 | ''",
      })
  void kinds(String kind, String version, String question) {
    assertThat(SimilarKind.question(kind, version)).isEqualTo(question);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: {{ .Release.Name }}",
        "{{- if .Values.enabled }}\nname: x\n{{- end }}",
        "labels:\n{{ include \"app.labels\" . | indent 4 }}",
      })
  void templatesOfHelmAreToBeRenderedFirst(String text) throws IOException {
    Files.writeString(
        directory.resolve("chart.yaml"), "apiVersion: v1\nkind: ConfigMap\n" + text + "\n");
    assertThat(error("apply -f DIR/chart.yaml --dry-run=client"))
        .endsWith("; the file is a template of a Helm chart: apply the output of helm template");
  }
}
