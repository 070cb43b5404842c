package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An application that is deleted as a whole on a real API server, and comes back.
@UsesTestCluster
@Order(1)
class DeleteOnServerTest {
  private final TestCluster server;
  private final String namespace;
  private final String group;
  @TempDir private Path home;

  DeleteOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
    this.group = namespace + ".example.com";
  }

  private Program.Said japply(String manifest, String line) {
    return server.japply(home, namespace, manifest, line.strip().split(" +"));
  }

  private void kubectl(String line) {
    var words = new ArrayList<>(List.of(line.split(" +")));
    words.addAll(List.of("-n", namespace));
    server.kubectl("", words).orFail();
  }

  /// Thirty objects: a Namespace, a type with three objects, workloads, and what they need.
  private String application() {
    var objects = new ArrayList<String>();
    objects.add("{apiVersion: v1, kind: Namespace, metadata: {name: %s-app}}");
    objects.add(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.GROUP}
        spec:
          group: GROUP
          names: {kind: Thing, plural: things}
          scope: Namespaced
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """);
    IntStream.range(0, 3)
        .mapToObj(i ->
            "{apiVersion: GROUP/v1, kind: Thing, metadata: {name: t%d, namespace: NS-app}, spec: {size: %d}}"
                .formatted(i, i))
        .forEach(objects::add);
    IntStream.range(0, 10)
        .mapToObj(i ->
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: NS-app}, data: {k: v%d}}"
                .formatted(i, i))
        .forEach(objects::add);
    IntStream.range(0, 5)
        .mapToObj(i ->
            "{apiVersion: v1, kind: Secret, metadata: {name: s%d, namespace: NS-app}, stringData: {p: hidden%d}}"
                .formatted(i, i))
        .forEach(objects::add);
    IntStream.range(0, 4)
        .mapToObj(i ->
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d%1$d, namespace: NS-app}
            spec:
              replicas: 0
              selector: {matchLabels: {app: d%1$d}}
              template:
                metadata: {labels: {app: d%1$d}}
                spec: {containers: [{name: c, image: x, envFrom: [{configMapRef: {name: c%1$d}}]}]}
            """
                .formatted(i))
        .forEach(objects::add);
    objects.add(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: NS-app}
        spec:
          replicas: 0
          serviceName: db
          selector: {matchLabels: {app: db}}
          template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c, image: x}]}}
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """);
    objects.add(
        "{apiVersion: v1, kind: Service, metadata: {name: db, namespace: NS-app}, spec: {selector:"
            + " {app: db}, ports: [{port: 1}]}}");
    objects.add("{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: NS-app}}");
    objects.add(
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r, namespace:"
            + " NS-app}, rules: []}");
    objects.add(
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: r,"
            + " namespace: NS-app}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role,"
            + " name: r}, subjects: [{kind: ServiceAccount, name: a}]}");
    objects.add(
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: NS-app},"
            + " spec: {minAvailable: 1, selector: {matchLabels: {app: db}}}}");
    assertThat(objects).hasSize(30);
    return String.join("\n---\n", objects)
        .replace("%s-app", "NS-app")
        .replace("GROUP", group)
        .replace("NS-app", namespace + "-app");
  }

  private List<String> state() {
    var state =
        new ArrayList<>(
            Stream.of("configmap/c3", "secret/s1", "deployment.apps/d2")
                .map(name -> server.read(namespace + "-app", name).orElse(MapValue.EMPTY))
                .map(live -> GoJson.write(LiveObjects.written(live)))
                .toList());
    String sizes = "-o=jsonpath={.items[*].spec.size}";
    state.add(
        server.kubectl("get", "things." + group, "-n", namespace + "-app", sizes).orFail().out());
    return state;
  }

  @Test
  void anApplicationGoesAndComesBack() {
    String all = application();
    Program.Said applied = server.japply(home, namespace + "-app", all, "apply", "-f", "-");
    assertThat(applied.status()).as(applied.err()).isZero();
    List<String> before = state();
    assertThat(before).doesNotContain("{}").endsWith("0 1 2");
    server.kubectl("create", "configmap", "theirs", "-n", namespace + "-app").orFail();

    Program.Said refused = delete(all, "");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains(
            "Namespace %s-app: its deletion would delete 1 object that is not in the input:"
                    .formatted(namespace)
                + " ConfigMap %s-app/theirs; delete it first, or all of it by".formatted(namespace),
            "nothing was deleted");
    assertThat(state()).isEqualTo(before);

    server.kubectl("delete", "configmap", "theirs", "-n", namespace + "-app").orFail();
    Path undo = home.resolve("app.undo");
    Program.Said deleted = delete(all, "--undo-file " + undo);
    assertThat(deleted.status()).as(deleted.err()).isZero();
    assertThat(deleted.out().lines()).hasSize(30).allMatch(line -> line.endsWith(" deleted"));
    assertThat(deleted.err()).doesNotContain("hidden1");
    assertThat(server.read("", "namespace/" + namespace + "-app")).isEmpty();

    Program.Said again = delete(all, "");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.out().lines()).allMatch(line -> line.endsWith(" does not exist"));

    Program.Said back =
        server.japply(home, namespace + "-app", "", "undo", undo.toString(), "--yes");
    assertThat(back.status()).as(back.err()).isZero();
    assertThat(state()).isEqualTo(before);
    assertThat(delete(all, "").status()).isZero();
  }

  private Program.Said delete(String manifest, String flags) {
    return server.japply(
        home, namespace + "-app", manifest, ("delete -f - " + flags).strip().split(" +"));
  }

  @Test
  void aFinalizerThatHoldsAnObjectIsNamed() {
    String held =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: h, finalizers: [example.com/hold]}}";
    assertThat(japply(held, "apply -f -").status()).isZero();
    Program.Said late = japply(held, "delete -f - --timeout=1s");
    assertThat(late.status()).isEqualTo(1);
    assertThat(late.out()).isEqualTo("configmap/h deleted\n");
    assertThat(late.err())
        .contains(
            "context deadline exceeded: deleted, it is still there after 1s, held by its finalizer"
                + " example.com/hold; delete again to keep waiting");
    assertThat(japply(held, "delete -f - --wait=false").status()).isZero();
    kubectl("patch configmap h --type=merge -p {\"metadata\":{\"finalizers\":null}}");
    assertThat(japply(held, "delete -f -").out()).isEqualTo("configmap/h does not exist\n");
  }

  /// A set of kubectl's making is deleted without its manifests, and comes back as a set.
  @Test
  void aSetOfKubectlGoesAndComesBack() {
    String members =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}
        ---
        {apiVersion: v1, kind: Secret, metadata: {name: b}, stringData: {p: hunter2}}
        """;
    String set = " --prune --applyset=configmaps/set";
    server
        .kubectl(
            Map.of("KUBECTL_APPLYSET", "true"),
            members,
            List.of(("apply -f - -n " + namespace + set).split(" +")))
        .orFail();
    Path undo = home.resolve("set.undo");
    Program.Said deleted = japply("", "delete --applyset=configmaps/set --undo-file=" + undo);
    assertThat(deleted.status()).as(deleted.err()).isZero();
    assertThat(deleted.out())
        .isEqualTo("configmap/a deleted\nsecret/b deleted\nconfigmap/set deleted\n");
    Program.Said back = japply("", "undo " + undo + " --yes");
    assertThat(back.status()).as(back.err()).isZero();
    Program.Said same = japply(members, "apply -f -" + set);
    assertThat(same.out()).isEqualTo("configmap/a unchanged\nsecret/b unchanged\n");
    assertThat(japply("", "delete --applyset=configmaps/set").out()).endsWith("set deleted\n");
  }

  /// An object that another manager applied after this user is the other's.
  @Test
  void whatAnotherManagerAppliedLastStays() {
    String mine = "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {k: v}}";
    assertThat(japply(mine, "apply -f -").status()).isZero();
    assertThat(japply(mine, "apply -f - --server-side --field-manager=flux").status()).isZero();
    Program.Said refused = japply(mine, "delete -f -");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("ConfigMap %s/m: was applied last by flux, ".formatted(namespace));
    assertThat(japply(mine, "delete -f - --take=ConfigMap/m").out())
        .isEqualTo("configmap/m deleted\n");
  }
}
