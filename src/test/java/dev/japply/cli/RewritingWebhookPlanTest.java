package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.WriteOptions;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plans where a mutating webhook rewrites values of the manifests, as mirrors of registries do.
class RewritingWebhookPlanTest extends WithPlans {
  private static final String CHANGED = "configmaps default/c";
  private static final String NEWLY = "configmaps default/added";

  private static MapValue mirrored(MapValue object) {
    MapValue data = object.map("data");
    String value = data.text("k");
    return value.isEmpty() || value.startsWith("mirror/")
        ? object
        : object.with("data", data.with("k", Value.text("mirror/" + value)));
  }

  private void mirror() {
    cluster.admit(RewritingWebhookPlanTest::mirrored);
    assertThat(japply(OLD, "apply", "-f", "-").status()).isZero();
    assertThat(japply(OLD.replace("old", "older"), "apply", "-f", "-").status()).isZero();
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/older");
  }

  private static final String ADDED =
      """
      ---
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"added"},"data":{"k":"v"}}
      """;

  @Test
  void whatTheRunHasWrittenIsDone() {
    mirror();
    String manifest = NEW + ADDED;
    plan(manifest);
    Ran first = applyPlan(manifest);
    assertThat(first.err()).doesNotContain("error");
    assertThat(first.out()).contains("configmap/c configured", "configmap/added created");
    cluster.requests.clear();
    Ran again = applyPlan(manifest);
    assertThat(again.err()).doesNotContain("error");
    assertThat(again.status()).isZero();
    assertThat(again.out())
        .contains("configmap/c unchanged", "configmap/added unchanged", "secret/t unchanged");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/new");
  }

  @Test
  void aRunThatFailedGoesOn() {
    mirror();
    cluster.fail("PATCH default/s", 403, "Forbidden", "no");
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isEqualTo(1);
    Ran again = applyPlan(NEW);
    assertThat(again.out()).contains("configmap/c unchanged", "secret/s configured");
    assertThat(again.status()).isZero();
  }

  /// The annotation is the planned one, but an apply would change the value of another client.
  @Test
  void whatAnotherClientWroteAfterwardsIsNotDone() {
    mirror();
    plan(NEW);
    assertThat(applyPlan(NEW).status()).isZero();
    change(CHANGED, "data", json("{'k':'mirror/other'}"));
    Ran again = applyPlan(NEW);
    assertThat(again.err()).contains("ConfigMap default/c: changed since it was planned: data.k;");
    assertThat(again.status()).isEqualTo(1);
  }

  private Ran planOnServer(String manifest) {
    Ran ran = japply(manifest, "plan", "-f", "-", "--out", file.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    cluster.requests.clear();
    cluster.options.clear();
    return ran;
  }

  @Test
  void aPlanHasTheRewrittenValue() throws IOException {
    mirror();
    Ran ran = planOnServer(NEW);
    assertThat(ran.out()).contains("\"mirror/older\"", "\"mirror/new\"").doesNotContain("\"new\"");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    assertThat(
            ((ListValue) document().get("objects"))
                .maps().stream()
                    .filter(entry -> entry.has("after"))
                    .map(entry -> entry.text("name")))
        .containsExactly("c");
    assertThat(applyPlan(NEW).out()).contains("configmap/c configured", "secret/s configured");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/new");
    assertThat(applyPlan(NEW).out()).contains("configmap/c unchanged");
  }

  @Test
  void onlyRewrittenObjectsNeedMoreRequests() {
    mirror();
    planOnServer(NEW);
    applyPlan(NEW);
    assertThat(cluster.requests.stream().filter(request -> request.startsWith("PATCH default/c")))
        .hasSize(3);
    assertThat(cluster.requests.stream().filter(request -> request.startsWith("PATCH default/s")))
        .hasSize(1);
  }

  @Test
  void anotherRewritingIsAnotherPlan() {
    mirror();
    planOnServer(NEW);
    cluster.admit(object -> mirrored(object).with("data", json("{'k':'elsewhere/new'}")));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/older");
  }

  @Test
  void aForgedResultIsRefused() throws IOException {
    mirror();
    planOnServer(NEW);
    forge(edited(document(), "objects.after.data.k", Value.text("mirror/good")));
    Ran ran = applyPlan(NEW);
    assertThat(ran.err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/older");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kubectl-client-side-apply | changed in the manifest; rewritten by the server, as by a"
            + " webhook",
        "kubectl-edit | changed in the manifest and live, the manifest wins; rewritten by the"
            + " server",
      })
  void whyNamesTheWebhook(String manager, String reason) {
    mirror();
    MapValue live = cluster.object(CHANGED);
    String managers =
        "{'managedFields':[{'manager':'%s','operation':'Update','fieldsV1':{'f:data':{'f:k':{}}}}]}"
            .formatted(manager);
    change(CHANGED, "metadata", json(managers));
    Ran ran = japply(OLD.replace("old", "new"), "why", "-f", "-", "--wide");
    assertThat(ran.out()).contains("\"mirror/older\"", "\"mirror/new\"", reason);
    assertThat(live).isNotEqualTo(cluster.object(CHANGED));
  }

  /// A plan of a new object, by `method`, with a webhook that rewrites its value.
  private Ran planOfNew(String method) {
    cluster.admit(RewritingWebhookPlanTest::mirrored);
    Ran ran = japply(ADDED, "plan", "-f", "-", "--out", file.toString(), method);
    assertThat(ran.status()).as(ran.err()).isZero();
    cluster.requests.clear();
    return ran;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void aNewObjectHasTheRewrittenValue(String method) throws IOException {
    Ran ran = planOfNew(method);
    assertThat(ran.out().replaceAll("\\s+", " "))
        .contains(
            "to be created",
            "+ data.k \"mirror/v\" added by the manifest; rewritten by the server, as by a"
                + " webhook");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    MapValue entry = ((ListValue) document().get("objects")).maps().getFirst();
    assertThat(entry.map("body").map("data").text("k")).isEqualTo("v");
    assertThat(entry.map("after").map("data").text("k")).isEqualTo("mirror/v");
    assertThat(entry.text("diff")).contains("+  k: mirror/v").doesNotContain("k: v\n");
    assertThat(applyPlan(ADDED).status()).isZero();
    assertThat(cluster.object(NEWLY).map("data").text("k")).isEqualTo("mirror/v");
    Ran again = applyPlan(ADDED);
    assertThat(again.err()).doesNotContain("error");
    assertThat(again.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void otherCommandsShowTheRewrittenValueOfANewObject(String method) {
    planOfNew(method);
    assertThat(japply(ADDED, "why", "-f", "-", method, "--wide").out())
        .contains("\"mirror/v\"", "rewritten by the server");
    assertThat(japply(ADDED, "why", "-f", "-", method, "-o", "json").out())
        .contains("\"mirror/v\"", "rewritten by the server");
    assertThat(japply(ADDED, "diff", "-f", "-", method, "--why").out())
        .contains(
            "+  k: mirror/v",
            "# + data.k  \"mirror/v\"\n#     added by the manifest; rewritten by the");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void aNewObjectThatTheWebhookMakesAnotherOfIsAnotherPlan(String method) {
    planOfNew(method);
    cluster.admit(object -> mirrored(object).with("data", json("{'k':'elsewhere/v'}")));
    Ran ran = applyPlan(ADDED);
    assertThat(ran.err())
        .contains("ConfigMap default/added: the plan would be different now; plan again");
    assertThat(cluster.objects).doesNotContainKey(NEWLY);
    cluster.admit(object -> object);
    assertThat(applyPlan(ADDED).err()).contains("the plan would be different now");
    assertThat(cluster.objects).doesNotContainKey(NEWLY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void aForgedResultOfANewObjectIsRefused(String method) throws IOException {
    planOfNew(method);
    forge(edited(document(), "objects.after.data.k", Value.text("mirror/good")));
    assertThat(applyPlan(ADDED).err()).contains("the plan would be different now");
    assertThat(cluster.objects).doesNotContainKey(NEWLY);
  }

  /// A later patch would give the field the manifest's value.
  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void aValueThatIsRewrittenOnlyInNewObjectsIsDone(String method) {
    planOfNew(method);
    assertThat(applyPlan(ADDED).status()).isZero();
    cluster.admit(object -> object);
    Ran again = applyPlan(ADDED);
    assertThat(again.err()).doesNotContain("error");
    assertThat(again.status()).isZero();
    assertThat(cluster.object(NEWLY).map("data").text("k")).isEqualTo("mirror/v");
    change(NEWLY, "data", json("{'k':'mirror/other'}"));
    assertThat(applyPlan(ADDED).err()).contains("created by another client since it was planned");
  }

  /// Refuses the next patch, so that a recreation is planned.
  private void refuseChange() {
    refuseChange("PATCH default/c");
  }

  private void refuseChange(String request) {
    MapValue details = json("{'causes':[{'field':'data','message':'field is immutable'}]}");
    cluster.before(
        request,
        () -> {
          throw new ClusterException(422, "Invalid", "all of it", details);
        });
  }

  private Ran planOfRecreation() {
    mirror();
    refuseChange();
    Ran ran = japply(NEW, "plan", "-f", "-", "--force", "--out", file.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    refuseChange(); // in the check before the first write
    refuseChange();
    return ran;
  }

  @Test
  void aRecreatedObjectHasTheRewrittenValue() throws IOException {
    Ran ran = planOfRecreation();
    assertThat(ran.out())
        .contains("ConfigMap default/c (STDIN:1): to be deleted and recreated")
        .contains("\"mirror/older\"", "\"mirror/new\"", "rewritten by the server")
        .doesNotContain("\"new\"");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    Ran applied = applyPlan(NEW);
    assertThat(applied.out()).as(applied.err()).contains("configmap/c recreated");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/new");
    cluster.admit(object -> object);
    Ran again = applyPlan(NEW);
    assertThat(again.out()).as(again.err()).contains("configmap/c unchanged");
    assertThat(cluster.deletions).hasSize(1);
  }

  @Test
  void anObjectThatServerSideApplyHasRecreatedIsDone() {
    cluster.admit(RewritingWebhookPlanTest::mirrored);
    String manifest =
        ADDED.replace(
            "\"added\"",
            "\"added\",\"annotations\":{\"japply.dev/recreate\":\"on-immutable-change\"}");
    assertThat(japply(manifest, "apply", "--server-side", "-f", "-").status()).isZero();
    String next = manifest.replace("\"v\"", "\"w\"");
    refuseChange("PATCH default/added");
    String out = file.toString();
    Ran ran = japply(next, "plan", "-f", "-", "--server-side", "--out", out);
    assertThat(ran.out())
        .as(ran.err())
        .contains("to be deleted and recreated", "\"mirror/v\"", "\"mirror/w\"");
    refuseChange("PATCH default/added"); // in the check before the first write
    refuseChange("PATCH default/added");
    Ran applied = applyPlan(next);
    assertThat(applied.out()).as(applied.err()).contains("configmap/added recreated");
    cluster.admit(object -> object);
    Ran again = applyPlan(next);
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(cluster.object(NEWLY).map("data").text("k")).isEqualTo("mirror/w");
    assertThat(cluster.deletions).hasSize(1);
  }

  @Test
  void anObjectIsNotRecreatedWithAnotherRewrittenValue() {
    planOfRecreation();
    cluster.admit(object -> mirrored(object).with("data", json("{'k':'elsewhere/new'}")));
    assertThat(applyPlan(NEW).err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(cluster.deletions).isEmpty();
  }

  /// Nothing of the others is written, either.
  @ParameterizedTest
  @ValueSource(strings = {"mirror/", "elsewhere/"})
  void anotherRewritingOfARecreatedObjectIsFoundBeforeTheFirstWrite(String prefix) {
    String planned = prefix.equals("mirror/") ? "" : "mirror/";
    cluster.admit(object -> prefixed(object, planned));
    refuseChange();
    Ran ran = japply(NEW, "plan", "-f", "-", "--force", "--out", file.toString());
    assertThat(ran.out()).contains("to be deleted and recreated", '"' + planned + "new\"");
    refuseChange();
    cluster.admit(object -> prefixed(object, prefix));
    cluster.requests.clear();
    cluster.options.clear();
    Ran applied = applyPlan(NEW);
    assertThat(applied.err())
        .contains(
            "ConfigMap default/c: the plan would be different now; plan again",
            "nothing was changed");
    assertThat(cluster.deletions).isEmpty();
    assertThat(cluster.options).allMatch(WriteOptions::dryRun);
  }

  private static MapValue prefixed(MapValue object, String prefix) {
    MapValue data = object.map("data");
    return object.with("data", data.with("k", Value.text(prefix + data.text("k"))));
  }

  /// A webhook of the new object's server, and a server that has given away its addresses.
  private MapValue servedService(MapValue object) {
    MapValue spec = object.map("spec");
    boolean trial = !object.map("metadata").text("name").equals("web");
    assertThat(trial && spec.text("clusterIP").equals("10.0.0.7")).as("allocated").isFalse();
    spec = spec.has("clusterIP") ? spec : spec.with("clusterIP", Value.text("10.0.0.99"));
    return object.with("spec", spec.with("externalTrafficPolicy", Value.text("Local")));
  }

  @Test
  void aRecreatedServiceHasTheRewrittenValueAndItsAddress() throws IOException {
    String service =
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"web","annotations":
        {"japply.dev/recreate":"on-immutable-change"}},"spec":{"externalTrafficPolicy":"Cluster",
        "type":"NodePort","ports":[{"port":80,"nodePort":30007}],"selector":{"a":"b"}}}
        """;
    cluster.admit(object ->
        object.with("spec", object.map("spec").with("clusterIP", Value.text("10.0.0.7"))));
    assertThat(japply(service, "apply", "-f", "-").status()).isZero();
    cluster.admit(this::servedService);
    String next = service.replace("\"b\"", "\"c\"");
    refuseChange("PATCH default/web");
    Ran ran = japply(next, "plan", "-f", "-", "--out", file.toString());
    assertThat(ran.out())
        .as(ran.err())
        .contains("to be deleted and recreated", "\"Local\"", "changed by the server")
        .doesNotContain("10.0.0.99", "no dry run");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    MapValue entry = ((ListValue) document().get("objects")).maps().getFirst();
    assertThat(entry.map("after").map("spec").text("clusterIP")).isEqualTo("10.0.0.7");
    refuseChange("PATCH default/web");
    refuseChange("PATCH default/web");
    Ran applied = applyPlan(next);
    assertThat(applied.out()).as(applied.err()).contains("service/web recreated");
    MapValue made = cluster.object("services default/web").map("spec");
    assertThat(made.text("clusterIP")).isEqualTo("10.0.0.7");
    assertThat(made.text("externalTrafficPolicy")).isEqualTo("Local");
    cluster.admit(object -> object);
    Ran again = applyPlan(next);
    assertThat(again.out()).as(again.err()).contains("service/web unchanged");
  }

  /// Names are limited in length, and another object may have the first name that is tried.
  @Test
  void aRecreatedObjectWithTheLongestNameHasTheRewrittenValue() {
    String name = "n".repeat(253);
    cluster.admit(object -> {
      assertThat(object.map("metadata").text("name")).hasSizeLessThan(254);
      return mirrored(object);
    });
    String manifest = ADDED.replace("added", name);
    assertThat(
            japply(manifest + ADDED.replace("added", name.substring(1) + "x"), "apply", "-f", "-")
                .status())
        .isZero();
    refuseChange("PATCH default/" + name);
    Ran ran = japply(manifest.replace("\"v\"", "\"w\""), "plan", "-f", "-", "--force");
    assertThat(ran.out()).as(ran.err()).contains("to be deleted and recreated", "\"mirror/w\"");
  }

  private static final String UNTRIED =
      "no dry run showed the values of its new object, which a webhook can change";

  /// Another name is refused, as by a policy.
  private MapValue onlyNamed(MapValue object) {
    String name = object.map("metadata").text("name");
    if (!name.equals("c")) {
      throw new ClusterException(403, "Forbidden", "no such name", MapValue.EMPTY);
    }
    MapValue owner =
        json(
            "{'manager':'kubectl-client-side-apply','operation':'Update',"
                + "'fieldsV1':{'f:data':{'f:k':{}}}}");
    MapValue owned = object.map("metadata").with("managedFields", ListValue.of(owner));
    return mirrored(object.with("metadata", owned));
  }

  private static final String ONLY = NEW.substring(0, NEW.indexOf("---"));

  @Test
  void aRecreatedObjectThatNoDryRunShowsIsSaidToBeUnknown() throws IOException {
    mirror();
    cluster.admit(this::onlyNamed);
    refuseChange();
    Ran ran = japply(ONLY, "plan", "-f", "-", "--force", "--out", file.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("to be deleted and recreated");
    assertThat(ran.out().replaceAll("\\s+", " ")).containsOnlyOnce(UNTRIED);
    assertThat(ran.err()).isEmpty();
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    assertThat(JsonSchema.read(Path.of("docs/plan.schema.json")).problems(document())).isEmpty();
    refuseChange();
    refuseChange();
    assertThat(applyPlan(ONLY).out()).contains("configmap/c recreated");
    assertThat(cluster.object(CHANGED).map("data").text("k")).isEqualTo("mirror/new");
    cluster.admit(object -> object);
    Ran again = applyPlan(ONLY);
    assertThat(again.out()).as(again.err()).contains("configmap/c unchanged");
    MapValue owner =
        json("{'manager':'kubectl-edit','operation':'Update','fieldsV1':{'f:data':{'f:k':{}}}}");
    change(CHANGED, "metadata", MapValue.of("managedFields", ListValue.of(owner)));
    change(CHANGED, "data", json("{'k':'theirs'}"));
    assertThat(applyPlan(ONLY).err()).contains("recreated by another client; plan again");
  }

  @Test
  void anObjectIsNotRecreatedByAForgedResult() throws IOException {
    planOfRecreation();
    forge(edited(document(), "objects.after.data.k", Value.text("mirror/good")));
    assertThat(applyPlan(NEW).err())
        .contains("ConfigMap default/c: the plan would be different now; plan again");
    assertThat(cluster.deletions).isEmpty();
  }

  private Ran confirmed(String manifest, String method) throws IOException {
    Path manifests = Files.writeString(directory.resolve("m.yaml"), manifest);
    return new Ran.Setting(cluster)
        .with(Map.of("TERM", "dumb", "COLUMNS", "100"))
        .reading("y\n")
        .on("in,err")
        .run("apply", "--confirm", "-f", manifests.toString(), "--color=never", method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=false", "--server-side"})
  void whatIsConfirmedHasTheRewrittenValue(String method) throws IOException {
    mirror();
    Ran ran = confirmed(ADDED, method);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err().replaceAll("\\s+", " "))
        .contains("to be created", "\"mirror/v\"", "rewritten by the server", "? [y/N]");
    assertThat(cluster.object(NEWLY).map("data").text("k")).isEqualTo("mirror/v");
    Ran changed = confirmed(ADDED.replace("\"v\"", "\"w\""), method);
    assertThat(changed.status()).as(changed.err()).isZero();
    assertThat(changed.err()).contains("\"mirror/v\"", "\"mirror/w\"").doesNotContain("\"w\"");
    assertThat(cluster.object(NEWLY).map("data").text("k")).isEqualTo("mirror/w");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'data':{'q':'czNjcjN0LXQ='}", "'stringData':{'q':'s3cr3t-t'}"})
  void aNewSecretHasADigestOfTheRewrittenValue(String values) throws IOException {
    cluster.admit(object ->
        object.text("kind").equals("Secret")
            ? object.without("stringData").with("data", json("{'q':'b3RoZXI='}"))
            : object);
    String secret =
        "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'t'},%s}"
            .formatted(values)
            .replace('\'', '"');
    Ran ran = japply(secret, "plan", "-f", "-", "--out", file.toString());
    assertThat(ran.out()).contains("data.q", "***", "rewritten by the server");
    assertThat(Files.readString(file)).doesNotContain("b3RoZXI=", "czNjcjN0LXQ=", "s3cr3t-t");
    assertThat(japply("", "show", file.toString()).out()).isEqualTo(ran.out());
    assertThat(applyPlan(secret).out()).contains("secret/t created");
    assertThat(applyPlan(secret).out()).contains("secret/t unchanged");
  }
}
