package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.japply.merge.MergeException.Reason;
import dev.japply.merge.MergeRequest.Options;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Merges that must not overwrite what others changed: japply names the fields, kubectl fails.
final class ConflictsTest {
  private static final Documents DEPLOYMENT = new Documents("apps/v1 Deployment", "");
  private static final Documents POD = new Documents("v1 Pod", "");
  private static final String ANNOTATION =
      "{metadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: %s}}}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          others changed what the manifest changes    | 1    | 2    | 3    | spec.replicas 1 2 3
          others changed what the manifest keeps      | 1    | 1    | 3    | spec.replicas 1 1 3
          others changed what leaves the manifest     | 1    |      | 3    | spec.replicas 1 - 3
          others set what is new in the manifest      |      | 2    | 3    | spec.replicas - 2 3
          others deleted what the manifest changes    | 1    | 2    |      | spec.replicas 1 2 -
          others deleted what the manifest keeps      | 1    | 1    |      | spec.replicas 1 1 -
          others set what the manifest has as null    |      | null | 3    | spec.replicas - - 3
          others set the manifest's new value already | 1    | 2    | 2    |
          others deleted what leaves the manifest     | 1    |      |      |
          only the manifest changed                   | 1    | 2    | 1    |
          only the manifest has it, and it is new     |      | 2    |      |
          nobody changed it                           | 1    | 1    | 1    |
          only others have it                         |      |      | 3    |
          """)
  void oneField(
      String name,
      @Nullable String last,
      @Nullable String config,
      @Nullable String live,
      @Nullable String conflict) {
    var at = new Documents("apps/v1 Deployment", "spec.replicas");
    var request =
        new MergeRequest(
            at.manifest(part(last)),
            at.manifest(part(config)),
            at.live(part(live)),
            at.schema().orElse(null),
            new Options(Rules.JAPPLY, false));
    assertThat(conflicts(request))
        .as(name)
        .isEqualTo(conflict == null ? List.of() : List.of(conflict));
  }

  private static Node part(@Nullable String text) {
    return text == null ? Missing.MISSING : Flow.parse(text);
  }

  @Test
  void theManifestWinsInThePatchAllTheSame() {
    var outcome =
        ThreeWayMerge.merge(
            request(
                Rules.JAPPLY,
                DEPLOYMENT,
                "{spec: {replicas: 1}}",
                "{spec: {replicas: 2}}",
                "{spec: {replicas: 3}}"));
    assertThat(GoJson.write(outcome.patch())).isEqualTo("{\"spec\":{\"replicas\":2}}");
    assertThat(outcome.conflicts()).hasSize(1);
  }

  @Test
  void overwritingMergesHaveNoConflicts() {
    MergeRequest strict =
        request(
            Rules.JAPPLY,
            DEPLOYMENT,
            "{spec: {replicas: 1}}",
            "{spec: {replicas: 2}}",
            "{spec: {replicas: 3}}");
    var request =
        new MergeRequest(
            strict.lastApplied(), strict.config(), strict.live(), strict.schema(), Options.DEFAULT);
    assertThat(ThreeWayMerge.merge(request).conflicts()).isEmpty();
  }

  @Test
  void theAnnotationOfApplyIsNoConflictToJapply() {
    var request =
        request(
            Rules.JAPPLY, DEPLOYMENT, "{}", ANNOTATION.formatted("b"), ANNOTATION.formatted("a"));
    assertThat(conflicts(request)).isEmpty();
  }

  @Test
  void theAnnotationOfApplyIsAConflictToKubectl() {
    var request =
        request(
            Rules.KUBECTL, DEPLOYMENT, "{}", ANNOTATION.formatted("b"), ANNOTATION.formatted("a"));
    assertThat(failure(request).reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void anotherAnnotationIsAConflict() {
    var request =
        request(
            Rules.JAPPLY,
            DEPLOYMENT,
            "{metadata: {annotations: {a: x}}}",
            "{metadata: {annotations: {a: y}}}",
            "{metadata: {annotations: {a: z}}}");
    assertThat(conflicts(request)).containsExactly("metadata.annotations.a \"x\" \"y\" \"z\"");
  }

  @Test
  void itemsOfAListAreFieldsOfTheirOwn() {
    var request =
        request(
            Rules.JAPPLY,
            POD,
            "{spec: {containers: [{name: a, image: x}, {name: b, image: x}]}}",
            "{spec: {containers: [{name: a, image: y}, {name: b, image: y}]}}",
            "{spec: {containers: [{name: a, image: x}, {name: z}, {name: b, image: z}]}}");
    assertThat(conflicts(request))
        .containsExactly("spec.containers[name=b].image \"x\" \"y\" \"z\"");
  }

  @Test
  void defaultsThatTheServerSetAreNoConflicts() {
    var request =
        request(
            Rules.JAPPLY,
            POD,
            "{spec: {containers: [{name: a, resources: {limits: {cpu: '0.5'}}}]}}",
            "{spec: {containers: [{name: a, resources: {limits: {cpu: 1}}}]}}",
            "{spec: {containers: [{name: a, tty: true, resources: {limits: {cpu: 500m}}}]}}");
    assertThat(conflicts(request)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          defaults in a struct that goes | {spec: {securityContext: {fsGroup: 1}}} | {spec: {}} \
          | {spec: {securityContext: {fsGroup: 1, runAsUser: 2}}} |
          a change in a struct that goes | {spec: {securityContext: {fsGroup: 1}}} | {spec: {}} \
          | {spec: {securityContext: {fsGroup: 2}}} | spec.securityContext {"fsGroup":1} - \
          {"fsGroup":2}
          defaults in a list that changes | {spec: {tolerations: [{key: a}]}} \
          | {spec: {tolerations: [{key: b}]}} | {spec: {tolerations: [{key: a, operator: Equal}]}} |
          an item in a list that changes | {spec: {tolerations: [{key: a}]}} \
          | {spec: {tolerations: [{key: b}]}} | {spec: {tolerations: [{key: a}, {key: z}]}} \
          | spec.tolerations [{"key":"a"}] [{"key":"b"}] [{"key":"a"},{"key":"z"}]
          labels of others | {metadata: {labels: {a: x}}} | {} \
          | {metadata: {labels: {a: x, z: x}}} |
          labels that are gone | {metadata: {labels: {a: x, b: x}}} | {} \
          | {metadata: {labels: {a: x, z: x}}} |
          a changed label | {metadata: {labels: {a: x}}} | {} \
          | {metadata: {labels: {a: y, z: x}}} | metadata.labels.a "x" - "y"
          finalizers of others | {metadata: {finalizers: [a]}} | {} \
          | {metadata: {finalizers: [a, z]}} |
          defaults of an item that goes | {spec: {volumes: [{name: a}, {name: b}]}} \
          | {spec: {volumes: [{name: b}]}} \
          | {spec: {volumes: [{name: a, emptyDir: {}}, {name: b}]}} |
          a change of an item that goes | {spec: {volumes: [{name: b}, {name: a, hostPath: x}]}} \
          | {spec: {volumes: [{name: b}]}} \
          | {spec: {volumes: [{name: b}, {name: a, hostPath: y}]}} \
          | spec.volumes[name=a] {"hostPath":"x","name":"a"} - {"hostPath":"y","name":"a"}
          a change of an item that goes with the list \
          | {spec: {volumes: [{name: a, hostPath: x}]}} \
          | {spec: {}} | {spec: {volumes: [{name: a, hostPath: y}]}} \
          | spec.volumes[name=a] {"hostPath":"x","name":"a"} - {"hostPath":"y","name":"a"}
          """)
  void whatGoes(String name, String last, String config, String live, @Nullable String conflict) {
    assertThat(conflicts(request(Rules.JAPPLY, POD, last, config, live)))
        .as(name)
        .isEqualTo(conflict == null ? List.of() : List.of(conflict));
  }

  @Test
  void severalAreAllNamed() {
    var request =
        request(
            Rules.JAPPLY,
            DEPLOYMENT,
            "{spec: {replicas: 1, paused: true}, metadata: {labels: {a: x}}}",
            "{spec: {replicas: 2}, metadata: {labels: {a: y}}}",
            "{spec: {replicas: 3, paused: false}, metadata: {labels: {a: z}}}");
    assertThat(conflicts(request))
        .containsExactlyInAnyOrder(
            "spec.replicas 1 2 3",
            "spec.paused true - false",
            "metadata.labels.a \"x\" \"y\" \"z\"");
  }

  @Test
  void customResourcesAreCheckedToo() {
    var widget = new Documents("example.org/v1 Widget", "");
    var request =
        request(Rules.JAPPLY, widget, "{spec: {l: [a]}}", "{spec: {l: [b]}}", "{spec: {l: [c]}}");
    assertThat(conflicts(request)).containsExactly("spec.l [\"a\"] [\"b\"] [\"c\"]");
  }

  @Test
  void kubectlDoesNotCheckCustomResources() {
    var widget = new Documents("example.org/v1 Widget", "");
    var request =
        request(Rules.KUBECTL, widget, "{spec: {n: 1}}", "{spec: {n: 2}}", "{spec: {n: 3}}");
    assertThat(GoJson.write(ThreeWayMerge.merge(request).patch()))
        .isEqualTo("{\"spec\":{\"n\":2}}");
  }

  @Test
  void kubectlFailsOnAConflict() {
    var request =
        request(
            Rules.KUBECTL,
            DEPLOYMENT,
            "{spec: {replicas: 1}}",
            "{spec: {replicas: 2}}",
            "{spec: {replicas: 3}}");
    assertThat(failure(request).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(failure(request)).hasMessageContaining("conflicts with changes made from original");
  }

  private static MergeException failure(MergeRequest request) {
    var failure = catchThrowableOfType(MergeException.class, () -> ThreeWayMerge.merge(request));
    assertThat(failure).isNotNull();
    return failure;
  }

  private static MergeRequest request(
      Rules rules, Documents documents, String last, String config, String live) {
    return new MergeRequest(
        documents.manifest(Flow.parse(last)),
        documents.manifest(Flow.parse(config)),
        documents.live(Flow.parse(live)),
        documents.schema().orElse(null),
        new Options(rules, false));
  }

  private static List<String> conflicts(MergeRequest request) {
    return ThreeWayMerge.merge(request).conflicts().stream()
        .map(conflict ->
            String.join(
                " ",
                conflict.path().toString(),
                text(conflict.lastApplied()),
                text(conflict.config()),
                text(conflict.live())))
        .toList();
  }

  private static String text(Node node) {
    return node instanceof Value value ? GoJson.write(value) : "-";
  }
}
