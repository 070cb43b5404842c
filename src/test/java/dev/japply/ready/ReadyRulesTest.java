package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.merge.Flow;
import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What the rules say of live objects, by the cases of `rules.yaml`.
final class ReadyRulesTest {

  private static Stream<MapValue> sections() throws IOException {
    try (InputStream stream = ReadyRulesTest.class.getResourceAsStream("rules.yaml")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      var sections = (ListValue) Flow.parse(new String(text, StandardCharsets.UTF_8));
      return sections.items().stream().map(item -> (MapValue) item);
    }
  }

  @TestFactory
  Stream<DynamicNode> cases() throws IOException {
    return sections().map(ReadyRulesTest::section);
  }

  /// A new rule needs cases, and objects that are compared with kstatus.
  @Test
  void everyRuleHasCases() throws IOException {
    assertThat(sections().map(section -> rule(section.text("type"))))
        .containsAll(ReadyRules.RULES.keySet());
    assertThat(Generated.TYPES.stream().map(ReadyRulesTest::rule))
        .containsAll(ReadyRules.RULES.keySet());
  }

  /// The key of a type in the rules: `apps/Deployment` for `apps/v1/Deployment`.
  private static String rule(String type) {
    String[] parts = type.split("/", -1);
    return (parts.length == 2 ? "" : parts[0]) + "/" + parts[parts.length - 1];
  }

  private static DynamicNode section(MapValue section) {
    String type = section.text("type");
    var cases = (ListValue) section.get("cases");
    return dynamicContainer(
        type,
        cases.items().stream()
            .map(item -> (MapValue) item)
            .map(one -> dynamicTest(one.text("name"), () -> expect(type, one))));
  }

  private static void expect(String type, MapValue one) {
    int slash = type.lastIndexOf('/');
    MapValue live =
        one.map("live")
            .with("apiVersion", Value.text(type.substring(0, slash)))
            .with("kind", Value.text(type.substring(slash + 1)));
    Readiness readiness = ReadyRules.of(live);
    assertThat(readiness.status().word() + ": " + readiness.message())
        .isEqualTo(one.text("is") + ": " + one.text("says"));
    assertThat(one.text("kstatus")).as("no difference").isNotEqualTo(one.text("is"));
  }

  /// A claim whose volume is bound when a Pod wants it is ready as long as none does.
  @Test
  void aClaimMayWaitForAConsumer() {
    String claim =
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {annotations: {%s}}, spec:"
            + " {storageClassName: %s}, status: {phase: Pending}}";
    String wanted = "volume.kubernetes.io/selected-node: n";
    assertThat(bound(claim.formatted("", "later")))
        .isEqualTo("Current: it waits for its first consumer");
    assertThat(bound(claim.formatted(wanted, "later")))
        .isEqualTo("InProgress: it is not bound yet: Pending");
    assertThat(bound(claim.formatted("", "now")))
        .isEqualTo("InProgress: it is not bound yet: Pending");
  }

  private static String bound(String claim) {
    Readiness readiness = ReadyRules.of((MapValue) Flow.parse(claim), "later"::equals);
    return readiness.status().word() + ": " + readiness.message();
  }

  @Test
  void knowsWhichPodsCannotRun() {
    assertThat(cannotRun("restartCount: 0, state: {waiting: {reason: ImagePullBackOff}}")).isTrue();
    assertThat(cannotRun("restartCount: 0, state: {waiting: {reason: ErrImagePull}}")).isFalse();
    assertThat(cannotRun("restartCount: 2, state: {waiting: {reason: CrashLoopBackOff}}"))
        .isFalse();
    assertThat(cannotRun("restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}")).isTrue();
    assertThat(cannotRun("restartCount: 3, state: {running: {}}")).isFalse();
  }

  private static boolean cannotRun(String container) {
    return ReadyRules.cannotRun(
        (MapValue)
            Flow.parse("{status: {containerStatuses: [{name: c, %s}]}}".formatted(container)));
  }

  /// What is not waited for is what the rules call ready whatever it holds.
  @Test
  void knowsWhatIsReadyAtOnce() {
    assertThat(ReadyRules.isReadyImmediately(Gvk.of("v1", "ConfigMap"))).isTrue();
    assertThat(ReadyRules.isReadyImmediately(Gvk.of("batch/v1", "CronJob"))).isTrue();
    assertThat(ReadyRules.isReadyImmediately(Gvk.of("example.com/v1", "ConfigMap"))).isFalse();
    assertThat(ReadyRules.isReadyImmediately(Gvk.of("v1", "Pod"))).isFalse();
  }
}
