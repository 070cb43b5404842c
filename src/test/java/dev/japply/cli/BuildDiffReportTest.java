package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.rest.Version;
import dev.japply.kpt.GitFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The reports of `japply build --diff`, whole. `-Djapply.write=true` writes them anew.
@Tag("process")
class BuildDiffReportTest {
  private static final Path EXPECTED =
      Path.of("src/test/resources/dev/japply/cli/build-diff").toAbsolutePath();

  @TempDir private Path directory;

  private static final Map<String, String> BEFORE =
      Map.of(
          "base/kustomization.yaml",
          """
          resources: [deploy.yaml, service.yaml]
          secretGenerator:
          - name: keys
            literals:
            - TOKEN=first-secret-value
          """,
          "base/deploy.yaml",
          """
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
          spec:
            template:
              spec:
                containers:
                - name: web
                  image: shop/web:1.4
                  envFrom:
                  - secretRef:
                      name: keys
          """,
          "base/service.yaml",
          """
          apiVersion: v1
          kind: Service
          metadata:
            name: web
          spec:
            ports:
            - port: 80
          """,
          "overlays/dev/kustomization.yaml",
          """
          resources: [../../base]
          namespace: dev
          """,
          "overlays/prod/kustomization.yaml",
          """
          resources: [../../base]
          namespace: prod
          namePrefix: live-
          replicas:
          - name: web
            count: 3
          """,
          "overlays/broken/kustomization.yaml",
          """
          resources: [../../base]
          namspace: x
          """,
          "overlays/test/kustomization.yaml",
          """
          resources: [../../base]
          namespace: test
          """);

  private static final Map<String, String> EDITS =
      Map.of(
          "base/kustomization.yaml", "first-secret|second-secret",
          "base/deploy.yaml", "web:1.4|web:1.5",
          "overlays/prod/kustomization.yaml", "live-|prod-",
          "overlays/broken/kustomization.yaml", "namspace|namespace",
          "overlays/test/kustomization.yaml", "namespace|namspace");

  @ParameterizedTest
  @ValueSource(
      strings = {"text", "json", "jsonl", "markdown", "github", "gitlab", "junit", "sarif", "html"})
  void reportsAreComplete(String format) throws Exception {
    Path folder = directory.toRealPath();
    GitFolder git = GitFolder.in(folder);
    git.commit(BEFORE);
    for (var edit : EDITS.entrySet()) {
      String[] texts = edit.getValue().split("\\|", -1);
      String text = Files.readString(folder.resolve(edit.getKey()));
      assertThat(text).contains(texts[0]);
      git.write(edit.getKey(), text.replace(texts[0], texts[1]));
    }
    git.write("overlays/dev/kustomization.yaml", "resources: [c.yaml]\nnamespace: dev\n");
    git.write("overlays/dev/c.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: <c>\n");
    Ran ran =
        new Ran.Setting(new FakeCluster())
            .offline("build", "--diff=HEAD", folder.toString(), "--report=" + format);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).doesNotContain("secret-value");
    String text = clean(ran.out(), folder);
    Path file = EXPECTED.resolve(format);
    if (Boolean.getBoolean("japply.write")) {
      Files.createDirectories(EXPECTED);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private static String clean(String text, Path folder) {
    String page = text.contains("<main") ? text.substring(text.indexOf("<main")) : text;
    int script = page.indexOf("<script");
    return (script < 0 ? page : page.substring(0, script))
        .replace(folder + "/", "")
        .replaceAll("\"[0-9a-f]{64}\"", "\"FINGERPRINT\"") // also of the directory
        .replace(Version.TEXT, "VERSION");
  }
}
