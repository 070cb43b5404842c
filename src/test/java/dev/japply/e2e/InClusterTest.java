package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The example of a Job in the cluster: with its rights its manifests can be applied, and with
/// fewer they cannot.
@UsesTestCluster
class InClusterTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("basedir", ""), "docs/examples/in-cluster.yaml");

  private final TestCluster cluster;
  @TempDir private Path directory;

  InClusterTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  /// The objects of the example, in a namespace of their own.
  private static List<KubeObject> example(String namespace) throws IOException {
    String text = Files.readString(EXAMPLE).replace("namespace: shop", "namespace: " + namespace);
    return ManifestReader.read(List.of(Source.of("in-cluster.yaml", text))).objects();
  }

  private void give(String namespace, String without) throws IOException {
    var all = new ArrayList<String>();
    for (KubeObject object : example(namespace)) {
      String json = GoJson.write(object.tree());
      if (object.gvk().kind().equals("Role")) {
        json = json.replace("\"" + without + "\",", "").replace(",\"" + without + "\"", "");
      }
      all.add(json);
    }
    List<String> create = List.of("create", "-f", "-", "--validate=strict");
    cluster.kubectl(String.join("\n---\n", all), create).orFail();
    String verb = without.equals("get") ? "create" : "get";
    cluster.awaitPermission(account(namespace), namespace, verb, "apps", "deployments", "");
  }

  private static String account(String namespace) {
    return "system:serviceaccount:" + namespace + ":japply";
  }

  /// The ConfigMap as it is mounted: links into a hidden directory.
  private Path mounted(String namespace) throws IOException {
    MapValue data =
        example(namespace).stream()
            .filter(object -> object.gvk().kind().equals("ConfigMap"))
            .findFirst()
            .orElseThrow()
            .tree()
            .map("data");
    Path mount = Files.createDirectory(directory.resolve(namespace));
    Path hidden = Files.createDirectory(mount.resolve("..2026_11_22_12_00_00.1234"));
    Files.createSymbolicLink(mount.resolve("..data"), hidden.getFileName());
    for (Map.Entry<String, Value> file : data.entries().entrySet()) {
      Files.writeString(hidden.resolve(file.getKey()), data.text(file.getKey()));
      Files.createSymbolicLink(
          mount.resolve(file.getKey()), Path.of("..data").resolve(file.getKey()));
    }
    return mount;
  }

  /// What the Job does, as its service account.
  private Said apply(String namespace, Path manifests, String tag) {
    return Program.run(
        Map.of("KUBECONFIG", cluster.kubeconfig().toString(), "TAG", tag),
        "",
        List.of(
            "apply",
            "-f",
            manifests.toString(),
            "--substitute=TAG",
            "-n",
            namespace,
            "--as=" + account(namespace)));
  }

  @Test
  void itsRightsAreEnough() throws IOException {
    String namespace = cluster.newNamespace();
    give(namespace, "none");
    Path manifests = mounted(namespace);
    assertThat(apply(namespace, manifests, "1"))
        .isEqualTo(new Said(0, "deployment.apps/web created\nservice/web created\n", ""));
    assertThat(apply(namespace, manifests, "2"))
        .isEqualTo(new Said(0, "deployment.apps/web configured\nservice/web unchanged\n", ""));
    assertThat(apply(namespace, manifests, "2"))
        .isEqualTo(new Said(0, "deployment.apps/web unchanged\nservice/web unchanged\n", ""));
  }

  @ParameterizedTest
  @CsvSource({"get, 1, 1", "create, 1, 1", "patch, 0, 1"})
  void withoutOneOfThemItFails(String verb, int first, int second) throws IOException {
    String namespace = cluster.newNamespace();
    give(namespace, verb);
    Path manifests = mounted(namespace);
    Said created = apply(namespace, manifests, "1");
    assertThat(created.status()).as("%s", created).isEqualTo(first);
    Said changed = apply(namespace, manifests, "2");
    assertThat(changed.status()).as("%s", changed).isEqualTo(second);
    assertThat(changed.err()).contains("cannot " + verb + " resource \"deployments\"");
  }
}
