package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The annotation by which objects name what is to be applied before them.
class DependsOnTest {
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","annotations":%s}}
      ---
      """;

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path directory;

  /// A ConfigMap that names these others.
  private static String map(String name, String... named) {
    List<String> all =
        List.of(named).stream().map(one -> "/namespaces/default/ConfigMap/" + one).toList();
    String annotations =
        named.length == 0
            ? "{}"
            : "{\"config.kubernetes.io/depends-on\":\"" + String.join(", ", all) + "\"}";
    return MAP.formatted(name, annotations);
  }

  private Ran apply(String manifests, String... flags) {
    var line = new ArrayList<>(List.of("apply", "-f", "-"));
    line.addAll(List.of(flags));
    return new Ran.Setting(cluster).reading(manifests).run(line.toArray(String[]::new));
  }

  private List<String> requests(String verb) {
    return cluster.requests.stream()
        .filter(request -> request.startsWith(verb))
        .map(request -> request.replaceAll(" \\{.*", "").replace(verb + " default/", ""))
        .toList();
  }

  @Test
  void whatIsNamedIsAppliedFirst() {
    Ran ran = apply(map("a", "b", "c") + map("b", "c") + map("c"));
    assertThat(requests("POST")).containsExactly("c", "b", "a");
    assertThat(ran.out())
        .isEqualTo("configmap/a created\nconfigmap/b created\nconfigmap/c created\n");
    assertThat(ran.err()).isEmpty();
    assertThat(apply(map("a", "b", "c") + map("b", "c") + map("c")).out())
        .isEqualTo("configmap/a unchanged\nconfigmap/b unchanged\nconfigmap/c unchanged\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--order=input", "--compat=kubectl"})
  void theOrderOfTheInputIsTheUsersOwn(String flag) {
    Ran ran = apply(map("a", "b") + map("b", "a", "nothing"), flag);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(requests("POST")).containsExactly("a", "b");
  }

  @Test
  void whatDependsOnAFailureIsNotApplied() {
    cluster.fail("POST default/c", 403, "Forbidden", "no");
    Ran ran = apply(map("a", "b") + map("b", "c") + map("c") + map("d"));
    assertThat(ran.out()).isEqualTo("configmap/d created\n");
    assertThat(ran.err().lines())
        .contains(
            "error: STDIN:1: ConfigMap default/a: its dependency ConfigMap default/b could not be"
                + " applied; see the error about it",
            "error: STDIN:3: ConfigMap default/b: its dependency ConfigMap default/c could not be"
                + " applied; see the error about it");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(requests("POST")).containsExactlyInAnyOrder("c", "d");
  }

  @Test
  void circlesAreRefused() {
    Ran ran = apply(map("free") + map("a", "b") + map("b", "a"));
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:3: ConfigMap default/a: config.kubernetes.io/depends-on: a dependency"
                + " cycle: ConfigMap default/a (STDIN:3) → ConfigMap default/b (STDIN:5) →"
                + " ConfigMap default/a; no order can satisfy that\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(requests("POST")).isEmpty();
  }

  /// What an apply would refuse before its first write is an error of the commands that show it.
  @ParameterizedTest
  @CsvSource({"diff, 2", "diff --local, 2", "plan, 1", "plan --local, 1"})
  void isCheckedByWhatShowsAnApply(String command, int status) {
    String malformed = MAP.formatted("m", "{\"config.kubernetes.io/depends-on\":\"ConfigMap/x\"}");
    for (String wrong :
        List.of(
            map("a", "b") + map("b", "a"),
            malformed,
            map("a", "absent"),
            map("b") + map("a", "b", "absent", "gone"))) {
      Ran refused = apply(wrong);
      assertThat(refused.err()).as(wrong).startsWith("error: STDIN:");
      Ran shown = new Ran.Setting(cluster).reading(wrong).run((command + " -f -").split(" ", -1));
      assertThat(shown.err()).as(wrong).isEqualTo(refused.err());
      assertThat(shown.status()).as(wrong).isEqualTo(status);
    }
    apply(map("there"));
    for (String right : List.of(map("a", "there"), map("a", "b") + map("b"))) {
      Ran shown = new Ran.Setting(cluster).reading(right).run((command + " -f -").split(" ", -1));
      assertThat(shown.err()).isEmpty();
    }
    String circle = map("a", "b") + map("b", "a", "absent");
    Ran kubectl =
        new Ran.Setting(cluster)
            .reading(circle)
            .run((command + " -f - --compat=kubectl").split(" ", -1));
    assertThat(kubectl.err()).doesNotContain("error");
  }

  @Test
  void noPlanIsMadeOfACircle() {
    Path plan = directory.resolve("plan.json");
    var circle = new Ran.Setting(cluster).reading(map("a", "b") + map("b", "a"));
    Ran ran = circle.run("plan", "-f", "-", "--out=" + plan);
    assertThat(ran.err())
        .contains(
            "depends-on: a dependency cycle: ConfigMap default/a (STDIN:1) → ConfigMap default/b"
                + " (STDIN:3) → ")
        .contains("no plan was written");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(plan).doesNotExist();
    assertThat(circle.run("plan", "-f", "-", "--out=" + plan, "--compat=kubectl").err())
        .doesNotContain("circle");
    assertThat(plan).exists();
  }

  @Test
  void whatIsNotInTheInputHasToBeThere() {
    String manifests = map("a", "b", "c");
    Ran ran = apply(manifests);
    assertThat(ran.err())
        .isEqualTo(
            """
            error: STDIN:1: ConfigMap default/a: config.kubernetes.io/depends-on: its dependency \
            ConfigMap default/b is neither in the input nor on the cluster; add it to the input, or \
            remove it from the annotation
            error: STDIN:1: ConfigMap default/a: config.kubernetes.io/depends-on: its dependency \
            ConfigMap default/c is neither in the input nor on the cluster; add it to the input, or \
            remove it from the annotation
            """);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(requests("POST")).isEmpty();
    apply(map("b") + map("c"));
    assertThat(apply(manifests).out()).isEqualTo("configmap/a created\n");
  }

  @Test
  void whatIsNotInTheInputMayNotBePruned() {
    apply(map("b"));
    Ran ran = apply(map("a", "b"), "--prune", "--all", "--prune-allowlist=core/v1/ConfigMap");
    assertThat(ran.err()).contains("is not in the input, so that --prune may delete it");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(cluster.objects).containsKey("configmaps default/b");
  }

  @Test
  void saysHowToWriteTheType() {
    String wrong = MAP.formatted("a", "{\"config.kubernetes.io/depends-on\":\"/ConfigMap/b\"}");
    assertThat(apply(wrong).err())
        .contains("has to be written GROUP/namespaces/NAMESPACE/KIND/NAME");
    String unknown = MAP.formatted("a", "{\"config.kubernetes.io/depends-on\":\"x.io/Bogus/b\"}");
    assertThat(apply(unknown).err()).contains("nor of a type that the server has");
    cluster.fail("GET default/b", 403, "Forbidden", "no right");
    assertThat(apply(map("a", "b")).err())
        .contains("is not in the input, and Error from server (Forbidden)");
  }

  @Test
  void prunedObjectsGoInReverse() {
    apply(map("a") + map("b", "a") + map("c", "b") + map("left"));
    Ran ran = apply(map("left"), "--prune", "--all", "--prune-allowlist=core/v1/ConfigMap");
    assertThat(requests("DELETE")).containsExactly("c", "b", "a");
    assertThat(ran.err().lines().skip(1).map(String::strip))
        .containsExactly("ConfigMap default/c", "ConfigMap default/b", "ConfigMap default/a");
  }

  @Test
  void plansAreCarriedOutInThatOrder() throws IOException {
    String manifests = map("a", "b") + map("b", "c") + map("c");
    Path file = Files.writeString(directory.resolve("m.yaml"), manifests);
    Path plan = directory.resolve("plan.json");
    var setting = new Ran.Setting(cluster);
    assertThat(setting.run("plan", "-f", file.toString(), "--out", plan.toString()).status())
        .isZero();
    cluster.requests.clear();
    Ran ran = setting.run("apply", "-f", file.toString(), "--plan", plan.toString());
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(requests("POST")).containsExactly("c", "b", "a");
  }
}
