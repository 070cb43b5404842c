package dev.japply.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.MergeRequest.Options;
import dev.japply.tree.GoJson;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;

/// Several applies of one object one after the other, with others writing in between.
final class ApplyChainTest {
  private static final String DEFAULTED =
      """
      {spec: {replicas: 1, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}},
              template: {spec: {dnsPolicy: ClusterFirst}}}}
      """;

  @Test
  void aDefaultedFieldIsClearedByAddingItAndRemovingItAgain() {
    var object = new AppliedObject("apps/v1 Deployment", "{spec: {}}", DEFAULTED);
    object.apply("{spec: {template: {spec: {dnsPolicy: ClusterFirst}}}}");
    assertThat(object.patch()).isEqualTo("{}");
    object.apply("{spec: {template: {spec: {}}}}");
    assertThat(object.patch())
        .isEqualTo("{\"spec\":{\"template\":{\"spec\":{\"dnsPolicy\":null}}}}");
    object.apply("{spec: {template: {spec: {}}}}");
    assertThat(object.patch()).isEqualTo("{}");
    assertThat(object.live("spec.template.spec")).isEqualTo("{}");
  }

  @Test
  void removingADefaultedFieldThatWasNeverAppliedDoesNothing() {
    var object = new AppliedObject("apps/v1 Deployment", "{spec: {}}", DEFAULTED);
    object.apply("{spec: {}}");
    assertThat(object.patch()).isEqualTo("{}");
  }

  @Test
  void ownershipIsHandedToAnotherWriterByForgettingThenRemoving() {
    var object =
        new AppliedObject("apps/v1 Deployment", "{spec: {replicas: 3}}", "{spec: {replicas: 3}}");
    object.forget("{spec: {}}");
    object.write("{spec: {replicas: 9}}");
    object.apply("{spec: {}}");
    assertThat(object.patch()).isEqualTo("{}");
    assertThat(object.live("spec.replicas")).isEqualTo("9");
  }

  @Test
  void ownershipIsLostWithTheFieldByRemovingOnly() {
    var object =
        new AppliedObject("apps/v1 Deployment", "{spec: {replicas: 3}}", "{spec: {replicas: 3}}");
    object.write("{spec: {replicas: 9}}");
    object.apply("{spec: {}}");
    assertThat(object.patch()).isEqualTo("{\"spec\":{\"replicas\":null}}");
  }

  @Test
  void ownershipIsTakenFromAnotherWriterByApplyingTheField() {
    var object = new AppliedObject("apps/v1 Deployment", "{spec: {}}", "{spec: {replicas: 9}}");
    object.apply("{spec: {replicas: 3}}");
    object.write("{spec: {replicas: 9}}");
    object.apply("{spec: {replicas: 3}}");
    assertThat(object.live("spec.replicas")).isEqualTo("3");
  }

  @Test
  void theStrategyGoesToRecreateAndBack() {
    var object = new AppliedObject("apps/v1 Deployment", "{spec: {}}", DEFAULTED);
    object.apply("{spec: {strategy: {type: Recreate}}}");
    assertThat(object.live("spec.strategy")).isEqualTo("{\"type\":\"Recreate\"}");
    object.apply("{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 2}}}}");
    assertThat(object.live("spec.strategy"))
        .isEqualTo("{\"rollingUpdate\":{\"maxSurge\":2},\"type\":\"RollingUpdate\"}");
    object.apply("{spec: {}}");
    assertThat(object.patch()).isEqualTo("{\"spec\":{\"strategy\":null}}");
  }

  @Test
  void aPortGainsAndLosesItsSecondProtocol() {
    var object =
        new AppliedObject(
            "v1 Service", "{spec: {ports: [{port: 53}]}}", "{spec: {ports: [{port: 53}]}}");
    object.apply("{spec: {ports: [{port: 53}, {port: 53, protocol: UDP}]}}");
    assertThat(object.live("spec.ports"))
        .isEqualTo("[{\"port\":53},{\"port\":53,\"protocol\":\"UDP\"}]");
    object.apply("{spec: {ports: [{port: 53}]}}");
    assertThat(object.live("spec.ports")).isEqualTo("[{\"port\":53}]");
  }

  /// An object and what was applied to it last.
  private static final class AppliedObject {
    private final Documents documents;
    private Node last;
    private MapValue live;
    private MapValue patch = MapValue.EMPTY;

    AppliedObject(String type, String last, String live) {
      this.documents = new Documents(type, "");
      this.last = documents.manifest(Flow.parse(last));
      this.live = documents.live(Flow.parse(live));
    }

    void apply(String config) {
      MapValue manifest = documents.manifest(Flow.parse(config));
      var request =
          new MergeRequest(last, manifest, live, documents.schema().orElse(null), Options.DEFAULT);
      MergeOutcome outcome = ThreeWayMerge.merge(request);
      patch = outcome.patch();
      live = outcome.result();
      last = manifest;
    }

    /// Another writer patches the object.
    void write(String change) {
      live = JsonMergePatch.apply(live, Flow.map(change));
    }

    /// Somebody edits what is remembered as applied.
    void forget(String applied) {
      last = documents.manifest(Flow.parse(applied));
    }

    String patch() {
      return GoJson.write(patch);
    }

    String live(String at) {
      Node node = live;
      for (String key : at.split("\\.", -1)) {
        node = node instanceof MapValue map ? map.get(key) : Missing.MISSING;
      }
      return node instanceof Value value ? GoJson.write(value) : "-";
    }
  }
}
