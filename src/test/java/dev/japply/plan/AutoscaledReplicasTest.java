package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.plan.AutoscaledReplicas.Remedy;
import dev.japply.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoscaledReplicasTest {
  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: hpa, namespace: a}
      spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 5}
      ---
      """;

  private static List<Problem> warnings(String manifest) {
    return warnings(manifest, Remedy.EDIT);
  }

  private static List<Problem> warnings(String manifest, Remedy remedy) {
    return AutoscaledReplicas.in(
        ManifestReader.read(List.of(Source.of("f", AUTOSCALER + manifest))).objects(),
        PlanOptions.DEFAULT,
        remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1 | Deployment  | web   | a | replicas: 3 | true",
        "apps/v1 | Deployment  | web   | a | paused: true | false",
        "apps/v1 | Deployment  | other | a | replicas: 3 | false",
        "apps/v1 | Deployment  | web   | b | replicas: 3 | false",
        "apps/v1 | StatefulSet | web   | a | replicas: 3 | false",
        "x.io/v1 | Deployment  | web   | a | replicas: 3 | false",
      })
  void areThoseOfTheVeryObject(
      String version, String kind, String name, String namespace, String spec, boolean warned) {
    String manifest =
        "{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: %s}, spec: {%s}}"
            .formatted(version, kind, name, namespace, spec);
    assertThat(warnings(manifest)).hasSize(warned ? 1 : 0);
  }

  @Test
  void areToldWithTheirLine() {
    assertThat(
            warnings(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: a}
                spec:
                  replicas: 3
                """))
        .singleElement()
        .hasToString(
            "f:10: Deployment a/web: spec.replicas: decided by HorizontalPodAutoscaler hpa;"
                + " leave it out of the manifest, or each apply sets it back");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RELEASE_IN_FILES | '' | leave it to the autoscaler: japply release -f f spec.replicas"
            + " --write",
        "RELEASE_IN_FILES | other | leave it out of the manifest, after japply release"
            + " deployment/web spec.replicas -n a",
        "RELEASE | '' | leave it out of the manifest, after japply release deployment/web"
            + " spec.replicas -n a",
        "EDIT | '' | leave it out of the manifest, or each apply sets it back",
      })
  void haveARemedyThatFits(Remedy remedy, String other, String hint) {
    String web =
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: a},"
            + " spec: {replicas: 3}}";
    String all = other.isEmpty() ? web : web + "\n---\n" + web.replace("name: web", "name: other");
    assertThat(warnings(all, remedy)).singleElement().returns(hint, Problem::hint);
  }
}
