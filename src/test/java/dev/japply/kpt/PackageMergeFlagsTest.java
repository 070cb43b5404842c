package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The flags of `japply pkg update` that say how files merge.
@Tag("process")
class PackageMergeFlagsTest {
  private static final String WIDGET =
      """
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: w}
      gone: null
      parts:
      - name: a
        count: 1
      - name: b
        count: 1
      """;
  private static final String MERGED =
      WIDGET.replace("a\n  count: 1", "a\n  count: 2").replace("b\n  count: 1", "b\n  count: 9");
  private static final String CRD =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      spec:
        group: example.com
        names: {kind: Widget}
        versions:
        - name: v1
          schema:
            openAPIV3Schema:
              properties:
                parts:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items: {type: object, properties: {name: {type: string}}}
      """;

  @TempDir private Path directory;

  @BeforeEach
  void editBothSides() throws Exception {
    GitFolder upstream = GitFolder.in(directory.resolve("up"));
    upstream.commit(Map.of("a.yaml", WIDGET));
    upstream.git("tag", "v1");
    String address = "file://" + upstream.path() + "/.git@v1";
    assertThat(
            run(
                    Map.of(),
                    "pkg",
                    "get",
                    address,
                    directory.resolve("w").toString(),
                    "--merge-comments=false")
                .status())
        .isZero();
    upstream.commit(Map.of("a.yaml", WIDGET.replace("a\n  count: 1", "a\n  count: 2")));
    upstream.git("tag", "v2");
    Files.writeString(
        directory.resolve("w/a.yaml"), WIDGET.replace("b\n  count: 1", "b\n  count: 9"));
  }

  private Said run(Map<String, String> variables, String... arguments) {
    var environment = new java.util.HashMap<>(variables);
    environment.put("HOME", directory.toString());
    return Program.run(environment, "", List.of(arguments));
  }

  private Said update(Map<String, String> variables, String... flags) {
    var arguments = new ArrayList<>(List.of("pkg", "update", directory.resolve("w") + "@v2"));
    arguments.addAll(List.of(flags));
    return run(variables, arguments.toArray(String[]::new));
  }

  @Test
  void keysAreInferredWhereAsked() throws Exception {
    assertThat(update(Map.of(), "--dry-run").status()).isEqualTo(3);
    assertThat(update(Map.of(), "--infer-keys")).extracting(Said::status).isEqualTo(0);
    assertThat(directory.resolve("w/a.yaml")).hasContent(MERGED);
  }

  @Test
  void definitionsAreReadFromFilesAndDirectories() throws Exception {
    Path crds = Files.createDirectories(directory.resolve("crds"));
    Path file = crds.resolve("widget.yaml");
    Files.writeString(file, CRD);
    assertThat(update(Map.of(), "--crds", crds.toString(), "--dry-run").status()).isZero();
    assertThat(update(Map.of(), "--crds=" + file)).extracting(Said::status).isEqualTo(0);
    assertThat(directory.resolve("w/a.yaml")).hasContent(MERGED);
    Files.writeString(file, WIDGET);
    assertThat(update(Map.of(), "--crds=" + file).err())
        .contains("widget.yaml: holds no CustomResourceDefinition");
    Files.writeString(file, "a: [");
    assertThat(update(Map.of(), "--crds=" + file).err()).contains("widget.yaml:");
  }

  @Test
  void aModeOfCompatibilityThatDoesNotExistIsAUsageError() {
    assertThat(update(Map.of(), "--compat=kpt").err())
        .contains("invalid --compat or JAPPLY_COMPAT value \"kpt\"");
    assertThat(update(Map.of("JAPPLY_COMPAT", "kpt")).status()).isEqualTo(1);
    assertThat(directory.resolve("w/a.yaml")).content().contains("count: 9");
  }
}
