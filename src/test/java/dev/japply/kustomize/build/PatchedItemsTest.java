package dev.japply.kustomize.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.kustomize.Tree;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.Problem;
import dev.japply.tree.GoJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The items of lists that strategic merge patches change, or leave as they are.
class PatchedItemsTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {%s}
      """;

  @TempDir private Path folder;

  private KustomizationBuild.Result build(String base, String patch, Differences differences)
      throws IOException {
    return build("Pod", base, patch, "patches: [{path: patch.yaml}]", differences);
  }

  private KustomizationBuild.Result build(
      String kind, String base, String patch, String patches, Differences differences)
      throws IOException {
    String object = POD.replace("Pod", kind);
    Tree.of(
            "items",
            "-- kustomization.yaml --\nresources: [base.yaml]\n"
                + patches
                + "\n-- base.yaml --\n"
                + object.formatted(base)
                + "-- patch.yaml --\n"
                + object.formatted(patch))
        .write(folder);
    var options =
        new BuildOptions(
            folder, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, differences, RemoteLoader.NONE);
    return KustomizationBuild.run(".", options);
  }

  private static String spec(KustomizationBuild.Result result) {
    return GoJson.write(result.objects().getFirst().tree().map("spec")).replace("\"", "");
  }

  private static final String CONTAINER =
      "volumes: [{name: v, emptyDir: {}}], hostAliases: [{ip: 10.0.0.1}], initContainers: [{name:"
          + " i}], containers: [{name: c, image: old, env: [{name: A, value: x}], ports:"
          + " [{containerPort: 80}], volumeMounts: [{name: v, mountPath: /v}]}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: [{name: c, env: [{nme: C, value: q}]}]"
            + " | containers[0].env[0] has no name, which identifies it; write name instead of nme",
        "containers: [{name: c, env: [{name: null}]}] | containers[0].env[0] has no name",
        "containers: [{name: c, env: [{}]}] | containers[0].env[0] has no name",
        "containers: [{name: c, env: [null]}]"
            + " | containers[0].env[0] has no name, which identifies it; write a map with name",
        "containers: [{name: new, env: [{value: q}]}] | containers[0].env[0] has no name",
        "containers: [{image: new}] | containers[0] has no name, which identifies it; add name",
        "containers: [{$patch: delete, image: old}] | containers[0] has no name",
        "containers: [{$patch: replace}, {image: new}] | containers[1] has no name",
        "initContainers: [{image: new}] | initContainers[0] has no name",
        "volumes: [{hostPath: {path: /x}}] | volumes[0] has no name",
        "hostAliases: [{hostnames: [a]}] | hostAliases[0] has no ip",
        "imagePullSecrets: [{nam: a}] | imagePullSecrets[0] has no name",
        "topologySpreadConstraints: [{maxSkew: 1}]"
            + " | topologySpreadConstraints[0] has no topologyKey",
        "containers: [{name: c, ports: [{name: http}]}] | containers[0].ports[0] has no"
            + " containerPort",
        "containers: [{name: c, volumeMounts: [{name: w}]}]"
            + " | containers[0].volumeMounts[0] has no mountPath",
      })
  void anItemOfAPatchNeedsItsKey(String patch, String problem) throws IOException {
    String expected = "patch.yaml:4: Pod web: spec." + problem;
    assertThatThrownBy(() -> build(CONTAINER, patch, Differences.japply()))
        .hasMessageContaining(expected);
    assertThat(build(CONTAINER, patch, Differences.kustomize()).warnings())
        .extracting(Problem::toString)
        .anyMatch(warning ->
            warning.startsWith(expected.replaceAll(",.*", ""))
                && warning.contains("kustomize loses items of the list"));
  }

  @Test
  void soDoesAnItemOfAPatchedList() throws IOException {
    String base = "containers: [{name: c}, {image: a}]";
    String expected =
        "base.yaml:4: Pod web: spec.containers[1] has no name, which identifies it; add name; a"
            + " patch changes the list";
    assertThatThrownBy(() -> build(base, "containers: [{name: c, image: b}]", Differences.japply()))
        .hasMessageContaining(expected);
    assertThat(spec(build(base, "hostNetwork: true", Differences.japply()))).contains("{image:a}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "patchesStrategicMerge: [patch.yaml]",
        "patches: [{path: patch.yaml, target: {kind: Pod}}]",
        "transformers: ['{apiVersion: builtin, kind: PatchTransformer, metadata: {name: t}, path:"
            + " patch.yaml}']",
      })
  void eachFieldOfPatchesReportsIt(String patches) {
    assertThatThrownBy(() ->
            build("Pod", CONTAINER, "containers: [{image: n}]", patches, Differences.japply()))
        .hasMessageContaining("patch.yaml:4: Pod web: spec.containers[0] has no name");
  }

  @Test
  void aComponentReportsIt() throws IOException {
    Tree.of(
            "component",
            """
            -- part/kustomization.yaml --
            apiVersion: kustomize.config.k8s.io/v1alpha1
            kind: Component
            patches: [{path: patch.yaml}]
            -- part/patch.yaml --
            """
                + POD.formatted("containers: [{image: n}]"))
        .write(folder);
    assertThatThrownBy(
            () -> build("Pod", CONTAINER, "", "components: [part]", Differences.japply()))
        .hasMessageContaining("part/patch.yaml:4: Pod web: spec.containers[0] has no name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // What no patch names stays, in patched and in other lists.
        "Service | ports: [{port: 80, name: a}] | ports: [{port: 443, name: b}, {port: 443,"
            + " protocol: UDP, name: c}] |"
            + " {ports:[{name:b,port:443},{name:c,port:443,protocol:UDP},{name:a,port:80}]}",
        "Service | ports: [{port: 53}] | ports: [{port: 53, protocol: UDP}]"
            + " | {ports:[{port:53,protocol:UDP},{port:53}]}",
        "Service | ports: [{port: 53}, {port: 53, protocol: UDP}] | ports: [{port: 53, name: t}]"
            + " | {ports:[{name:t,port:53},{port:53,protocol:UDP}]}",
        "Service | ports: [{port: 53, protocol: UDP}] | ports: [{port: 53, name: u}]"
            + " | {ports:[{name:u,port:53,protocol:UDP}]}",
        "Service | ports: [{port: 53}, {port: 53, protocol: UDP}] | ports: [{$patch: delete, port:"
            + " 53, protocol: UDP}] | {ports:[{port:53}]}",
        "Pod | containers: [{name: c, env: [{name: A, value: x}, {name: A, value: y}]}]"
            + " | containers: [{name: c, image: i}]"
            + " | {containers:[{env:[{name:A,value:x},{name:A,value:y}],image:i,name:c}]}",
        "Pod | containers: [{name: c, env: [{name: A, value: x}, {name: B}, {name: A, value: y}]}]"
            + " | containers: [{name: c, env: [{name: B, value: z}]}] | {containers:[{env:[{name:B,"
            + "value:z},{name:A,value:x},{name:A,value:y}],name:c}]}",
        "Pod | containers: [{name: c, ports: [{containerPort: 1, name: a}, {containerPort: 1, name:"
            + " b}]}] | containers: [{name: c, image: i}] |"
            + " {containers:[{image:i,name:c,ports:[{containerPort:1,name:a},{containerPort:1,name:b}]}]}",
        "Pod | hostAliases: [{ip: a, hostnames: [x]}, {ip: a, hostnames: [y]}] | hostNetwork: true"
            + " | {hostAliases:[{hostnames:[x],ip:a},{hostnames:[y],ip:a}],hostNetwork:true}",
        "Pod | imagePullSecrets: [{name: a}, {name: a}] | hostNetwork: true"
            + " | {hostNetwork:true,imagePullSecrets:[{name:a},{name:a}]}",
        // Items with equal keys are changed together, or in turn.
        "Pod | containers: [{name: c, env: [{name: A, value: x}, {name: A, value: y}]}]"
            + " | containers: [{name: c, env: [{name: A, value: z}]}]"
            + " | {containers:[{env:[{name:A,value:z},{name:A,value:z}],name:c}]}",
        "Pod | hostAliases: [{ip: a, hostnames: [x]}, {ip: a, hostnames: [y]}]"
            + " | hostAliases: [{ip: a, hostnames: [u]}, {ip: a, hostnames: [v]}]"
            + " | {hostAliases:[{hostnames:[u],ip:a},{hostnames:[v],ip:a}]}",
        "Pod | hostAliases: [{ip: a}, {ip: b}, {ip: a}] | hostAliases: [{ip: a, $patch: delete}]"
            + " | {hostAliases:[{ip:b}]}",
        // As in kustomize.
        "Pod | hostAliases: [{ip: a}] | hostAliases: [{$patch: replace}, {ip: b}]"
            + " | {hostAliases:[{ip:b}]}",
        "Pod | hostAliases: [{ip: a}], hostNetwork: true | hostAliases: [{$patch: delete}]"
            + " | {hostNetwork:true}",
      })
  void otherItemsStay(String kind, String base, String patch, String expected) throws IOException {
    String patches = "patches: [{path: patch.yaml}]";
    assertThat(spec(build(kind, base, patch, patches, Differences.japply()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Pod; containers: [{name: c, ports: [%s]}]; containerPort",
        "Service; ports: [%s]; port",
        "Pod; containers: [{name: c, env: [%s]}]; name",
        "Pod; hostAliases: [%s]; ip",
      })
  void generatedItemsThatNoPatchNamesAreInTheResultOnce(String list) throws IOException {
    String[] parts = list.split("; ", -1);
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      List<Generated> base = Generated.list(random, "b", parts[2]);
      List<Generated> patch = Generated.list(random, "p", parts[2]);
      String result =
          spec(
              build(
                  parts[0],
                  parts[1].formatted(Generated.text(base)),
                  parts[1].formatted(Generated.text(patch)),
                  "patches: [{path: patch.yaml}]",
                  Differences.japply()));
      var named = new LinkedHashSet<String>();
      patch.forEach(item -> named.add(item.identity()));
      for (Generated item : base) {
        if (!named.contains(item.identity()) && !item.isCandidateOf(patch)) {
          assertThat(result.split("mark:" + item.mark() + "\\b", -1))
              .as("seed %d, %s in %s", seed, item, result)
              .hasSize(2);
        }
      }
    }
  }

  /// An item with a mark of its own.
  ///
  /// @param protocol empty if it has none
  private record Generated(String mark, String key, String value, String protocol) {
    static List<Generated> list(Random random, String prefix, String key) {
      var items = new ArrayList<Generated>();
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        boolean isPort = key.toLowerCase(Locale.ROOT).endsWith("port");
        String protocol = isPort ? List.of("", "TCP", "UDP").get(random.nextInt(3)) : "";
        items.add(new Generated(prefix + i, key, "" + (1 + random.nextInt(3)), protocol));
      }
      return items;
    }

    static String text(List<Generated> items) {
      return String.join(", ", items.stream().map(Generated::text).toList());
    }

    private String text() {
      String written = key.endsWith("ort") ? value : "'" + value + "'";
      return "{mark: %s, %s: %s%s}"
          .formatted(mark, key, written, protocol.isEmpty() ? "" : ", protocol: " + protocol);
    }

    String identity() {
      return value + "/" + (protocol.isEmpty() ? "TCP" : protocol);
    }

    /// Whether an item of the patch that omits the protocol may name this one.
    boolean isCandidateOf(List<Generated> patch) {
      return patch.stream().anyMatch(item -> item.protocol.isEmpty() && item.value.equals(value));
    }
  }
}
