package dev.japply.kpt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.MergeOptions.ConflictChoice;
import dev.japply.kpt.PackageUpdate.MergedPackage;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What tells the items of lists apart: the schemas of Kubernetes 1.34, definitions of types, and
/// keys that are only recognised where that was asked for.
class ListKeysTest {
  private static final MergeOptions INFERRED =
      new MergeOptions(ConflictChoice.UPSTREAM, MergeOptions.KEYS, List.of());

  private static final String WIDGET =
      """
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: w}
      spec:
        parts:
        - KEY: 1
          at: x
          n: 1
        - KEY: 2
          at: y
          n: 1
      """;

  private static final String CRD =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      spec:
        group: example.com
        names: {kind: Widget, plural: widgets}
        versions:
        - name: v1
          schema:
            openAPIV3Schema:
              properties:
                spec:
                  properties:
                    parts:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [id, at]
                      items:
                        type: object
                        properties: {id: {type: integer}, at: {type: string}}
      """;

  private static Trees edited(String key) {
    String origin = WIDGET.replace("KEY", key);
    return Trees.of(
        origin,
        origin.replace("at: x\n    n: 1", "at: x\n    n: 2"),
        origin.replace("at: y\n    n: 1", "at: y\n    n: 9"));
  }

  private static String both(String key) {
    return WIDGET
        .replace("KEY", key)
        .replace("at: x\n    n: 1", "at: x\n    n: 2")
        .replace("at: y\n    n: 1", "at: y\n    n: 9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mountPath", "devicePath", "ip", "type", "topologyKey", "name", "containerPort"})
  void recognisedKeysTellItemsApartWhereThatIsAskedFor(String key) {
    MergedPackage asked = edited(key).merge(INFERRED);
    assertThat(Trees.conflicts(asked)).isEmpty();
    assertThat(Trees.text(asked)).isEqualTo(both(key));
    MergedPackage usual = edited(key).merge();
    assertThat(Trees.conflicts(usual)).hasSize(1);
    assertThat(Trees.text(usual)).doesNotContain("n: 9");
  }

  @Test
  void noKeyIsRecognisedThatAnItemLacksOrTwoShare() {
    Trees trees = edited("name");
    String lacking = Trees.text(trees.updated(), "a.yaml").replace("name: 2", "other: 2");
    assertThat(
            Trees.of(Trees.text(trees.origin(), "a.yaml"), lacking, both("name"))
                .merge(INFERRED)
                .conflicts())
        .hasSize(1);
    String shared = WIDGET.replace("KEY: 2", "KEY: 1").replace("KEY", "name");
    assertThat(
            Trees.of(shared, shared.replace("n: 1", "n: 2"), shared.replace("at: y", "at: z"))
                .merge(INFERRED)
                .conflicts())
        .hasSize(1);
  }

  /// A list that a schema describes as one value stays one, whatever its items have.
  @Test
  void whatASchemaSaysCountsMore() {
    String atomic = CRD.replace("x-kubernetes-list-type: map", "x-kubernetes-list-type: atomic");
    var definition = (MapValue) YamlSource.parse(atomic).orElseThrow().value();
    var options = new MergeOptions(ConflictChoice.UPSTREAM, MergeOptions.KEYS, List.of(definition));
    assertThat(edited("name").merge(options).conflicts()).hasSize(1);
  }

  @Test
  void definitionsThatAreGivenTellItemsApartBySeveralKeys() {
    var definition = (MapValue) YamlSource.parse(CRD).orElseThrow().value();
    var options = new MergeOptions(ConflictChoice.UPSTREAM, List.of(), List.of(definition));
    String origin = WIDGET.replace("KEY: 2", "KEY: 1").replace("KEY", "id");
    Trees trees =
        Trees.of(
            origin,
            origin.replace("at: x\n    n: 1", "at: x\n    n: 2"),
            origin.replace("at: y\n    n: 1", "at: y\n    n: 9"));
    MergedPackage merged = trees.merge(options);
    assertThat(Trees.conflicts(merged)).isEmpty();
    assertThat(Trees.text(merged)).isEqualTo(both("id").replace("id: 2", "id: 1"));
    assertThat(trees.merge().conflicts()).hasSize(1);
  }

  /// kpt knows the types of Kubernetes 1.21, among which this is not.
  @Test
  void listsOfNewerTypesMergeByTheirKeys() {
    String scaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: h}
        status:
          conditions:
          - type: A
            reason: x
          - type: B
            reason: x
        """;
    String updated = scaler.replace("type: A\n    reason: x", "type: A\n    reason: y");
    String local = scaler.replace("type: B\n    reason: x", "type: B\n    reason: z");
    MergedPackage merged = Trees.of(scaler, updated, local).merge();
    assertThat(Trees.conflicts(merged)).isEmpty();
    assertThat(Trees.text(merged)).contains("reason: y", "reason: z");
  }

  @Test
  void whatASchemaLacksMergesToo() {
    String odd =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: w}
        spec:
          odd: {a: 1, b: 1}
          list: [{a: 1}]
        """;
    String updated = odd.replace("a: 1, b", "a: 2, b");
    String local = odd.replace("b: 1", "b: 3");
    assertThat(Trees.text(Trees.of(odd, updated, local).merge()))
        .isEqualTo(odd.replace("{a: 1, b: 1}", "{a: 2, b: 3}"));
    assertThat(
            Trees.of(odd, odd.replace("[{a: 1", "[{a: 2"), odd.replace("[{a: 1", "[{a: 3"))
                .merge()
                .conflicts())
        .hasSize(1);
  }

  private static final String GENERATORS =
      """
      apiVersion: kustomize.config.k8s.io/v1beta1
      kind: Kustomization
      secretGenerator:
      - name: a
        literals: [p=one]
      - name: b
        literals: [p=two]
      """;

  @Test
  void generatorsOfKustomizeAreKnownByTheirNames() {
    String updated = GENERATORS.replace("p=one", "p=uno") + "- name: c\n  literals: [p=three]\n";
    String local = GENERATORS.replace("p=two", "p=due") + "- name: own\n  literals: [p=x]\n";
    MergedPackage merged = Trees.of(GENERATORS, updated, local).merge(false);
    assertThat(value(Trees.text(merged)).maps("secretGenerator"))
        .containsExactlyInAnyOrderElementsOf(
            value(updated.replace("p=two", "p=due") + "- name: own\n  literals: [p=x]\n")
                .maps("secretGenerator"));
    assertThat(merged.conflicts()).isEmpty();
    MergedPackage both =
        Trees.of(GENERATORS, updated, local.replace("p=one", "p=mine"))
            .update(MergeOptions.DEFAULT);
    assertThat(both.conflicts())
        .extracting(UpdateConflict::field)
        .containsExactly("secretGenerator[name=a].literals");
    assertThat(both.conflicts().toString()).doesNotContain("p=one", "uno", "mine");
  }

  /// kustomize takes a file with this name for a kustomization, whatever it leaves out.
  @ParameterizedTest
  @CsvSource({
    "kustomization.yaml, ''",
    "sub/kustomization.yml, ''",
    "kustomization.yaml, 'kind: Kustomization'",
    "kustomization.yaml, 'kind: Component'",
    "kustomization.yaml, 'apiVersion: kustomize.config.k8s.io/v1beta1'"
  })
  void generatorsOfKustomizationsThatLeaveOutTheirTypeAreKnown(String path, String type) {
    for (String list : List.of("secretGenerator", "configMapGenerator")) {
      String origin =
          GENERATORS
              .replaceAll("apiVersion.*\n|kind.*\n", "")
              .replaceFirst("^", type.isEmpty() ? "" : type + "\n")
              .replace("secretGenerator", list);
      String added = "- name: c\n  literals: [p=three]\n";
      String own = "- name: own\n  literals: [p=x]\n";
      MergedPackage merged =
          new Trees(
                  Trees.tree(Map.of(path, origin)),
                  Trees.tree(Map.of(path, origin.replace("p=one", "p=uno") + added)),
                  Trees.tree(Map.of(path, origin.replace("p=two", "p=due") + own)))
              .merge(true);
      assertThat(Trees.conflicts(merged)).isEmpty();
      assertThat(value(Trees.text(merged.tree(), path)).maps(list))
          .extracting(item -> item.text("name") + item.get("literals"))
          .hasSize(4)
          .anyMatch(item -> item.contains("p=uno"))
          .anyMatch(item -> item.contains("p=due"))
          .anyMatch(item -> item.startsWith("own"));
    }
  }

  private static final String PORTS =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: dns}
      spec:
        ports:
        - name: web
          port: 80
      """;

  private static String port(String name, String protocol) {
    return "  - name: "
        + name
        + "\n    port: 53\n"
        + (protocol.isEmpty() ? "" : "    protocol: " + protocol + "\n");
  }

  /// Both sides add a port of one number, each for another protocol.
  @ParameterizedTest
  @CsvSource({"UDP, TCP", "UDP, ''", "'', UDP", "SCTP, UDP"})
  void portsThatBothAddForOtherProtocolsAreBothThere(String theirs, String ours) {
    for (boolean upstreamWins : List.of(true, false)) {
      MergedPackage merged =
          Trees.of(PORTS, PORTS + port("theirs", theirs), PORTS + port("ours", ours))
              .merge(upstreamWins);
      assertThat(Trees.conflicts(merged)).isEmpty();
      assertThat(value(Trees.text(merged)).map("spec").maps("ports"))
          .extracting(port -> port.text("name") + port.text("protocol"))
          .containsExactlyInAnyOrder("web", "theirs" + theirs, "ours" + ours);
    }
  }

  @Test
  void aPortThatBothAddDifferentlyIsAConflict() {
    MergedPackage merged =
        Trees.of(PORTS, PORTS + port("theirs", "TCP"), PORTS + port("ours", "")).merge();
    assertThat(Trees.conflicts(merged))
        .containsExactly("8 spec.ports[port=53].name:  -> \"theirs\" | \"ours\" => UPSTREAM");
  }

  /// The name is that of all other output, also where a protocol is left out.
  @ParameterizedTest
  @ValueSource(strings = {"", "TCP"})
  void aConflictNamesThePortOfANumberForSeveralProtocols(String protocol) {
    String origin = PORTS + port("udp", "UDP") + port("tcp", protocol);
    Trees both =
        Trees.of(
            origin,
            PORTS + port("udp", "UDP") + port("theirs", "TCP"),
            PORTS + port("udp", "UDP") + port("ours", protocol));
    String name = "11 spec.ports[port=53,protocol=TCP].name: \"tcp\" -> \"theirs\" | \"ours\" => ";
    assertThat(Trees.conflicts(both.merge(true))).containsExactly(name + "UPSTREAM");
    assertThat(Trees.conflicts(both.merge(false))).containsExactly(name + "LOCAL");
  }

  private static MapValue value(String text) {
    return (MapValue) YamlSource.parse(text).orElseThrow().value();
  }
}
