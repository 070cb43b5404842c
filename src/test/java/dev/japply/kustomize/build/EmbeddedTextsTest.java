package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Replacements within JSON and YAML in the data of a ConfigMap. [TreeConformanceTest] compares
/// them with kustomize.
class EmbeddedTextsTest {
  private static final String TREE =
      """
      -- kustomization.yaml --
      resources: [r.yaml]
      replacements:
      - source: {kind: SOURCE, name: src, fieldPath: FROM}
        targets:
        - select: {kind: ConfigMap, name: t}
          fieldPaths: ["PATH"]
          options: OPTIONS
      -- r.yaml --
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: src}
      data: {text: new, number: "7", quote: 'a"b'}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: src}
      stringData: {quote: 'hunter"22'}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: t}
      data:
        c: TEXT
      """;

  @TempDir private Path folder;

  private KubeObject build(String tree, Differences differences) throws IOException {
    Tree.of("texts", tree).write(folder);
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    return KustomizationBuild.run(".", options).objects().stream()
        .filter(object -> object.name().equals("t"))
        .findFirst()
        .orElseThrow();
  }

  private static String tree(String text, String from, String path, String options) {
    return TREE.replace("SOURCE", "ConfigMap")
        .replace("FROM", "data." + from)
        .replace("PATH", path)
        .replace("OPTIONS", options)
        .replace("TEXT", GoJson.write(Value.text(text.replace("|", "\n"))));
  }

  private String replaced(String tree, Differences differences) throws IOException {
    return build(tree, differences).tree().map("data").text("c").replace("\n", "|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"b\":{\"x\":\"old\"},\"a\":1.0} ; text ; data.c.b.x ; {\"a\":1,\"b\":{\"x\":\"new\"}}",
        "{\"b\":{\"x\":5}} ; number ; data.c.b.x ; {\"b\":{\"x\":7}}",
        "[{\"name\":\"r\",\"v\":\"<\"}] ; text ; data.c.0.v ; [{\"name\":\"r\",\"v\":\"new\"}]",
        "[{\"name\":\"r\",\"v\":\"\"}] ; text ; data.c.[name=r].v ;"
            + " [{\"name\":\"r\",\"v\":\"new\"}]",
        "{|  \"b\": \"old\",|  \"a\": []|}| ; quote ; data.c.b ; {|  \"a\": [],|  \"b\":"
            + " \"a\\\"b\"|}",
        "# one|b: old # two|a: 1| ; text ; data.c.b ; # one|b: new # two|a: 1",
        "b:|- name: r|  v: \"old\"| ; text ; data.c.b.[name=r].v ; b:|- name: r|  v: \"new\"",
      })
  void replacementsReachIntoTexts(String text, String from, String path, String expected)
      throws IOException {
    String tree = tree(text, from, path, "{}");
    assertThat(replaced(tree, Differences.japply())).isEqualTo(expected);
    assertThat(replaced(tree, Differences.kustomize())).isEqualTo(expected);
  }

  /// Cases in which kustomize loses something.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"b\":\"{\\\"x\\\": 1}\"} ; data.c.b.x ; {} ; {\"b\":\"{\\\"x\\\":7}\"}"
            + " ; {\"b\":\"{\\\"x\\\": 1}\"}",
        "b: 1|---|b: 2| ; data.c.b ; {} ; b: 7|---|b: 2 ; b: 7",
        "{\"a\":123456789012345678901,\"b\":1} ; data.c.b ; {} ;"
            + " {\"a\":123456789012345678901,\"b\":7} ; {\"a\":123456789012345680000,\"b\":7}",
        "{\"b\":\"x:y\"} ; data.c.b ; {delimiter: \":\", index: 1} ; {\"b\":\"x:7\"} ;"
            + " {\"b\":\"7\"}",
        "b: ~ # none|c: 1| ; data.c.b.new ; {create: true} ; b: # none|  new: 7|c: 1 ;"
            + " b: ~ # none|c: 1",
      })
  void allOfTheTextStays(String text, String path, String options, String exact, String lossy)
      throws IOException {
    String tree = tree(text, "number", path, options);
    assertThat(replaced(tree, Differences.japply())).isEqualTo(exact);
    assertThat(replaced(tree, Differences.kustomize())).isEqualTo(lossy);
  }

  /// Cases in which kustomize reports success, and changes nothing.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"b\":5} ; data.c.b ; the text is of another type",
        "{\"a\":1,\"a\":2,\"b\":\"\"} ; data.c.b ; mapping key \"a\" already defined",
      })
  void whatCannotBeSetIsAnError(String text, String path, String message) throws IOException {
    String tree = tree(text, "text", path, "{}");
    assertThatThrownBy(() -> build(tree, Differences.japply()))
        .isInstanceOf(JapplyException.class)
        .hasMessageContaining("unable to set field \"" + path + "\" in replacement target: ")
        .hasMessageContaining(message);
    assertThat(replaced(tree, Differences.kustomize())).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"plain, data.c.b", "'', data.c.b", "'{\"b\": ', data.c.b", "'{\"a\":1}', data.c.b"})
  void aFieldThatIsNotThereIsAnError(String text, String path) throws IOException {
    String tree = tree(text, "text", path, "{}");
    assertThatThrownBy(() -> build(tree, Differences.japply()))
        .hasMessageContaining("unable to find field \"data.c.b\" in replacement target");
    assertThatThrownBy(() -> build(tree, Differences.kustomize()))
        .hasMessageContaining("unable to find field \"data.c.b\" in replacement target");
  }

  @Test
  void createsAFieldInAText() throws IOException {
    String tree = tree("{\"a\":1}", "number", "data.c.b.new", "{create: true}");
    assertThat(replaced(tree, Differences.japply())).isEqualTo("{\"a\":1,\"b\":{\"new\":7}}");
  }

  /// The text has the secret with an escape, which the secret itself does not have.
  @Test
  void aTextWithASecretIsSecret() throws IOException {
    String tree =
        TREE.replace("SOURCE", "Secret")
            .replace("FROM", "stringData.quote")
            .replace("PATH", "data.c.b")
            .replace("OPTIONS", "{}")
            .replace("TEXT", "'{\"b\":\"\"}'");
    KubeObject object = build(tree, Differences.japply());
    String text = object.tree().map("data").text("c");
    assertThat(text).isEqualTo("{\"b\":\"hunter\\\"22\"}");
    assertThat(object.copies().areIn(Value.text(text))).isTrue();
  }
}
