package dev.japply.kustomize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.KustomizationBuild;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.KubeObject;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KustomizationTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replicas: 1
        template:
          spec:
            containers:
            - name: web
              image: nginx:1
      """;

  private static final String OVERLAY =
      """
      -- base/kustomization.yaml --
      resources: [web.yaml]
      -- base/web.yaml --
      DEPLOYMENT
      -- prod/kustomization.yaml --
      resources:
      - ../base
      namePrefix: prod-
      patches:
      - path: patch.yaml
      images:
      - name: nginx
        newTag: "2"
      -- prod/patch.yaml --
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        paused: true
        template:
          spec:
            containers:
            - name: sidecar
              image: envoy:1
      """;

  @TempDir private Path folder;

  private List<KubeObject> build(String path) {
    return KustomizationBuild.run(path, BuildOptions.local(folder)).objects();
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void write(String tree) throws IOException {
    Tree.of("tree", tree).write(folder);
  }

  private static FieldPath path(String... keys) {
    FieldPath path = FieldPath.root();
    for (String key : keys) {
      path = path.key(key);
    }
    return path;
  }

  @Test
  void eachFieldKnowsWhereItIsWritten() throws IOException {
    write(OVERLAY.replace("DEPLOYMENT", DEPLOYMENT));
    KubeObject web = build("prod").getFirst();
    var containers = path("spec", "template", "spec", "containers");
    assertThat(web.tree().map("metadata").text("name")).isEqualTo("prod-web");
    assertThat(web.origin()).hasToString("base/web.yaml:1");
    assertThat(web.positions().apply(path("spec", "replicas"))).hasToString("base/web.yaml:6");
    assertThat(web.positions().apply(path("metadata", "name")))
        .hasToString("prod/kustomization.yaml:3");
    assertThat(web.positions().apply(path("spec", "paused"))).hasToString("prod/patch.yaml:6");
    assertThat(web.positions().apply(containers.index(0).key("image")))
        .hasToString("prod/patch.yaml:11");
    assertThat(web.positions().apply(containers.index(1).key("image")))
        .hasToString("prod/kustomization.yaml:7");
    assertThat(web.positions().apply(containers.index(1).key("name")))
        .hasToString("base/web.yaml:10");
  }

  @Test
  void eachOperationOfAJsonPatchKnowsItsLine() throws IOException {
    write("web.yaml", DEPLOYMENT);
    write(
        "kustomization.yaml",
        """
        resources: [web.yaml]
        patches:
        - target: {kind: Deployment}
          patch: |-
            - {op: add, path: /metadata/labels, value: {}}
            - {op: add, path: /metadata/labels/app.io~1name, value: x}
            - {op: replace, path: /spec/template/spec/containers/0/image, value: nginx:2}
            - {op: add, path: /spec/template/spec/containers/-, value: {name: b, image: b}}
            - {op: replace, path: /spec/replicas, value: 3}
            - {op: test, path: /spec/replicas, value: 3}
            - {op: add, path: /spec/rep, value: 1}
        - target: {kind: Deployment}
          patch: |-
            [{op: add, path: /spec/paused, value: true}]
        """);
    var positions = build(".").getFirst().positions();
    var containers = path("spec", "template", "spec", "containers");
    assertThat(positions.apply(path("metadata", "labels", "app.io/name")).line()).isEqualTo(6);
    assertThat(positions.apply(containers.index(0).key("image")).line()).isEqualTo(7);
    assertThat(positions.apply(containers.index(1).key("image")).line()).isEqualTo(8);
    assertThat(positions.apply(path("spec", "replicas")).line()).isEqualTo(9);
    assertThat(positions.apply(path("spec", "paused")).line()).isEqualTo(14);
    assertThat(positions.apply(containers.index(0).key("name"))).hasToString("web.yaml:10");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namePrefx: x|kustomization.yaml:1: unknown field \"namePrefx\"; did you mean"
            + " \"namePrefix\"?",
        "patchs: []|kustomization.yaml:1: unknown field \"patchs\"; did you mean \"patches\"?",
        "xyzzy: []|kustomization.yaml:1: unknown field \"xyzzy\"; correct or remove it",
        "configMapGenerator: [{name: a, literal: [x=y]}]|kustomization.yaml:1: unknown field"
            + " \"literal\" in configMapGenerator; did you mean \"literals\"?",
        "resources: [none.yaml]|kustomization.yaml:1: 'none.yaml' does not exist; correct the path",
        "resources: [..]|kustomization.yaml:1: cycle detected: '..' is or contains '.', which is"
            + " being built; move their common parts into another directory",
        "resources: web.yaml|kustomization.yaml:1: resources must be a list; begin each item with"
            + " -",
        "kind: Other|kustomization.yaml:1: kind should be Kustomization or Component",
        "helmCharts: [a]|kustomization.yaml:1: the field helmCharts is not supported;"
            + " --kustomize-command hands the build to an installed kustomize",
        "crds: [bad.yaml, none.yaml]|kustomization.yaml:1: 'none.yaml' does not exist; correct the"
            + " path",
        "crds: [other.txt]|other.txt: unable to parse open API definition: it must be a map of"
            + " types; write what the generators of OpenAPI write, not a CustomResourceDefinition",
        "openapi: {version: v1.20.4}|kustomization.yaml:1: the specified OpenAPI version is not"
            + " built in; write v1.21.2, or name a file by path",
        "openapi: {version: v1.21.2, path: web.yaml}|kustomization.yaml:1: builtin version and"
            + " custom schema provided, cannot use both; remove one",
        "transformers: ['{apiVersion: example.com/v1, kind: Sed, metadata: {name: a}}']|"
            + "kustomization.yaml:1: Sed a: the field transformers names 'Sed', which only another"
            + " program can carry out; write an object of apiVersion: builtin; --kustomize-command"
            + " hands the build to an installed kustomize",
        "generators: ['{apiVersion: builtin, kind: HelmChartInflationGenerator, metadata: {name:"
            + " a}}']|kustomization.yaml:1: HelmChartInflationGenerator a: the field generators"
            + " names a Helm chart, which is not supported; --kustomize-command hands the build to"
            + " an installed kustomize",
        "generators: ['{apiVersion: builtin, kind: LabelTransformer, metadata: {name: a}}']|"
            + "kustomization.yaml:1: LabelTransformer a: unable to load builtin LabelTransformer"
            + " for the field generators; correct its kind",
        "transformers: ['{apiVersion: builtin, kind: PrefixTransformer, metadata: {name: a}}']|"
            + "kustomization.yaml:1: fieldSpecs is not expected to be nil; write fieldSpecs with"
            + " the path metadata/name",
        "{resources: [web.yaml], validators: ['{apiVersion: builtin, kind: LabelTransformer,"
            + " metadata: {name: a}, labels: {b: c}, fieldSpecs: [{path: metadata/labels, create:"
            + " true}]}']}|kustomization.yaml:1: LabelTransformer a: validator shouldn't modify the"
            + " resource map; it changes Deployment web, of web.yaml:1",
        "{resources: [web.yaml], replacements: [{sourceValue: many, targets: [{select: {name: web},"
            + " fieldPaths: [spec.replicas]}]}]}|kustomization.yaml:1: Deployment web: the"
            + " text for spec.replicas is of another type than what it replaces; the object is at"
            + " web.yaml:1",
        "commonLabels: {a: 1}|kustomization.yaml:1: a must be a string; put quotes around it",
        "resources: [web.yaml, web.yaml]|web.yaml:1: Deployment web: may not add resource with an"
            + " already registered id: Deployment.v1.apps/web.[noNs]; the first one is web.yaml:1:"
            + " remove one, or patch it",
        "resources: [bad.yaml]|bad.yaml:2: missing kind in object; write apiVersion, kind and"
            + " metadata.name",
        "{resources: [web.yaml], replicas: [{name: x, count: 1}]}|kustomization.yaml:1: resource"
            + " with name x does not match a kind that has replicas; name a Deployment, ReplicaSet,"
            + " ReplicationController or StatefulSet",
        "{resources: [web.yaml], patches: [{path: other.yaml}]}|other.yaml:1: Deployment other: no"
            + " resource matches strategic merge patch: no matches for Id"
            + " Deployment.v1.apps/other.[noNs]; there is Deployment web",
        "{resources: [web.yaml], patches: [{target: {name: web}, patch: '[{op: test, path:"
            + " /spec/replicas, value: 2}]'}]}|kustomization.yaml:1: Deployment web: testing value"
            + " /spec/replicas failed; the object has another value there",
        "{resources: [web.yaml], patches: [{path: web.yaml, target: {name: wb}}]}|"
            + "kustomization.yaml:1: the target of a patch selects nothing; there is"
            + " Deployment web; --allow-unmatched passes over it",
        "{resources: [web.yaml], patches: [{path: web.yaml, target: {name: shop}}]}|"
            + "kustomization.yaml:1: the target of a patch selects nothing; there is no object of"
            + " that kind or name; --allow-unmatched passes over it",
        "configMapGenerator: [{name: a, literals: [x]}]|kustomization.yaml:1: invalid literal"
            + " source, expected key=value; write the key, = and the value",
        "configMapGenerator: [{name: a, behavior: merge}]|kustomization.yaml:1: ConfigMap a: id"
            + " ConfigMap.v1.[noGrp]/a.[noNs] does not exist; cannot merge or replace; remove"
            + " behavior, or generate it in a layer below",
      })
  void saysWhatIsWrongAndWhere(String row) throws IOException {
    String[] parts = row.split("\\|", -1);
    write("kustomization.yaml", parts[0] + "\n");
    write("web.yaml", DEPLOYMENT);
    write("bad.yaml", "\na: b\n");
    write("other.txt", "[a]\n");
    write("other.yaml", DEPLOYMENT.replace("name: web", "name: other"));
    assertThatThrownBy(() -> build("."))
        .isInstanceOfSatisfying(
            JapplyException.class,
            e -> assertThat(e.problems()).extracting(Object::toString).containsExactly(parts[1]));
  }

  @Test
  void linesOfAFoldedTextThatAreIndentedMoreGetNoEmptyLineBeforeThem() throws IOException {
    write("kustomization.yaml", "resources: [c.yaml]\n");
    write(
        "c.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: c}
        data:
          a: >
            one
            two
              more
            three
        """);
    assertThat(build(".").getFirst().tree().map("data").text("a"))
        .isEqualTo("one two\n  more\nthree\n");
  }

  @Test
  void filesOutsideOfTheFolderAreRefused() throws IOException {
    write("a/kustomization.yaml", "resources: [../web.yaml]\n");
    write("web.yaml", DEPLOYMENT);
    assertThatThrownBy(() -> build("a"))
        .hasMessageContaining("security; file '../web.yaml' is not in or below 'a'");
    BuildOptions options = BuildOptions.local(folder);
    assertThat(
            KustomizationBuild.run(
                    "a",
                    new BuildOptions(
                        folder,
                        Restriction.NONE,
                        ByteLimit.DEFAULT,
                        options.differences(),
                        RemoteLoader.NONE))
                .objects())
        .hasSize(1);
  }

  @Test
  void linksOutOfTheFolderAreRefused() throws IOException {
    write("a/kustomization.yaml", "resources: [web.yaml]\n");
    write("web.yaml", DEPLOYMENT);
    Files.createSymbolicLink(folder.resolve("a/web.yaml"), folder.resolve("web.yaml"));
    assertThatThrownBy(() -> build("a")).hasMessageContaining("security; file 'web.yaml'");
  }

  @Test
  void aHashIsOfTheContent() throws IOException {
    write(
        "kustomization.yaml", "configMapGenerator: [{name: empty}, {name: a, literals: [k=v]}]\n");
    List<String> names =
        build(".").stream().map(object -> object.tree().map("metadata").text("name")).toList();
    assertThat(names).containsExactly("a-bdg947hgcc", "empty-6ct58987ht");
  }

  @Test
  void aFolderIsBuiltByItsPath() throws IOException {
    write("kustomization.yaml", "resources: [web.yaml]\n");
    write("web.yaml", DEPLOYMENT);
    MapValue web = Kustomization.build(folder).objects().getFirst().tree();
    assertThat(web.map("spec").get("replicas")).isEqualTo(Value.number(1));
  }
}
