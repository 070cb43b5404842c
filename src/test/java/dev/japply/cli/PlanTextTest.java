package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
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
    assertThat(new Ran.Setting(cluster).on("out,err").run("show", file.toString()).err())
        .isEqualTo(ran.err());
    assertThat(japply("", "show", file.toString()).err()).isEmpty();
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
            + Deployment default/web (STDIN:1): to be created
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: web
                  namespace: default
            then, if all of this succeeds; only --undo-file keeps a copy:
            - ConfigMap default/left: to be deleted, since it is not in the manifests any more
            1 to create, 2 to configure, 1 to prune; 1 object stays as it is
            """);
    assertThat(japply("", "show", file.toString()).out()).endsWith(text);
  }

  /// A plan may come from others: the command that it shows has no flag that chooses a server or a
  /// program.
  @Test
  void aForgedPlanShowsNoOtherFlags() throws IOException {
    assertThat(plan(NEW).status()).isZero();
    String[] forged = {
      "--filename=a;rm b", "--kubeconfig=evil", "--kustomize-command=evil", "evil"
    };
    forge(
        document()
            .with("flags", new ListValue(Stream.of(forged).<Value>map(Value::text).toList())));
    String shown = new Ran.Setting(cluster).on("out,err").run("show", file.toString()).err();
    assertThat(shown).contains(" apply '--filename=a;rm b' --plan=").doesNotContain("evil");
  }

  @Test
  void saysWhatIsAwaitedBetweenPhases() {
    String all =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop",
        "annotations":{"config.kubernetes.io/depends-on":"apps/namespaces/shop/Deployment/first"}}}
        ---
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"first","namespace":"shop"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"shop"}}
        ---
        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}
        ---
        {"apiVersion":"new.io/v1","kind":"Gadget","metadata":{"name":"g","namespace":"shop"}}
        ---
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
        "metadata":{"name":"gadgets.new.io"},"spec":{"group":"new.io","scope":"Namespaced",
        "names":{"plural":"gadgets","kind":"Gadget"},"versions":[{"name":"v1","served":true}]}}
        """;
    String text = text(all, "--brief");
    assertThat(text.lines().map(line -> line.replaceAll(" \\(STDIN.*", "")))
        .containsExactly(
            "+ Namespace shop",
            "+ CustomResourceDefinition gadgets.new.io",
            "then, when Namespace shop exists:",
            "+ ConfigMap shop/c",
            "then, when the server serves Gadget.new.io:",
            "+ Deployment shop/first",
            "+ Gadget shop/g",
            "then, when Deployment shop/first is applied (Deployment shop/web depends on it):",
            "+ Deployment shop/web",
            "6 to create");
    assertThat(japply("", "show", file.toString(), "--brief").out()).endsWith(text);
  }

  /// Only what a run creates is waited for.
  @Test
  void saysNothingOfWhatIsThere() {
    String namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"default\"}}\n---\n";
    japply(namespace, "apply", "-f", "-");
    assertThat(text(namespace + NEW)).doesNotContain("then");
  }

  @Test
  void endsWithWhatMustHappenFirst() {
    String more =
        """
        ---
        {"apiVersion":"nope.io/v1","kind":"Bogus","metadata":{"name":"a"}}
        ---
        {"apiVersion":"nope.io/v1","kind":"Bogus","metadata":{"name":"b"}}
        ---
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"new"}}
        """;
    cluster.fail("POST default/new", 404, "NotFound", "namespaces \"default\" not found");
    cluster.fail(
        "PATCH default/s",
        403,
        "Forbidden",
        "secrets \"s\" is forbidden: User \"u\" cannot get resource \"secrets\" in API group \"\""
            + " in the namespace \"default\"");
    Ran ran = japply(NEW + more, "plan", "-f", "-", "--brief", "--concurrency=1");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out())
        .endsWith(
            """
            1 to create, 1 to configure; 1 object stays as it is
            first, and then plan again:
              Bogus a (STDIN:9), Bogus b (STDIN:11): install the CustomResourceDefinition of Bogus in
                nope.io/v1, or add it to the input
              Secret default/s (STDIN:3): request permission to get secrets in default
              ConfigMap default/new (STDIN:13): create the namespace default, or add it to the input
            """);
  }

  /// An apply needs a permission that the user of `plan` lacks.
  @Test
  void endsWithThePermissionThatDryRunsLack() {
    cluster.fail(
        "POST default/t",
        403,
        "Forbidden",
        "secrets is forbidden: User \"u\" cannot create resource \"secrets\" in API group \"\" in"
            + " the namespace \"default\"");
    Ran ran = japply(NEW, "plan", "-f", "-", "--brief", "--concurrency=1");
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .endsWith(
            """
            1 to create, 2 to configure; 1 object stays as it is
            first:
              Secret default/t (STDIN:7): an apply of it needs permission to create secrets in default;
                `japply apply --preflight` lists all missing permissions
            """);
  }

  @Test
  void showsTheWholeNewObjectOfARecreation() throws IOException {
    Path project =
        Files.writeString(
            directory.resolve("japply.yaml"),
            "apiVersion: japply.dev/v1\nkind: Project\nrecreate: [\"Secret/s\"]\n");
    for (int i = 0; i < 6; i++) {
      cluster.before(
          "PATCH default/s",
          () -> {
            MapValue details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
            throw new ClusterException(422, "Invalid", "all of it", details);
          });
    }
    String[] args = {
      "plan", "-f", "-", "--concurrency=1", "--project=" + project, "--out", file.toString()
    };
    String text = japply(NEW, args).out();
    String whole =
        """
            the new object:
              apiVersion: v1
              data:
            -   p: '*** (before)'
            +   p: '*** (after)'
              kind: Secret
              metadata:
                name: s
                namespace: default
        """;
    assertThat(text)
        .contains("  ~ data.p  \"*** (before)\" -> \"*** (after)\"\n", whole)
        .doesNotContain("aHVudGVy");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(text);
    assertThat(japply("", "show", file.toString(), "--brief").out())
        .contains("  ~ data.p  ")
        .doesNotContain("the new object");
    assertThat(japply("", "show", file.toString(), "--report=markdown").out())
        .contains(
            "| to recreate | to be deleted and recreated by recreate: Secret/s of the project file",
            """
             data:
            -  p: '*** (before)'
            +  p: '*** (after)'
             kind: Secret
            """);
  }

  /// A person approves the comment, too.
  @Test
  void showsWholeValuesInTheComment() {
    String old = "registry.example.com/" + "team/".repeat(20) + "web:1.4.2";
    plan(NEW.replace("\"new\"", "\"" + old + "\""));
    assertThat(japply("", "show", file.toString(), "--report=markdown").out())
        .contains(
            "| to configure | data.k \"old\" \u2192 \"" + old + "\", changed in the manifest |");
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
