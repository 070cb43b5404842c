package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.Sampled;
import dev.japply.golang.Sha256;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A plan is made, the cluster is changed, and the plan is applied, on a real API server.
@UsesTestCluster
class PlanOnServerTest {
  private static final int MANY = Math.max(200, Cases.of(1000));

  private static final String OLD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: "web:1"}]}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: hunter22old}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: same}, data: {k: v}}
      """;

  private static final String NEW =
      OLD.replace("web:1", "web:2").replace("hunter22old", "hunter22new")
          + "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: added}, data: {k: v}}\n";

  private final TestCluster server;
  private final String namespace;
  @TempDir private Path home;
  private Path file;

  PlanOnServerTest(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  @BeforeEach
  void name() {
    file = home.resolve("plan.json");
  }

  private Program.Said japply(String manifest, String command) {
    return server.japply(home, namespace, manifest, command.strip().split(" ", -1));
  }

  private void apply(String manifest, String flags) {
    Program.Said said = japply(manifest, "apply -f - " + flags);
    assertThat(said.status()).as(said.err()).isZero();
  }

  private void plan(String manifest, String flags) {
    Program.Said said = japply(manifest, "plan -f - --out " + file + flags);
    assertThat(said.status()).as(said.err()).isZero();
  }

  private Program.Said applyPlan(String manifest) {
    return japply(manifest, "apply -f - --plan " + file);
  }

  private void kubectl(String input, String command) {
    var words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.addAll(List.of("-n", namespace));
    server.kubectl(input, words).orFail();
  }

  private MapValue live(String name) {
    return server.read(namespace, name).orElseThrow();
  }

  private String image() {
    return live("deployment.apps/web").map("spec").toString().contains("web:2") ? "new" : "old";
  }

  @Sampled
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | ",
        "patch deployment web --subresource=status -p {\"status\":{\"observedGeneration\":99}} | ",
        "scale deployment web --replicas=1 | Deployment NS/web: changed since it was planned:"
            + " spec.rep",
        "label deployment web a=b | ",
        "annotate configmap same a=b | ",
        "patch secret s -p {\"data\":{\"other\":\"eA==\"}} | ",
        "set image deployment web web=web:3 | Deployment NS/web: changed since it was planned:"
            + " spec.template.spec.containers[name=web].image;",
        "set env deployment web A=b | ",
        "patch deployment web -p {\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":"
            + "\"side\",\"image\":\"s:1\"}]}}}} | ",
        "patch secret s -p {\"stringData\":{\"p\":\"hunter22x\"}} | Secret NS/s: changed since it"
            + " was planned: data.p;",
        "patch configmap same -p {\"data\":{\"k\":\"w\"}} | ConfigMap NS/same: changed since it was"
            + " planned: data.k;",
        "delete deployment web | Deployment NS/web: deleted since it was planned;",
        "replace --force -f deployment | Deployment NS/web: deleted since it was planned, and"
            + " recreate",
        "create configmap added | ConfigMap NS/added: created by another client since it was"
            + " planned;",
        "annotate deployment web kubectl.kubernetes.io/last-applied-configuration={} --overwrite |"
            + " Deployment NS/web: changed since it was planned: metadata.annotations",
      })
  void doesWhatWasPlannedOrNothing(String command, String problem) throws IOException {
    apply(OLD, "");
    plan(NEW, "");
    assertThat(Files.readString(file)).doesNotContain("hunter22", "aHVudGVyMjJ");
    if (command.startsWith("replace")) {
      kubectl(OLD.substring(0, OLD.indexOf("---")), "replace --force -f -");
    } else if (!command.equals("nothing")) {
      kubectl("", command);
    }
    Program.Said said = applyPlan(NEW);
    if (problem == null) {
      assertThat(said.err()).doesNotContain("error");
      assertThat(said.out())
          .contains("deployment.apps/web configured", "secret/s configured", "added created");
      assertThat(said.status()).isZero();
      assertThat(image()).isEqualTo("new");
      assertThat(applyPlan(NEW).out()).doesNotContain("configured", "created");
    } else {
      assertThat(said.err()).contains(problem.replace("NS", namespace)).doesNotContain("hunter22");
      assertThat(said.out()).isEmpty();
      assertThat(said.status()).isEqualTo(1);
      assertThat(command.startsWith("delete") || image().equals("old")).isTrue();
    }
  }

  @Test
  void keepsTheAccountOfAnApplySet() {
    String set = "--prune --applyset=configmap/set";
    apply(OLD, set);
    String less = OLD.substring(0, OLD.lastIndexOf("---"));
    plan(less, " " + set);
    assertThat(server.read(namespace, "configmap/same")).isPresent();
    Program.Said said = applyPlan(less);
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).contains("configmap/same pruned");
    assertThat(server.read(namespace, "configmap/same")).isEmpty();
    assertThat(kinds()).isEqualTo("Deployment.apps,Secret");
    assertThat(applyPlan(less).status()).isZero();
    plan(OLD, " " + set);
    assertThat(applyPlan(OLD).out()).contains("configmap/same created");
    assertThat(kinds()).isEqualTo("ConfigMap,Deployment.apps,Secret");
  }

  private String kinds() {
    return live("configmap/set")
        .map("metadata")
        .map("annotations")
        .text("applyset.kubernetes.io/contains-group-kinds");
  }

  private static String many(String value) {
    return IntStream.range(0, MANY)
        .mapToObj(i ->
            "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d}, data: {k: %s, l: x}}\n"
                .formatted(i, value))
        .collect(Collectors.joining());
  }

  @Tag("sampled")
  @Test
  void manyObjectsAreDoneOrNone() {
    apply(many("old"), "");
    plan(many("new"), "");
    kubectl("", "patch configmap c7 -p {\"data\":{\"m\":\"theirs\"}}");
    kubectl("", "patch configmap c177 -p {\"data\":{\"k\":\"theirs\"}}");
    Program.Said refused = applyPlan(many("new"));
    assertThat(refused.err())
        .contains("ConfigMap " + namespace + "/c177: changed since it was planned: data.k;");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(live("configmap/c0").map("data").text("k")).isEqualTo("old");
    kubectl("", "patch configmap c177 -p {\"data\":{\"k\":\"old\"}}");
    Program.Said said = applyPlan(many("new"));
    assertThat(said.out().lines()).hasSize(MANY).allMatch(line -> line.endsWith(" configured"));
    assertThat(said.status()).isZero();
    assertThat(live("configmap/c7").map("data").text("m")).isEqualTo("theirs");
    assertThat(live("configmap/c" + (MANY - 1)).map("data").text("k")).isEqualTo("new");
  }

  /// Whoever forges a plan can seal it, too.
  @Test
  void deletesNoneButMembersOfTheSet() throws IOException {
    String set = "--prune --applyset=configmap/set";
    apply(OLD, set);
    kubectl("", "create configmap victim --from-literal=k=v");
    String less = OLD.substring(0, OLD.lastIndexOf("---"));
    plan(less, " " + set);
    var plan = (MapValue) Json.parse(Files.readString(file));
    List<Value> objects = new ArrayList<>(((ListValue) plan.get("objects")).items());
    MapValue victim = live("configmap/victim");
    objects.add(
        ((MapValue) objects.getLast())
            .with("name", Value.text("victim"))
            .with("uid", victim.map("metadata").get("uid") instanceof Value uid ? uid : Value.NULL)
            .with("before", victim));
    MapValue forged = plan.with("objects", new ListValue(objects)).without("digest");
    Value digest = Value.text("sha256:" + Sha256.hex(GoJson.write(forged)));
    Files.writeString(file, GoJson.write(forged.with("digest", digest)));
    Program.Said said = applyPlan(less);
    assertThat(said.err())
        .contains("ConfigMap " + namespace + "/victim: would not be pruned now; plan again");
    assertThat(said.status()).isEqualTo(1);
    assertThat(server.read(namespace, "configmap/victim")).isPresent();
    assertThat(server.read(namespace, "configmap/same")).isPresent();
  }

  @Test
  void aNewManifestIsNotInAnOldPlan() {
    apply(OLD, "");
    plan(NEW, "");
    String more = "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: later}}\n";
    Program.Said said = applyPlan(NEW + more);
    assertThat(said.err()).contains("ConfigMap " + namespace + "/later: the plan does not have it");
    assertThat(said.status()).isEqualTo(1);
    assertThat(image()).isEqualTo("old");
    assertThat(applyPlan(NEW).status()).isZero();
  }

  /// What was done before it was killed is left alone by the next run, which does the rest.
  @Test
  @Tag("verify")
  void aPlanWhoseApplyWasKilledIsAppliedToItsEnd() throws Exception {
    apply(many("old"), "");
    plan(many("new"), "");
    Path manifest = Files.writeString(home.resolve("many.yaml"), many("new"));
    var command = new ArrayList<>(Program.command());
    command.addAll(
        List.of("apply", "-f", manifest.toString(), "--plan", file.toString(), "-n", namespace));
    var builder = new ProcessBuilder(command);
    builder.environment().put("KUBECONFIG", server.kubeconfig().toString());
    builder.environment().put("HOME", home.toString());
    Path out = home.resolve("out");
    Process killed = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    while (killed.isAlive() && !isNew("c100")) {
      Thread.sleep(10);
    }
    killed.destroyForcibly().waitFor();
    assertThat(isNew("c100")).as(Files.readString(out)).isTrue();
    assertThat(isNew("c" + (MANY - 1))).as("all was done before it was killed").isFalse();
    String version = version("c100");
    Program.Said said = applyPlan(many("new"));
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).contains("configmap/c100 unchanged\n");
    assertThat(said.out().lines()).hasSize(MANY);
    assertThat(said.out().lines().filter(line -> line.endsWith(" configured"))).isNotEmpty();
    assertThat(isNew("c" + (MANY - 1))).isTrue();
    assertThat(version("c100")).isEqualTo(version);
  }

  private boolean isNew(String name) {
    return live("configmap/" + name).map("data").text("k").equals("new");
  }

  private String version(String name) {
    return live("configmap/" + name).map("metadata").text("resourceVersion");
  }
}
