package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;

/// The text of `japply plan`, which a person approves.
class PlanTextTest extends WithPlans {
  private static final String SITE =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: site
      data:
        page: |
          one
          %s
          three
      """;

  private String text(String manifest, String... flags) {
    String out = plan(manifest, flags).out();
    return out.substring(out.indexOf('\n') + 1);
  }

  @Test
  void showsLongTextsAsTheirDifferingLines() {
    japply(SITE.formatted("two"), "apply", "-f", "-");
    assertThat(text(SITE.formatted("2")))
        .isEqualTo(
            """
            ~ ConfigMap default/site (STDIN:1): 1 field changes
              ~ data.page  |
                    one
                  - two
                  + 2
                    three
                  changed in the manifest
            1 to configure
            """);
  }

  @Test
  void showsOnlyTheLinesAroundADifferenceOfAVeryLongText() {
    String lines = "x\n    ".repeat(50);
    japply(SITE.formatted(lines + "two"), "apply", "-f", "-");
    assertThat(text(SITE.formatted(lines + "2")))
        .contains(
            "@@ -49,5 +49,5 @@\n        x\n        x\n", "      - two\n      + 2\n        three\n");
  }

  @Test
  void showsWhetherALongTextEndsWithALineBreak() {
    japply(SITE.formatted("two"), "apply", "-f", "-");
    assertThat(text(SITE.replace("|", "|-").formatted("two")))
        .contains("  ~ data.page\n      - |\n      + |-\n        one\n");
  }

  @Test
  void leavesReasonsAndNewFieldsOutInBrief() {
    assertThat(text(NEW, "--brief"))
        .isEqualTo(
            """
            ~ ConfigMap default/c (STDIN:1): 1 field changes
              ~ data.k  "old" -> "new"
            ~ Secret default/s (STDIN:3): 1 field changes
              ~ data.p  "*** (before)" -> "*** (after)"
            + Secret default/t (STDIN:7): to be created, with 5 fields
            1 to create, 2 to configure; 1 object stays as it is
            """);
  }

  @Test
  void saysWhatGoesAlongWithADeletedObject() {
    String web =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{}}
        """;
    japply(web, "apply", "-f", "-");
    String[] types = {"--prune", "--all", "--prune-allowlist=apps/v1/Deployment"};
    assertThat(text(NEW, types))
        .contains(
            """
            - Deployment default/web: to be deleted, since it is not in the manifests any more
                its Pods are deleted, too
            """);
  }

  @Test
  void namesTheRuleOfARecreation() {
    String manifest =
        NEW.replace(
            "\"name\":\"c\"",
            "\"name\":\"c\",\"annotations\":{\"japply.dev/recreate\":\"on-immutable-change\"}");
    for (int i = 0; i < 3; i++) {
      cluster.before(
          "PATCH default/c",
          () -> {
            MapValue details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
            throw new ClusterException(422, "Invalid", "all of it", details);
          });
    }
    assertThat(japply(manifest, "plan", "-f", "-", "--concurrency=1").out())
        .contains(
            "\u00b1 ConfigMap default/c (STDIN:1): to be deleted and recreated\n"
                + "    by its annotation japply.dev/recreate, since the server does not change"
                + " it: ");
  }

  @Test
  void hasColoursOnATerminalOnly() {
    assertThat(plan(NEW, "--color=always").out())
        .contains(
            "\u001b[33m~ \u001b[0mConfigMap default/c",
            "\u001b[2m      changed in the manifest\u001b[0m\n",
            "\u001b[32m    apiVersion: v1\u001b[0m\n");
    assertThat(plan(NEW).out()).doesNotContain("\u001b");
  }

  /// Only people need it.
  @Test
  void namesTheCommandThatAppliesThePlanOnATerminal() {
    String[] args = {
      "plan", "-f", "-", "-n", "default", "--validate=warn", "--out", file.toString()
    };
    Ran ran = new Ran.Setting(cluster).reading(NEW).on("out,err").run(args);
    assertThat(ran.err())
        .isEqualTo(
            "until 2026-11-28T12:34:56Z, apply it by: japply apply --filename=- --namespace=default"
                + " --plan="
                + file
                + "\n");
    assertThat(plan(NEW).err()).doesNotContain("apply it by");
    Ran same = new Ran.Setting(cluster).reading(OLD).on("out,err").run(args);
    assertThat(same.err()).doesNotContain("apply it by");
  }

  @Test
  void showsObjectsByPhaseAndEqualChangesOnce() {
    String maps =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"%1$s"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"other"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{"k":"%1$s"}}
        """;
    String web =
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"}}";
    japply(maps.formatted("one"), "apply", "-f", "-");
    String text = text(web + "\n---\n" + maps.formatted("two"), PRUNE);
    assertThat(text)
        .isEqualTo(
            """
            ~ ConfigMap default/a (STDIN:3)
            ~ ConfigMap default/b (STDIN:7): 1 field changes, in each of these 2
              ~ data.k  "one" -> "two"
                  changed in the manifest
            then, after the objects above:
            + Deployment default/web (STDIN:1): to be created
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: web
                  namespace: default
            then, if all of this succeeds:
            - ConfigMap default/left: to be deleted, since it is not in the manifests any more
            1 to create, 2 to configure, 1 to prune; 1 object stays as it is
            """);
    assertThat(japply("", "show", file.toString()).out()).endsWith(text);
  }

  @Test
  void showsAllDigitsOfNumbers() {
    String widget =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},
        "spec":{"size":123456789012345678901234567890}}
        """;
    assertThat(text(widget)).contains("      size: 123456789012345678901234567890\n");
  }
}
