package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Generators with the name of an object that exists.
class MergedGeneratorsTest {
  private static final String OBJECTS =
      """
      -- r.yaml --
      apiVersion: v1
      kind: Secret
      metadata: {name: s, labels: {a: b}, finalizers: [example.com/f]}
      type: example.com/t
      immutable: true
      data: {old: b2xk, shared: ZGF0YQ==}
      stringData:
        text: value
        shared: text
        given: text
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c, finalizers: [example.com/f]}
      immutable: true
      data: {a: "1", bytes: text}
      binaryData: {b: AAE=, text: AAE=}
      -- bytes --
      """
          + "\0";

  @TempDir private Path folder;

  private KubeObject build(String generator, Differences differences) throws IOException {
    Tree.of(
            "merged",
            "-- kustomization.yaml --\nresources: [r.yaml]\n" + generator + "\n" + OBJECTS)
        .write(folder);
    Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff});
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    String kind = generator.startsWith("secret") || generator.contains("Secret") ? "Secret" : "Con";
    return KustomizationBuild.run(".", options).objects().stream()
        .filter(object -> object.gvk().kind().startsWith(kind))
        .findFirst()
        .orElseThrow();
  }

  private static String text(KubeObject object) {
    return GoJson.write(object.tree().without("apiVersion").without("kind")).replace("\"", "");
  }

  private static final String KEPT =
      "{data:{given:bmV3,old:b2xk,shared:dGV4dA==,text:dmFsdWU=},immutable:true,metadata:"
          + "{finalizers:[example.com/f],labels:{a:b},name:s},type:";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "secretGenerator: [{name: s, behavior: merge, literals: [given=new]}] | example.com/t}",
        "secretGenerator: [{name: s, behavior: merge, literals: [given=new], type: x/y}] | x/y}",
        "generators: ['{apiVersion: builtin, kind: SecretGenerator, metadata: {name: s}, behavior:"
            + " merge, literals: [given=new]}'] | example.com/t}",
        "generators: ['{apiVersion: builtin, kind: SecretGenerator, metadata: {name: s}, behavior:"
            + " merge, literals: [given=new], type: x/y}'] | x/y}",
      })
  void aMergeKeepsWhatTheGeneratorDoesNotDescribe(String generator, String type)
      throws IOException {
    assertThat(text(build(generator, Differences.japply()))).isEqualTo(KEPT + type);
    assertThat(text(build(generator, Differences.kustomize())))
        .contains("data:{given:bmV3,old:b2xk,shared:ZGF0YQ==},metadata:{labels:{a:b},name:s}");
  }

  @Test
  void textsHaveTheirLines() throws IOException {
    KubeObject secret =
        build(
            "secretGenerator: [{name: s, behavior: merge, literals: [given=new]}]",
            Differences.japply());
    assertThat(secret.positions().apply(FieldPath.root().key("data").key("text")))
        .hasToString("r.yaml:8");
    assertThat(secret.positions().apply(FieldPath.root().key("type"))).hasToString("r.yaml:4");
  }

  @Test
  void aKeyIsInOneFieldOnly() throws IOException {
    String generator =
        "configMapGenerator: [{name: c, behavior: merge, files: [bytes], literals: [text=new]}]";
    assertThat(text(build(generator, Differences.japply())))
        .isEqualTo(
            "{binaryData:{b:AAE=,bytes:/w==},data:{a:1,text:new},immutable:true,metadata:"
                + "{finalizers:[example.com/f],name:c}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // With options of the generator.
        "secretGenerator: [{name: s, behavior: merge, options: {labels: {a: c, d: e}, annotations:"
            + " {f: g}}}] | annotations:{f:g},finalizers:[example.com/f],labels:{a:c,d:e}",
        "configMapGenerator: [{name: c, behavior: merge, options: {immutable: true}}] |"
            + " immutable:true",
        // What takes the place of another object has nothing of its content.
        "secretGenerator: [{name: s, behavior: replace, literals: [k=v]}]"
            + " | {data:{k:dg==},metadata:{labels:{a:b},name:s},type:Opaque}",
        "configMapGenerator: [{name: c, behavior: replace, literals: [k=v]}]"
            + " | {data:{k:v},metadata:{name:c}}",
      })
  void optionsAndReplacements(String generator, String part) throws IOException {
    assertThat(text(build(generator, Differences.japply()))).contains(part);
  }
}
