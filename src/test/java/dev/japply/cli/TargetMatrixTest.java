package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One text of `diff` and `plan` about several targets, which have the same manifests here.
class TargetMatrixTest extends WithTargets {
  @BeforeEach
  void sameManifests() throws IOException {
    write(
        "japply.yaml",
        """
        apiVersion: japply.dev/v1
        kind: Project
        targets:
        - {name: staging, context: c-staging, kustomize: overlay, namespace: shop}
        - {name: prod-eu, context: c-eu, kustomize: overlay, namespace: shop}
        - {name: prod-us, context: c-us, kustomize: overlay, namespace: shop}
        """);
    write("overlay/other.yaml", MAP.formatted("other", "red"));
    write("overlay/kustomization.yaml", "resources: [map.yaml, other.yaml]\n");
    apply("c-staging", "map.yaml");
    put("c-eu", "built", "'colour':'blue'");
    put("c-us", "built", "'colour':'blue'");
    put("c-us", "other", "'colour':'green','size':'1'");
  }

  private void apply(String context, String file) {
    Ran ran = japply("apply -n shop -f DIR/overlay/" + file + " --context=" + context);
    assertThat(ran.status()).as("%s", ran).isZero();
  }

  private void put(String context, String name, String data) {
    put(context, "ConfigMap", name, data);
  }

  private void put(String context, String kind, String name, String data) {
    cluster(context)
        .put(
            json(
                ("{'apiVersion':'v1','kind':'%s','metadata':{'name':'%s','namespace':'shop'},"
                        + "'data':{%s}}")
                    .formatted(kind, name, data)));
  }

  private String out(Ran ran) {
    return ran.out().replace(directory.toString(), "DIR");
  }

  @Test
  void equalDifferencesArePrintedOnce() {
    Ran ran = japply("diff --targets=all");
    assertThat(out(ran))
        .as("%s", ran)
        .isEqualTo(
            """
                                  staging  prod-eu  prod-us
            ConfigMap shop/built  =        ~1       ~1
            ConfigMap shop/other  +2       +2       ~3
            ~1 ConfigMap shop/built (DIR/overlay/map.yaml:1): to configure, the same in prod-eu and prod-us:
            @@ -1,6 +1,6 @@
             apiVersion: v1
             data:
            -  colour: blue
            +  colour: red
             kind: ConfigMap
             metadata:
               name: built
            +2 ConfigMap shop/other (DIR/overlay/other.yaml:1): to create, the same in staging and prod-eu:
            @@ -0,0 +1,7 @@
            +apiVersion: v1
            +data:
            +  colour: red
            +kind: ConfigMap
            +metadata:
            +  name: other
            +  namespace: shop
            ~3 ConfigMap shop/other (DIR/overlay/other.yaml:1): to configure, only prod-us:
            @@ -1,6 +1,6 @@
             apiVersion: v1
             data:
            -  colour: green
            +  colour: red
               size: "1"
             kind: ConfigMap
             metadata:
            """);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(japply("diff --targets=staging,prod-eu").out())
        .contains("ConfigMap shop/other  +2       +2\n", "the same in all 2 targets:");
  }

  @Test
  void equalPlansArePrintedOnce() throws IOException {
    Ran ran = japply("plan --targets=all --out=DIR/plans");
    assertThat(out(ran))
        .as("%s", ran)
        .startsWith(
            """
                                  staging  prod-eu  prod-us
            ConfigMap shop/built  =        ~1       ~1
            ConfigMap shop/other  +2       +2       ~3
            ~1 ConfigMap shop/built (DIR/overlay/map.yaml:1): 1 field changes, the same in prod-eu and prod-us:
            """)
        .contains(
            "+2 ConfigMap shop/other (DIR/overlay/other.yaml:1): to be created, the same in staging"
                + " and prod-eu:\n    apiVersion: v1\n    data:\n      colour: red\n",
            "~3 ConfigMap shop/other (DIR/overlay/other.yaml:1): 1 field changes, only prod-us:\n");
    assertThat(ran.status()).isZero();
    assertThat(directory.resolve("plans/prod-us.json")).exists();
  }

  /// What stays the same everywhere is no row, and nothing is no output.
  @Test
  void unchangedObjectsAreCounted() {
    clusters.keySet().forEach(context -> apply(context, "map.yaml"));
    assertThat(japply("diff --targets=all").out())
        .doesNotContain("shop/built")
        .endsWith("1 object stays as it is in all targets that have it\n");
    clusters.keySet().forEach(context -> apply(context, "other.yaml"));
    Ran ran = japply("diff --targets=all");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isZero();
  }

  /// Masked values may differ, so that nothing can be said of them.
  @Test
  void differencesOfSecretsAreNotCompared() throws IOException {
    write(
        "overlay/secret.yaml",
        "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {k: bmV3}}\n");
    write("overlay/kustomization.yaml", "resources: [secret.yaml]\n");
    put("c-staging", "Secret", "s", "'k':'b2xk'");
    put("c-eu", "Secret", "s", "'k':'b2xk'");
    put("c-us", "Secret", "s", "'k':'b3RoZXI='");
    for (String command : new String[] {"diff", "plan"}) {
      Ran ran = japply(command + " --targets=all");
      assertThat(ran.out())
          .as("%s", ran)
          .contains("Secret shop/s  ~1       ~2       ~3\n")
          .contains(", only staging:", ", only prod-eu:", ", only prod-us:", "***")
          .doesNotContain("bmV3", "b2xk", "b3RoZXI");
    }
  }

  @Test
  void failuresHaveTheirCells() {
    cluster("c-us").fail("GET shop/built", 403, "Forbidden", "no");
    Ran ran = japply("diff --targets=all");
    assertThat(ran.out()).as("%s", ran).contains("ConfigMap shop/built  =        ~1       !\n");
    assertThat(ran.err()).contains("prod-us | error: ");
    assertThat(ran.status()).isEqualTo(2);
    down.add("c-eu");
    assertThat(japply("diff --targets=all --skip-unreachable").out())
        .contains("ConfigMap shop/built  =        ?        ~1\n");
  }

  @Test
  void aNarrowTerminalGetsLists() {
    assertThat(japply(Map.of("COLUMNS", "30"), "diff --targets=all").out())
        .startsWith(
            """
            ConfigMap shop/built: = staging, ~1 prod-eu prod-us
            ConfigMap shop/other: +2 staging prod-eu, ~3 prod-us
            """);
  }

  /// Reasons and documents are those of each target.
  @Test
  void otherOutputsAreForEachTarget() {
    assertThat(japply("diff --why --targets=all").out().lines())
        .allMatch(line -> line.matches("(staging|prod-eu|prod-us) \\| .*"));
    assertThat(japply("plan -o json --targets=all").out()).startsWith("[{");
    assertThat(japply("diff --targets=prod-us").out())
        .startsWith("prod-us | ConfigMap shop/built (");
  }
}
