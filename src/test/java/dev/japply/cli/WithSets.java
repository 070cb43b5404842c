package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/// Tests of two ApplySets: `configmap/shop` with four members in `default`, and `secret/one` with
/// one member in `other`.
abstract class WithSets {
  static final String SHOP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}
      ---
      {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"p":"aHVudGVyMjI="}}
      ---
      {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2}}
      """;

  static final String ONE =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"}}
      """;

  private static final String ID = "applyset.kubernetes.io/id";

  final FakeCluster cluster = new FakeCluster();
  final Ran.Setting setting = new Ran.Setting(cluster);

  @BeforeEach
  void applied() {
    cluster.putNamespace("other");
    apply(SHOP, "configmap/shop", "default");
    apply(ONE, "secret/one", "other");
    change("deployments default/web", "'generation':2,'uid':'u1'");
    cluster.requests.clear();
  }

  Ran apply(String manifest, String set, String namespace) {
    Ran ran =
        setting
            .reading(manifest)
            .run("apply", "-f", "-", "--prune", "-n", namespace, "--applyset=" + set);
    assertThat(ran.status()).as("%s", ran).isZero();
    return ran;
  }

  /// Changes the metadata of an object.
  void change(String key, String metadata) {
    MapValue live = cluster.object(key);
    MapValue changed = live.map("metadata");
    for (var entry : json("{" + metadata + "}").entries().entrySet()) {
      changed = changed.with(entry.getKey(), entry.getValue());
    }
    cluster.put(live.with("metadata", changed));
  }

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  static String managed(String manager, String operation, String time) {
    return "'managedFields':[{'manager':'%s','operation':'%s','apiVersion':'v1','time':'%s'}]"
        .formatted(manager, operation, time);
  }

  List<String> lists() {
    return cluster.requests.stream().filter(request -> !request.equals("CLOSE")).toList();
  }

  String id(String parent) {
    return cluster.object(parent).map("metadata").map("labels").text(ID);
  }

  /// Puts an object with the label of a set there.
  void putMember(String apiVersion, String kind, String namespace, String name, String id) {
    cluster.put(
        json(
            ("{'apiVersion':'%s','kind':'%s','metadata':{'name':'%s','namespace':'%s','uid':'%s',"
                    + "'labels':{'applyset.kubernetes.io/part-of':'%s'}}}")
                .formatted(apiVersion, kind, name, namespace, "uid-of-" + namespace + name, id)));
  }

  /// Puts objects that controllers make for a Service, with its labels.
  void putCopies(String id) {
    cluster.serve("v1", "Endpoints", "endpoints", true);
    cluster.serve("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", true);
    putMember("v1", "Endpoints", "default", "s", id);
    change(
        "endpoints default/s",
        ("'labels':{'applyset.kubernetes.io/part-of':'%s',"
                + "'endpoints.kubernetes.io/managed-by':'endpoint-controller'}")
            .formatted(id));
    putMember("discovery.k8s.io/v1", "EndpointSlice", "default", "s-1", id);
    change("endpointslices default/s-1", "'ownerReferences':[{'kind':'Service','name':'s'}]");
  }

  /// The cells of a table, between bars.
  static String cells(Ran ran) {
    return ran.out().replaceAll(" {2,}", "|");
  }
}
