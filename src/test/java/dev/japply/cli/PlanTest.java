package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `japply plan`, `japply show` and `japply apply --plan`: what is planned is shown, written and
/// done.
class PlanTest extends WithPlans {
  @Test
  void showsAndWritesWhatWouldBeDone() throws IOException {
    Ran ran = plan(NEW);
    assertThat(ran.status()).as(ran.toString()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            Plan of 2026-11-21T12:34:56Z for https://fake:6443, good until 2026-11-28T12:34:56Z
            ~ ConfigMap default/c (STDIN:1): 1 field changes
              ~ data.k  "old" -> "new"
                  changed in the manifest
            ~ Secret default/s (STDIN:3): 1 field changes
              ~ data.p  "*** (before)" -> "*** (after)"
                  changed in the manifest
            + Secret default/t (STDIN:7): to be created
                apiVersion: v1
                data:
                  q: '***'
                kind: Secret
                metadata:
                  name: t
                  namespace: default
            1 to create, 2 to configure; 1 object stays as it is
            """);
    assertThat(writes()).isEmpty();
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Ran shown = japply("", "show", file.toString());
    assertThat(shown.out()).isEqualTo(ran.out());
    assertThat(shown.status()).isZero();
    assertThat(japply("", "show", file.toString(), "-o", "json").out())
        .isEqualTo(Files.readString(file));
  }

  @Test
  void showsWholeValues() {
    String web =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{
        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"web","image":"registry.example.com/team/shop/front:%s"}]}}}}
        """;
    japply(web.formatted("1.4.2"), "apply", "-f", "-");
    Ran plan = plan(web.formatted("1.4.3"));
    Ran why = japply(web.formatted("1.4.3"), "why", "--local", "-f", "-");
    for (Ran ran : List.of(plan, why, japply("", "show", file.toString()))) {
      assertThat(ran.out())
          .contains(
              "      - \"registry.example.com/team/shop/front:1.4.2\"\n",
              "      + \"registry.example.com/team/shop/front:1.4.3\"\n");
    }
  }

  @Test
  void saysOnceThatNothingChanges() {
    Ran ran = japply(OLD, "plan", "-f", "-", "--summary");
    assertThat(ran.out()).endsWith("\nnothing changes: 3 objects stay as they are\n");
    assertThat(ran.err()).isEmpty();
    assertThat(japply(NEW, "plan", "-f", "-", "--summary").err()).contains(" to configure");
    assertThat(japply(OLD, "plan", "-f", "-", "--summary", "-o=json").err())
        .contains("3 unchanged");
  }

  @Test
  void doesWhatWasPlannedAndNothingTwice() {
    plan(NEW);
    Ran ran = applyPlan(NEW);
    assertThat(ran.out())
        .isEqualTo(
            """
            configmap/c configured
            secret/s configured
            configmap/left unchanged
            secret/t created
            """);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("new");
    assertThat(cluster.object(SECRET).map("data").text("p")).isEqualTo("aHVudGVyMjJuZXc=");
    cluster.requests.clear();
    Ran again = applyPlan(NEW);
    assertThat(again.out()).doesNotContain("configured", "created");
    assertThat(again.status()).isZero();
    assertThat(writes()).isEmpty();
  }

  @Test
  void keepsAllDigits() throws IOException {
    String widget =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},
        "spec":{"size":%s}}
        """;
    japply(widget.formatted("123456789012345678901234567890"), "apply", "-f", "-");
    String manifest = widget.formatted("123456789012345678901234567891");
    assertThat(plan(manifest).status()).isZero();
    assertThat(Files.readString(file)).contains(": 123456789012345678901234567891");
    Ran ran = applyPlan(manifest);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).isEqualTo("widget.example.com/w configured\n");
  }

  /// The lists stand where something in them changes.
  @Test
  void repeatsNoListsWhereOnlyTheirOrderIsSaid() throws IOException {
    String web =
        """
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{
        "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
        "spec":{"containers":[{"name":"web","image":"%s"}]}}}}
        """;
    japply(web.formatted("web:1"), "apply", "-f", "-");
    assertThat(plan(web.formatted("web:2")).status()).isZero();
    var object = (MapValue) ((ListValue) document().get("objects")).items().getFirst();
    assertThat(((ListValue) object.get("fields")).items())
        .map(MapValue.class::cast)
        .map(field -> field.text("reason") + field.has("live") + field.has("becomes"))
        .contains("changedtruetrue", "orderfalsetrue")
        .doesNotContain("ordertruetrue");
    assertThat(japply("", "show", file.toString()).out())
        .contains(
            "containers[name=web].image  \"web:1\" -> \"web:2\"\n      changed in the manifest\n")
        .doesNotContain("order");
  }

  @Test
  void holdsNoSecretValues() throws IOException {
    String within =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"template":
        {"apiVersion":"v1","kind":"Secret","stringData":{"x":"%s"}},"secrets":[
        {"apiVersion":"v1","kind":"Secret","data":{"y":"%s"}}]}}
        """;
    japply(within.formatted("w1thin-old", "b2xkLXZhbHVl"), "apply", "-f", "-");
    Ran ran = plan(NEW + "---\n" + within.formatted("w1thin-new", "bmV3LXZhbHVl"));
    String all = ran.out() + ran.err() + Files.readString(file);
    assertThat(all).contains("Widget default/w").contains("Secret default/t");
    for (String value :
        List.of("hunter22", "aHVudGVyMjJ", "s3cr3t-t", "czNjcjN0LXQ", "w1thin", "dzF0aGlu")) {
      assertThat(all).doesNotContain(value);
    }
    for (String value : List.of("old-value", "b2xkLXZhbHVl", "new-value", "bmV3LXZhbHVl")) {
      assertThat(all).doesNotContain(value);
    }
  }

  @Test
  void equalValuesDoNotLookEqual() throws IOException {
    String two =
        """
        {"apiVersion":"v1","kind":"Secret","metadata":{"name":"two"},"data":{"a":"eA==","b":"eA=="}}
        """;
    plan(two);
    MapValue data =
        ((MapValue) ((ListValue) document().get("objects")).items().getFirst())
            .map("body")
            .map("data");
    assertThat(data.text("a")).startsWith("sha256:").isNotEqualTo(data.text("b"));
    String first = data.text("a");
    plan(two);
    assertThat(Files.readString(file)).as("another salt").doesNotContain(first);
  }

  @Test
  void writesNoPlanOfWhatCannotBeApplied() throws IOException {
    plan(OLD);
    String before = Files.readString(file);
    String broken = NEW.replace("\"name\":\"t\"", "\"generateName\":\"t\"");
    Ran ran = plan(broken);
    assertThat(ran.err())
        .contains("cannot use generate name")
        .contains("no plan was written, since not all objects can be applied");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo(before);
    assertThat(plan(broken, "-o", "json").out()).isEmpty();
  }

  @Test
  void replacesAFileAsAWhole() throws IOException {
    Path target = directory.resolve("target.json");
    Files.writeString(target, "old");
    Files.createSymbolicLink(file, target);
    plan(NEW);
    assertThat(Files.isSymbolicLink(file)).isTrue();
    assertThat(Files.readString(target)).contains("\"kind\": \"Plan\"");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
    Files.delete(file);
    Files.createDirectory(file);
    Ran ran = plan(NEW);
    assertThat(ran.err()).contains("plan.json: is no file; name one");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void saysWhichFlagsMakeNoSense() {
    assertThat(japply(NEW, "plan", "-f", "-", "--server-side", "--local").err())
        .contains("error: --local cannot be used with --server-side, where the server merges");
    assertThat(japply(NEW, "apply", "-f", "-", "--strict").err())
        .contains("--strict only works with --plan");
    assertThat(japply(NEW, "plan").err()).contains("must specify one of -f and -k");
    assertThat(japply(NEW, "plan", "-f", "-", "-o", "yaml").err()).contains("unknown output");
    assertThat(japply(NEW, "show").err()).contains("must specify the file of a plan");
    assertThat(japply("", "plan", "-f", "-").err()).contains("no objects passed to plan");
    assertThat(plan(NEW, "-l", "a=b").err()).contains("no objects passed to plan");
    plan(NEW);
    assertThat(applyPlan(NEW, "--compat=kubectl").err()).contains("made without --compat=kubectl");
  }

  @Test
  void carriesOutByTheOptionsOfThePlan() {
    plan(NEW, "--field-manager=me", "--validate=warn");
    cluster.options.clear();
    applyPlan(NEW);
    assertThat(cluster.options)
        .hasSize(3)
        .allMatch(options -> options.fieldManager().equals("me"))
        .allMatch(options -> options.fieldValidation().equals("Warn"));
  }

  @Test
  void goesOnWhereItWasEnded() {
    plan(NEW);
    cluster.fail("PATCH default/s", 403, "Forbidden", "not now");
    Ran ran = applyPlan(NEW);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).contains("configmap/c configured");
    cluster.requests.clear();
    assertThat(applyPlan(NEW).status()).isZero();
    assertThat(writes()).singleElement().asString().startsWith("PATCH default/s");
  }

  @Test
  void countsWhatWouldBeDone() {
    var environment = Map.of("HOME", directory.toString());
    var setting = new Ran.Setting(cluster).with(environment).reading(NEW);
    var args = new ArrayList<>(List.of("plan", "-f", "-", "--local", "--summary"));
    assertThat(setting.run(args.toArray(String[]::new)).err())
        .isEqualTo(
            "4 objects: 1 to create, 2 to configure, 1 unchanged (default on https://fake:6443)\n");
  }

  /// The last line of the text has the numbers, in a pipe, too.
  @Test
  void countsOnce() {
    Ran ran = japply(NEW, "--color=never", "plan", "-f", "-", "--local");
    assertThat(ran.out()).contains("1 to create, 2 to configure");
    assertThat(ran.err()).isEmpty();
    assertThat(japply(NEW, "--color=never", "plan", "-f", "-", "--local", "-o", "json").err())
        .contains("1 to create, 2 to configure");
  }

  @Test
  void aStatusCountsWhereTheManifestHasOne() {
    String widget =
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"status":{"a":"old"}}
        """;
    japply(widget, "apply", "-f", "-");
    plan(widget.replace("old", "new"));
    Ran ran = applyPlan(widget.replace("old", "new"));
    assertThat(ran.out()).as(ran.toString()).isEqualTo("widget.example.com/w configured\n");
    japply(widget, "apply", "-f", "-");
    plan(widget.replace("old", "new"));
    change("widgets default/w", "status", json("{'a':'theirs'}"));
    assertThat(applyPlan(widget.replace("old", "new")).err())
        .contains("Widget default/w: changed since it was planned: status.a;");
  }
}
