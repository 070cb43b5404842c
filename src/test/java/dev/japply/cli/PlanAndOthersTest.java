package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What other writers may add between a plan and its apply.
class PlanAndOthersTest extends WithPlans {
  private static final String WEB = "deployments default/web";

  private static String web(String image, String more) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}}
        spec:
          containers:
          - {name: web, image: "%s"}
    %s
    """
        .formatted(image, more);
  }

  private void becomes(String from, String to) {
    MapValue live = cluster.object(WEB);
    String spec = GoJson.write(live.map("spec"));
    assertThat(spec).contains(from);
    cluster.put(live.with("spec", Json.parse(spec.replace(from, to))));
  }

  private String image(String container) {
    return cluster.object(WEB).map("spec").map("template").map("spec").maps("containers").stream()
        .filter(item -> item.text("name").equals(container))
        .map(item -> item.text("image"))
        .findFirst()
        .orElse("");
  }

  private static final String SIDE = "{\"image\":\"side:1\",\"name\":\"side\"}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[" + SIDE + ",",
        "[",
      })
  void anotherContainerDoesNotMatter(String start) {
    japply(web("web:1", ""), "apply", "-f", "-");
    String next = web("web:2", "");
    plan(next);
    becomes("\"containers\":[", "\"containers\":" + start);
    if (start.equals("[")) {
      becomes("\"name\":\"web\"}]", "\"name\":\"web\"}," + SIDE + "]");
    }
    Ran ran = applyPlan(next);
    assertThat(ran.err()).doesNotContain("error");
    assertThat(ran.status()).isZero();
    assertThat(image("web")).isEqualTo("web:2");
    assertThat(image("side")).isEqualTo("side:1");
  }

  @Test
  void aContainerOfThePlanMatters() {
    String added = "      - {name: side, image: \"side:2\"}";
    japply(web("web:1", ""), "apply", "-f", "-");
    String next = web("web:2", added);
    plan(next);
    becomes("\"name\":\"web\"}]", "\"name\":\"web\"}," + SIDE + "]");
    Ran ran = applyPlan(next);
    assertThat(ran.err())
        .contains("changed since it was planned: spec.template.spec.containers[name=side]");
    assertThat(ran.err().lines().toList().getLast())
        .isEqualTo("error: the check before the first write failed: nothing was changed");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(image("web")).isEqualTo("web:1");
  }

  @Test
  void aPlanAloneIsNotEnough() {
    plan(NEW);
    Ran ran = japply("", "apply", "--plan", file.toString());
    assertThat(ran.err())
        .startsWith("error: must specify one of -f and -k: --plan needs the manifests");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }
}
