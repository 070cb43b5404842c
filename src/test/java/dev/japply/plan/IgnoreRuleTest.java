package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.object.KubeObject;
import dev.japply.plan.IgnoreRules.IgnoreRule;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What rules for ignored fields say, as text and by parts.
class IgnoreRuleTest {
  private static KubeObject object(String apiVersion, String kind, String name) {
    String text =
        """
        {"apiVersion":"%s","kind":"%s","metadata":{"name":"%s"}}\
        """
            .formatted(apiVersion, kind, name);
    return KubeObject.of((MapValue) Json.parse(text), Origin.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec.replicas                            |             |      |",
        "/spec/replicas                           |             |      |",
        "Deployment:spec.replicas                 | deployment  |      |",
        "Deployment:/spec/replicas                | deployment  |      |",
        "Deployment/web:spec.replicas             | deployment  |      | web",
        "Deployment/web:/spec/replicas            | deployment  |      | web",
        "deployment.apps/web:spec.replicas        | deployment  | apps | web",
        "*/web:spec.replicas                      |             |      | web",
        "manager=hpa                              |             |      |",
        "Deployment/web:manager=hpa               | deployment  |      | web",
        "ClusterRole/system:node:rules            | clusterrole |      | system:node",
        "ClusterRole/system:node:/rules/0         | clusterrole |      | system:node",
        "ConfigMap:data[a:b]                      | configmap   |      |",
        "ClusterRole/a:b:metadata.labels[c:d]     | clusterrole |      | a:b",
      })
  void selectsObjectsByKindAndName(String text, String kind, String group, String name) {
    IgnoreRule rule = IgnoreRule.parse(text);
    assertThat(rule)
        .extracting(IgnoreRule::text, IgnoreRule::kind, IgnoreRule::group, IgnoreRule::name)
        .containsExactly(text, empty(kind), empty(group), empty(name));
  }

  private static String empty(String text) {
    return text == null ? "" : text;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Deployment",
        "Deployment:",
        ":spec.replicas",
        "/",
        "/spec//replicas",
        "/spec/~2",
        "Deployment/:spec.replicas",
        "manager=",
        "Deployment/web:manager=",
        "spec..replicas",
        "spec.containers[name=web",
        "[*]",
        "metadata",
        "metadata[*]",
        "/metadata",
        "metadata.name",
        "/metadata/resourceVersion",
        "apiVersion",
        "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]",
        "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration",
      })
  void refusesWhatNamesNoField(String text) {
    if (text.equals("Deployment")) { // which may be a field of an object
      assertThat(IgnoreRule.parse(text).kind()).isEmpty();
    } else {
      assertThatThrownBy(() -> IgnoreRule.parse(text)).isInstanceOf(JapplyException.class);
    }
  }

  @Test
  void isTheSameByItsParts() {
    assertThat(IgnoreRule.of("Deployment.apps", "web", "spec.replicas", ""))
        .isEqualTo(IgnoreRule.parse("Deployment.apps/web:spec.replicas"));
    assertThat(IgnoreRule.of("", "web", "/spec/replicas", ""))
        .isEqualTo(IgnoreRule.parse("*/web:/spec/replicas"));
    assertThat(IgnoreRule.of("", "", "", "hpa")).isEqualTo(IgnoreRule.parse("manager=hpa"));
    assertThatThrownBy(() -> IgnoreRule.of("Deployment", "web", "spec.replicas", "hpa"))
        .isInstanceOf(JapplyException.class);
    assertThatThrownBy(() -> IgnoreRule.of("Deployment", "web", "", ""))
        .isInstanceOf(JapplyException.class);
  }

  @Test
  void isAboutObjectsOfItsKindGroupAndName() {
    KubeObject web = object("apps/v1", "Deployment", "web");
    assertThat(IgnoreRule.parse("deployment:spec.replicas").selects(web)).isTrue();
    assertThat(IgnoreRule.parse("Deployment.apps/web:spec.replicas").selects(web)).isTrue();
    assertThat(IgnoreRule.parse("*/web:spec.replicas").selects(web)).isTrue();
    assertThat(IgnoreRule.parse("Deployment.extensions:spec.replicas").selects(web)).isFalse();
    assertThat(IgnoreRule.parse("StatefulSet:spec.replicas").selects(web)).isFalse();
    assertThat(IgnoreRule.parse("Deployment/api:spec.replicas").selects(web)).isFalse();
  }

  @Test
  void readsAnAnnotationAtCommasAndLineBreaksOutsideOfBrackets() {
    assertThat(
            IgnoreRule.ofAnnotation(
                "spec.replicas, spec.ports[port=53,protocol=UDP].nodePort\n\n /spec/a~1b ,\n"))
        .extracting(IgnoreRule::text)
        .containsExactly(
            "spec.replicas", "spec.ports[port=53,protocol=UDP].nodePort", "/spec/a~1b");
    assertThatThrownBy(() -> IgnoreRule.ofAnnotation("spec.replicas,metadata.name"))
        .isInstanceOf(JapplyException.class);
  }
}
