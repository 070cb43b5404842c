package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.UsesOracle;
import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.object.Gvk;
import dev.japply.problem.ByteLimit;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Namespaces in kustomizations: of kinds without one, of references, and in network policies.
class NamespacesTest {
  @TempDir private Path folder;

  private KustomizationBuild.Result build(String tree, String path, Differences differences)
      throws IOException {
    Tree.of("namespaces", tree).write(folder);
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    return KustomizationBuild.run(path, options);
  }

  private String namespace(Gvk gvk, Differences differences) throws IOException {
    String tree =
        "-- kustomization.yaml --\nresources: [r.yaml]\nnamespace: shop\n-- r.yaml --\n"
            + "apiVersion: %s\nkind: %s\nmetadata: {name: x}\n"
                .formatted(gvk.apiVersion(), gvk.kind());
    return build(tree, ".", differences).objects().getFirst().namespace();
  }

  @ParameterizedTest
  @CsvSource({
    "admissionregistration.k8s.io,v1,MutatingAdmissionPolicy",
    "admissionregistration.k8s.io,v1beta1,ValidatingAdmissionPolicyBinding",
    "certificates.k8s.io,v1beta1,ClusterTrustBundle",
    "flowcontrol.apiserver.k8s.io,v1,FlowSchema",
    "networking.k8s.io,v1,ServiceCIDR",
    "resource.k8s.io,v1,DeviceClass",
    "storage.k8s.io,v1,VolumeAttributesClass",
  })
  void kindsOfTheClusterGetNone(String group, String version, String kind) throws IOException {
    var gvk = new Gvk(group, version, kind);
    assertThat(namespace(gvk, Differences.japply())).isEmpty();
    assertThat(namespace(gvk, Differences.kustomize())).isEqualTo("shop");
  }

  /// A newer Kubernetes adds kinds.
  @Test
  @UsesOracle
  void noKindOfTheServerIsMissing() throws IOException {
    Path documents = Path.of(System.getProperty("japply.openapi", ""));
    var paths =
        ((MapValue) Json.parse(Files.readString(documents.resolve("openapi_v2.json"))))
            .map("paths");
    var cluster = new TreeSet<String>();
    var namespaced = new TreeSet<String>();
    paths
        .entries()
        .forEach((path, operations) -> {
          MapValue gvk = ((MapValue) operations).map("post").map("x-kubernetes-group-version-kind");
          if (!gvk.isEmpty() && path.matches("/apis?/[^{]*(\\{namespace}/[^/{]*)?")) {
            (path.contains("{namespace}") ? namespaced : cluster)
                .add(gvk.text("group") + " " + gvk.text("version") + " " + gvk.text("kind"));
          }
        });
    assertThat(cluster).hasSizeGreaterThan(30);
    assertThat(namespaced).hasSizeGreaterThan(30);
    var wrong = new TreeSet<String>();
    for (String kind : cluster) {
      if (!namespace(gvk(kind), Differences.japply()).isEmpty()) {
        wrong.add(kind);
      }
    }
    for (String kind : namespaced) {
      if (namespace(gvk(kind), Differences.japply()).isEmpty()) {
        wrong.add(kind);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Gvk gvk(String text) {
    String[] parts = text.split(" ", -1);
    return new Gvk(parts[0], parts[1], parts[2]);
  }

  private static final String REFERENCE =
      """
      -- base/kustomization.yaml --
      resources: [d.yaml]
      BASE
      -- base/d.yaml --
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: d}
      spec:
        template:
          spec:
            containers:
            - name: c
              envFrom:
              - configMapRef: {name: settings}
      -- o/kustomization.yaml --
      resources: [../base]
      configMapGenerator: [{name: settings}]
      OVERLAY
      """;

  private String warnings(String base, String overlay) throws IOException {
    String tree = REFERENCE.replace("BASE", base).replace("OVERLAY", overlay);
    return build(tree, "o", Differences.japply()).warnings().stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aReferenceThatKeepsItsOldNameIsNamed() throws IOException {
    assertThat(warnings("namespace: aaa", ""))
        .contains(
            "base/d.yaml:10: Deployment aaa/d:"
                + " spec.template.spec.containers[0].envFrom[0].configMapRef.name stays settings,"
                + " although ConfigMap settings-",
            " has another name now: only one of the objects has a namespace (aaa)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | ''",
        "namespace: aaa | namespace: aaa",
        "'' | namespace: aaa",
        "namespace: aaa | generatorOptions: {disableNameSuffixHash: true}",
        "namespace: aaa | 'resources: [../base, c.yaml]'",
      })
  void othersAreNot(String base, String overlay) throws IOException {
    String tree = REFERENCE.replace("BASE", base);
    if (overlay.startsWith("resources")) {
      tree =
          tree.replace("resources: [../base]\n", "").replace("OVERLAY", overlay)
              + """
              -- o/c.yaml --
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: settings, namespace: aaa}
              """;
    } else {
      tree = tree.replace("OVERLAY", overlay);
    }
    assertThat(build(tree, "o", Differences.japply()).warnings()).isEmpty();
  }

  private String policyWarnings(String labels, String peer) throws IOException {
    String tree =
        """
        -- kustomization.yaml --
        resources: [p.yaml]
        LABELS
        -- p.yaml --
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: p}
        spec:
          podSelector: {matchLabels: {app: a}}
        PEER
        """
            .replace("LABELS", labels)
            .replace("PEER", "  " + peer);
    return build(tree, ".", Differences.japply()).warnings().stream()
        .map(Object::toString)
        .filter(warning -> warning.contains("NetworkPolicy"))
        .collect(Collectors.joining("\n"));
  }

  private static final String FOREIGN =
      "{namespaceSelector: {}, podSelector: {matchLabels: {app: x}}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: [{pairs: {a: b}, includeSelectors: true}]",
        "commonLabels: {a: b}",
        "transformers: ['{apiVersion: builtin, kind: LabelTransformer, metadata: {name: t}, labels:"
            + " {a: b}, fieldSpecs: [{path: spec/ingress/from/podSelector/matchLabels, kind:"
            + " NetworkPolicy}, {path: spec/egress/to/podSelector/matchLabels}]}']",
      })
  void labelsForPodsOfOtherNamespacesAreNamed(String labels) throws IOException {
    assertThat(policyWarnings(labels, "ingress: [{}, {from: [" + FOREIGN + "]}]"))
        .contains(
            "kustomization.yaml:2: NetworkPolicy p: the labels also become part of"
                + " spec.ingress[1].from[0].podSelector.matchLabels, for Pods of other namespaces")
        .endsWith("the policy is at p.yaml:6");
    assertThat(policyWarnings(labels, "egress: [{to: [" + FOREIGN + "]}]"))
        .contains("spec.egress[0].to[0].podSelector.matchLabels");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [{pairs: {a: b}, includeSelectors: true}]"
            + " | ingress: [{from: [{podSelector: {matchLabels: {app: x}}}]}]",
        "labels: [{pairs: {a: b}, includeSelectors: true}]"
            + " | ingress: [{from: [{namespaceSelector: {}, podSelector: {}}]}]",
        "labels: [{pairs: {a: b}}] | ingress: [{from: [" + FOREIGN + "]}]",
        "commonAnnotations: {a: b} | ingress: [{from: [" + FOREIGN + "]}]",
      })
  void otherLabelsAreNot(String labels, String peer) throws IOException {
    assertThat(policyWarnings(labels, peer)).isEmpty();
  }
}
