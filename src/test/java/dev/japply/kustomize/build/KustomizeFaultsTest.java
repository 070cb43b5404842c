package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.GoJson;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What kustomize 5.8.2 does otherwise than 5.8.1.
class KustomizeFaultsTest {
  private static final String OBJECTS =
      """
      -- r.yaml --
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db}
      spec:
        template:
          metadata: {name: db}
          spec: {containers: [{name: db, image: "db@sha512:0a"}]}
        volumeClaimTemplates:
        - metadata: {name: data}
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: checks}
      """;

  @TempDir private Path folder;

  private String build(String field, Differences differences) throws IOException {
    Tree.of("faults", "-- kustomization.yaml --\nresources: [r.yaml]\n" + field + "\n" + OBJECTS)
        .write(folder);
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    var text = new StringBuilder();
    for (KubeObject object : KustomizationBuild.run(".", options).objects()) {
      text.append(GoJson.write(object.tree())).append('\n');
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "labels: [{pairs: {a: b}, includeTemplates: true}] ;"
            + " \"volumeClaimTemplates\":[{\"metadata\":{\"name\":\"data\"}}] ;"
            + " \"volumeClaimTemplates\":[{\"metadata\":{\"labels\":{\"a\":\"b\"},\"name\":\"data\"}}]",
        "images: [{name: db, newTag: v2}] ; \"image\":\"db:v2\" ; \"image\":\"db@sha512:0a\"",
        "namespace: prod ; \"ValidatingAdmissionPolicy\",\"metadata\":{\"name\":\"checks\"}}"
            + " ; \"metadata\":{\"name\":\"checks\",\"namespace\":\"prod\"}}",
      })
  void isCorrected(String field, String corrected, String kept) throws IOException {
    assertThat(build(field, Differences.japply())).contains(corrected).doesNotContain(kept);
    assertThat(build(field, Differences.kustomize())).contains(kept).doesNotContain(corrected);
  }

  @Test
  void labelsOfVolumeClaimsAreSetOnRequest() throws IOException {
    String field = "labels: [{pairs: {a: b}, includeVolumeClaimTemplates: true}]";
    assertThat(build(field, Differences.japply()))
        .contains("[{\"metadata\":{\"labels\":{\"a\":\"b\"},\"name\":\"data\"}}]");
    assertThatThrownBy(() -> build(field, Differences.kustomize()))
        .hasMessageContaining("unknown field \"includeVolumeClaimTemplates\"");
  }

  @Test
  void anImageNameThatIsNoExpressionMatchesNothing() throws IOException {
    assertThat(build("images: [{name: 'd[', newTag: v2}]", Differences.japply()))
        .contains("db@sha512:0a");
  }
}
