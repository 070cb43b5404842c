package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `japply check` of many kustomizations in one run.
class CheckManyTest {
  private static final String MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}}\n";
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec: {containers: [{name: c, image: i, envFrom: [{configMapRef: {name: %s}}]}]}
      """;

  @TempDir private Path directory;

  private void put(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void overlay(String name, String kustomization) throws IOException {
    put(name + "/kustomization.yaml", kustomization);
  }

  @BeforeEach
  void writeOverlays() throws IOException {
    put("base/pod.yaml", POD.formatted("web", "config"));
    overlay("base", "resources: [pod.yaml]\n");
    put("prod/config.yaml", MAP.formatted("config"));
    overlay("prod", "resources: [../base, config.yaml]\n");
    overlay("test", "resources: [../base]\n");
    put("part/p.yaml", "- {op: remove, path: /spec}\n");
    overlay(
        "part",
        "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches:\n"
            + "- {path: p.yaml, target: {kind: Pod}}\n");
    put("shared/config.yaml", MAP.formatted("shared"));
    overlay("shared", "resources: [config.yaml]\n");
    put("uses/pod.yaml", POD.formatted("uses", "shared"));
    overlay("uses", "resources: [pod.yaml]\n");
  }

  private Ran check(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "check";
    for (int i = 0; i < args.length; i++) {
      boolean path = i > 0 && args[i - 1].equals("-k");
      all[i + 1] = path ? directory.resolve(args[i]).toString() : args[i];
    }
    return Ran.of(all);
  }

  /// Overlays of one base are never applied together: the same object is no mistake, and one does
  /// not have what the other refers to.
  @Test
  void overlaysOfOneBaseAreCheckedApart() {
    Ran ran = check("-k", "prod", "-k", "test");
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .contains(
            "base/pod.yaml:4: Pod web: ",
            "configMapRef.name: the manifests have no ConfigMap config")
        .doesNotContain("already at");
    assertThat(check("-k", "prod").err()).isEmpty();
  }

  /// Kustomizations without a common object are checked as one input.
  @Test
  void othersAreCheckedTogether() {
    assertThat(check("-k", "shared", "-k", "uses").err()).isEmpty();
    assertThat(check("-k", "uses").err()).contains("the manifests have no ConfigMap shared");
  }

  @Test
  void kustomizationsBelowADirectoryAreFound() throws IOException {
    put("flux/kustomization.yaml", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: A}\n");
    Ran ran = check("-R", "-k", "");
    assertThat(ran.err().lines().filter(line -> line.contains("the manifests have no ConfigMap")))
        .hasSize(1);
    assertThat(ran.err()).doesNotContain("already at", "error:");
    assertThat(ran.status()).isZero();
    assertThat(check("-R", "-k", "part").err())
        .isEqualTo(
            "error: %s: there is no kustomization in this directory\n"
                .formatted(directory.resolve("part")));
    assertThat(check("-R", "-k", "nothing").err()).contains("nothing", "no such file");
  }

  /// A build that fails is an error beside those of the others.
  @Test
  void oneBuildThatFailsDoesNotHideTheOthers() throws IOException {
    overlay("broken", "resources: [missing.yaml]\n");
    put("wrong/map.yaml", MAP.formatted("Wrong"));
    overlay("wrong", "resources: [map.yaml]\n");
    Ran ran = check("-R", "-k", "");
    assertThat(ran.err())
        .contains("broken/kustomization.yaml:1: ", "missing.yaml", "wrong/map.yaml:1: ConfigMap");
    assertThat(ran.status()).isEqualTo(1);
  }
}
