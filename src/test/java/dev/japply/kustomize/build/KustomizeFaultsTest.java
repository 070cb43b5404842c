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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tagSuffix: -a | old:1-a | batch/v1 | CronJob | spec: {jobTemplate: {spec: {template:"
            + " {spec: %s}}}}",
        "tagSuffix: -a | old:1-a | v1 | PodTemplate | template: {spec: %s}",
        "newTag: v2 | old:v2 | v1 | Pod | spec: %s",
        "newTag: v2 | old:v2 | apps/v1 | Deployment | spec: {template: {spec: %s}}",
      })
  void imagesOfVolumesAndEphemeralContainersAreSet(
      String change, String image, String version, String kind, String pod) throws IOException {
    String spec =
        "{ephemeralContainers: [{name: e, image: 'old:1'}], containers: [{name: c, image:"
            + " 'old:1'}], volumes: [{name: v, image: {reference: 'old:1'}}]}";
    String tree =
        """
        -- kustomization.yaml --
        resources: [r.yaml]
        images: [{name: old, %s}]
        CONFIG
        -- r.yaml --
        apiVersion: %s
        kind: %s
        metadata: {name: r}
        %s
        """
            .formatted(change, version, kind, pod.formatted(spec));
    assertThat(built(tree.replace("CONFIG", ""), Differences.japply()))
        .doesNotContain("old:1\"", "-a-a")
        .contains("\"reference\":\"" + image + "\"");
    assertThat(built(tree.replace("CONFIG", ""), Differences.kustomize())).contains("old:1\"");
    String configured =
        tree.replace("CONFIG", "configurations: [c.yaml]")
            + "-- c.yaml --\nimages: [{path: spec/jobTemplate/spec/template/spec/volumes/image/"
            + "reference, kind: CronJob}]\n";
    assertThat(built(configured, Differences.japply())).contains("\"reference\":\"" + image + "\"");
  }

  private String built(String tree, Differences differences) throws IOException {
    Tree.of("images", tree).write(folder);
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    return GoJson.write(KustomizationBuild.run(".", options).objects().getFirst().tree());
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
