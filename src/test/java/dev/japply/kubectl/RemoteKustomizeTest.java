package dev.japply.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.GitFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `japply build` prints what `kubectl kustomize` prints of what is in repositories, also where it
/// says that something comes from.
@Tag("process")
@Tag("recorded")
class RemoteKustomizeTest {
  @RegisterExtension static final Answers ANSWERS = Answers.in("remote-kustomize");

  private static final String COMPONENT =
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";

  @TempDir private Path folder;
  private GitFolder up;
  private String commit = "";
  private String test = "";
  private int builds;

  @BeforeEach
  void makeRepository(TestInfo info) throws Exception {
    test = info.getTestMethod().orElseThrow().getName() + " " + info.getDisplayName();
    folder = folder.toRealPath();
    up = GitFolder.in(folder.resolve("up"));
    commit =
        up.commit(
            Map.of(
                "base/kustomization.yaml",
                "resources: [a.yaml]\nconfigMapGenerator: [{name: g, literals: [a=b]}]\n",
                "base/a.yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n",
                "prod/kustomization.yaml",
                "resources: [../base]\nnamePrefix: prod-\npatches: [{path: p.yaml}]\n",
                "prod/p.yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: w}\n",
                "part/kustomization.yaml",
                COMPONENT + "nameSuffix: -c\n"));
    up.git("tag", "--annotate", "--message=v1", "v1");
    up.commit(
        Map.of(
            "base/a.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: later}\n",
            "prod/p.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: later}\ndata: {k: w}\n",
            "far/kustomization.yaml",
            "resources:\n- " + address("//prod?ref=v1") + "\nnameSuffix: -far\n"));
  }

  private String address(String rest) {
    return "file://" + up.path() + rest;
  }

  private Tool.Said compare(String built) throws Exception {
    var home = Files.createDirectories(folder.resolve("home"));
    Map<String, String> environment =
        Map.of("HOME", home.toString(), "PATH", System.getenv("PATH"));
    var kustomize =
        new Kustomize(
            folder, environment, Map.of(folder.toString(), "$DIR", commit, "$COMMIT"), built);
    String key = test + " " + ++builds;
    Tool.Said wanted = ANSWERS.of(key, "", kustomize::kubectl).said();
    Tool.Said said = kustomize.japply().said();
    assertThat(said.out()).as(said.err() + wanted.err()).isEqualTo(wanted.out());
    assertThat(said.status()).as(wanted.err()).isEqualTo(wanted.status());
    return said;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//base?ref=v1",
        "//base?version=v1",
        "//base?ref=main",
        "//base?ref=COMMIT",
        "//base",
        "//prod?ref=v1",
        "//far",
      })
  void buildsWhatKubectlBuilds(String rest) throws Exception {
    String base = address(rest.replace("COMMIT", commit));
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Path file = mine.resolve("kustomization.yaml");
    Files.writeString(file, "resources:\n- " + base + "\nnamePrefix: x-\n");
    assertThat(compare(mine.toString()).status()).isZero();
    assertThat(compare(base).status()).isZero();
    String noted = Files.readString(file) + "commonAnnotations: {a: b}\n";
    Files.writeString(file, noted + "buildMetadata: [originAnnotations, transformerAnnotations]\n");
    assertThat(compare(mine.toString()).out())
        .contains("config.kubernetes.io/origin: |", "repo: file://$DIR/up");
  }

  @Test
  void aFileOfThatNameComesFirst() throws Exception {
    Path mine = Files.createDirectories(folder.resolve("mine/github.com/org/repo"));
    Files.writeString(
        mine.resolve("a.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: here}\n");
    Files.writeString(
        folder.resolve("mine/kustomization.yaml"), "resources: [github.com/org/repo/a.yaml]\n");
    Tool.Said said = compare(folder.resolve("mine").toString());
    assertThat(said.out()).contains("name: here");
    assertThat(said.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "components: [ADDRESS//part]\nresources: ['ADDRESS//base?ref=v1']",
        "resources: ['ADDRESS//prod?ref=v1', ADDRESS//prod]",
        "resources: ['ADDRESS//prod?ref=v9']",
        "resources: [ADDRESS//none]",
        "resources: ['ADDRESS/prod?ref=v1&timeout=20s']",
        "resources: [ADDRESS//base/a.yaml]",
        "resources: [ADDRESS//part]",
        "components: [ADDRESS//base]",
        "resources: [ADDRESS//base, ADDRESS//base]",
        "patches: [{path: 'ADDRESS//prod/p.yaml'}]\nresources: [ADDRESS//base]",
      })
  void failsWhereKubectlFails(String kustomization) throws Exception {
    Path mine = Files.createDirectories(folder.resolve("mine"));
    String text = kustomization.replace("ADDRESS", address(""));
    Files.writeString(
        mine.resolve("kustomization.yaml"),
        text + "\nbuildMetadata: [originAnnotations, transformerAnnotations]\n");
    compare(mine.toString());
  }
}
