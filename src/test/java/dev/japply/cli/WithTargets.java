package dev.japply.cli;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a project with three targets: two that share an overlay, and one with a file and a
/// variable.
abstract class WithTargets {
  static final String PROJECT =
      """
      apiVersion: japply.dev/v1
      kind: Project
      targets:
      - name: staging
        context: c-staging
        labels: {env: staging}
        filename: app.yaml
        substitute: {COLOUR: green}
      - name: prod-eu
        context: c-eu
        clusterId: id-c-eu
        labels: {env: prod, region: eu}
        kustomize: overlay
        namespace: shop
      - name: prod-us
        context: c-us
        labels: {env: prod, region: us}
        kustomize: overlay
      """;

  static final String MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: %s
      data:
        colour: %s
      """;

  @TempDir Path directory;

  /// The clusters by their contexts.
  final Map<String, FakeCluster> clusters = new LinkedHashMap<>();

  /// The contexts whose clusters do not respond.
  final Set<String> down = new HashSet<>();

  /// The contexts that were opened.
  final ConcurrentLinkedQueue<String> opened = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void targets() throws IOException {
    for (String context : List.of("c-staging", "c-eu", "c-us")) {
      var cluster = new FakeCluster().putNamespace("shop");
      cluster.put(
          json(
              "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'kube-system','uid':'id-%s'}}"
                  .formatted(context)));
      clusters.put(context, cluster);
    }
    write("japply.yaml", PROJECT);
    write("app.yaml", MAP.formatted("app", "${COLOUR}"));
    write("overlay/map.yaml", MAP.formatted("built", "red"));
    write("overlay/kustomization.yaml", "resources: [map.yaml]\n");
  }

  void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  FakeCluster cluster(String context) {
    return Objects.requireNonNull(clusters.get(context));
  }

  /// Returns the path of a file of the project.
  String file(String name) {
    return directory.resolve(name).toString();
  }

  Ran japply(String line) {
    return japply(Map.of(), line);
  }

  Ran japply(Map<String, String> variables, String line) {
    var args = new ArrayList<>(List.of(line.replace("DIR", directory.toString()).split(" ", -1)));
    args.add("--project=" + directory.resolve("japply.yaml"));
    return new Ran.Setting(new FakeCluster())
        .with(variables)
        .run(
            (connection, console) -> {
              String context = connection.context();
              opened.add(context);
              if (down.contains(context)) {
                throw new ClusterException(
                    Kind.UNREACHABLE, "Unable to connect to the server of " + context, "", null);
              }
              return cluster(context).in(connection.namespace());
            },
            args.toArray(String[]::new));
  }

  /// Returns lines that begin with a target.
  static String prefixed(String target, String text) {
    return text.lines().map(line -> target + " | " + line + "\n").collect(Collectors.joining());
  }
}
