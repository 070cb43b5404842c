package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// When `japply apply --plan` does nothing: what was planned is done, or nothing else.
class PlanRefusalTest extends WithPlans {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "configmaps default/c | data   | {'k':'theirs'}      | ConfigMap default/c: changed since"
            + " it was planned: data.k",
        "configmaps default/c | data   | {'other':'theirs'}  | ''",
        "configmaps default/c | status | {'ready':'yes'}     | ''",
        "configmaps default/left | data | {'k':'theirs'}     | ConfigMap default/left: changed"
            + " since it was planned: data.k",
        "secrets default/s    | data   | {'p':'dGhlaXJz'}    | Secret default/s: changed since it"
            + " was planned: data.p",
        "secrets default/s    | data   | {'r':'dGhlaXJz'}    | ''",
      })
  void refusesWhatHasMovedAndNothingElse(String key, String field, String value, String problem) {
    plan(NEW);
    change(key, field, json(value));
    Ran ran = applyPlan(NEW);
    if (problem.isEmpty()) {
      assertThat(ran.status()).as(ran.toString()).isZero();
      assertThat(writes()).hasSize(3);
    } else {
      assertThat(ran.err()).contains(problem + "; plan again").doesNotContain("dGhlaXJz");
      assertThat(ran.status()).isEqualTo(1);
      assertThat(writes()).as("nothing is done, nor to others").isEmpty();
    }
  }

  @Test
  void byVersionAnyChangeCounts() {
    plan(NEW);
    change(CONFIG, "status", json("{'ready':'yes'}"));
    Ran ran = applyPlan(NEW, "--strict");
    assertThat(ran.err())
        .contains("ConfigMap default/c: changed since it was planned: it was at resource");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
    assertThat(applyPlan(NEW).status()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "same\":\"x | same\":\"y | ConfigMap default/c: its manifest is not the one that was"
            + " planned",
        "MjJuZXc | MjMuZXc | Secret default/s: its manifest is not the one that was planned",
        "name\":\"left | name\":\"right | ConfigMap default/right: the plan does not have it",
        "name\":\"left | name\":\"right | ConfigMap default/left: the plan has it, and"
            + " the manifests do not",
      })
  void refusesOtherManifests(String part, String other, String problem) {
    plan(NEW);
    Ran ran = applyPlan(NEW.replace(part, other));
    assertThat(ran.err()).contains(problem, "before the first write failed: nothing was changed");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void anotherLayoutOfManifestsIsTheSame() {
    plan(NEW);
    String[] parts = NEW.split("---\n", -1);
    String other = "# comment\n" + String.join("---\n", parts[3], parts[1], parts[0], parts[2]);
    assertThat(applyPlan(other.replace(",\"data\"", ",\n  \"data\"")).status()).isZero();
    assertThat(writes()).hasSize(3);
  }

  /// Before the cluster is asked for anything.
  @Test
  void refusesAPlaceWhereNoFileCanBe() {
    cluster.requests.clear();
    Ran ran = japply(NEW, "plan", "-f", "-", "--out", file + "/no/such/plan.json");
    assertThat(ran.err())
        .isEqualTo(
            "error: "
                + file
                + "/no/such/plan.json: cannot be written: no such file or directory;"
                + " create the directory, or name another file\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void saysWhyAPlanCannotBeRead() {
    assertThat(japply("", "show", file + ".none").err())
        .isEqualTo("error: " + file + ".none: cannot be read: no such file or directory\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"objects", "expires", "salt", "cluster", "digest"})
  void refusesAnEditedPlan(String field) throws IOException {
    plan(NEW);
    Value other =
        field.equals("objects") || field.equals("cluster")
            ? field.equals("objects") ? Value.ListValue.of() : json("{'server':'x'}")
            : Value.text("2030-01-01T00:00:00Z");
    Files.writeString(file, GoJson.write(document().with(field, other)));
    for (Ran ran : List.of(applyPlan(NEW), japply("", "show", file.toString()))) {
      assertThat(ran.err()).contains("plan.json: this plan was changed after it was made;");
      assertThat(ran.status()).isEqualTo(1);
    }
    assertThat(writes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apiVersion | japply.dev/v2 | this plan has the format japply.dev/v2, and this japply"
            + " reads",
        "kind       | Why           | plan.json: this is no plan; make one by",
        "apiVersion | v1            | plan.json: this is no plan; make one by",
      })
  void refusesOtherFormats(String field, String value, String problem) throws IOException {
    plan(NEW);
    Files.writeString(file, GoJson.write(document().with(field, Value.text(value))));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err()).contains(problem);
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "kind: Plan"})
  void refusesWhatIsNoPlan(String text) throws IOException {
    Files.writeString(file, text);
    assertThat(applyPlan(NEW).err()).contains("plan.json: this is no plan; make one by");
    Files.delete(file);
    assertThat(applyPlan(NEW).err()).contains("plan.json: cannot be read");
    assertThat(writes()).isEmpty();
  }

  @Test
  void refusesAPlanThatIsTooOld() {
    assertThat(plan(NEW, "--expires=1h").out()).contains("good until 2026-11-21T13:34:56Z");
    assertThat(applyPlan(NEW).status()).isZero();
    plan(NEW, "--expires=100ms");
    Ran ran = applyPlan(NEW);
    assertThat(ran.err()).contains("plan.json: this plan expired at 2026-11-21T12:34:56.100Z;");
    assertThat(ran.status()).isEqualTo(1);
    Ran shown = japply("", "show", file.toString());
    assertThat(shown.err()).contains("Warning: this plan expired at 2026-11-21T12:34:56.100Z");
    assertThat(shown.status()).isZero();
    assertThat(plan(NEW, "--expires=0").err()).contains("invalid --expires value");
  }

  @Test
  void aPlanThatFailsIsGoodForNothing() {
    Ran ran = plan(NEW + "---\n{\"kind\":\"X\"}\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out())
        .startsWith(
            "Plan of 2026-11-21T12:34:56Z for https://fake:6443, incomplete\n"
                + "~ ConfigMap default/c");
  }

  @Test
  void refusesAnotherCluster() {
    plan(NEW);
    putSystem("5678");
    Ran ran = applyPlan(NEW);
    assertThat(ran.err()).contains("the plan was made for another cluster at https://fake:6443;");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void needsNoRightToReadNamespaces() {
    cluster.fail("GET /kube-system", 403, "Forbidden", "no");
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--dry-run=server",
        "--server-side",
        "--force-conflicts",
        "--take=data.k",
        "--leave=data.k",
        "--field-manager=me",
        "--subresource=status",
        "--force",
        "--cascade=orphan",
        "--grace-period=1",
        "--validate=warn",
        "--overwrite=false",
        "--order=input",
        "--openapi-patch=false",
        "--record",
      })
  void refusesFlagsThatThePlanSettles(String flag) {
    plan(NEW);
    Ran ran = applyPlan(NEW, flag);
    assertThat(ran.err()).contains(flag.replaceAll("=.*", "")).contains("cannot be used with");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(writes()).isEmpty();
  }

  @Test
  void namespacesCount() {
    plan(NEW);
    Ran ran = applyPlan(NEW, "-n", "other");
    assertThat(ran.err())
        .isEqualTo(
            "error: the plan was made for namespace default, and this is other; give -n default, or"
                + " plan again\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  /// Whoever edits a plan can make its digest anew. What it says is not done all the same.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | patch | {'data':{'k':'evil'}}",
        "2 | action | patch",
        "3 | body | {'apiVersion':'v1','kind':'Secret','metadata':{'name':'t'}}",
      })
  void doesNothingElseThanTheManifestsSay(int object, String field, String value)
      throws IOException {
    plan(NEW);
    var objects = new ArrayList<>(((Value.ListValue) document().get("objects")).items());
    var edited = (MapValue) objects.get(object);
    edited =
        field.equals("action")
            ? edited
                .with("action", Value.text(value))
                .with("patch", json("{'data':{}}"))
                .with("patchType", Value.text("merge"))
            : edited.with(field, json(value));
    objects.set(object, edited);
    forge(document().with("objects", new Value.ListValue(objects)));
    Ran ran = applyPlan(NEW);
    if (field.equals("action")) {
      assertThat(ran.out()).contains("configmap/left unchanged");
    } else {
      assertThat(ran.err()).contains("the plan would be different now; plan again");
      assertThat(writes()).isEmpty();
    }
  }
}
