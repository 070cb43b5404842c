package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `diff --applyset`: what `apply --prune --applyset` would do.
class DiffSetTest {
  private static final String A =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}
      """;
  private static final String B = A.replace("\"a\"", "\"b\"");
  private static final String[] SET = {"--prune", "--applyset=configmap/set", "-n", "default"};

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private Ran run(String command, String manifest, String... flags) {
    String[] args =
        Stream.concat(Stream.of(command, "-f", "-"), Stream.of(flags)).toArray(String[]::new);
    return setting.reading(manifest).run(args);
  }

  private static List<String> headings(Ran ran) {
    return ran.out().lines().filter(line -> line.startsWith("ConfigMap")).toList();
  }

  @Test
  void showsMembersThatWouldGoAndWritesNothing() {
    assertThat(run("apply", A + B, SET).status()).isZero();
    cluster.requests.clear();
    assertThat(run("diff", A + B, SET)).extracting(Ran::status, Ran::out).containsExactly(0, "");
    Ran ran = run("diff", A, SET);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(headings(ran)).containsExactly("ConfigMap default/b (no longer in the manifests)");
    assertThat(cluster.requests)
        .allMatch(request -> request.matches("(GET|LIST) .*|CLOSE"))
        .contains("GET default/set");
    assertThat(run("apply", A, SET).out()).contains("configmap/b pruned\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "apply"})
  void warnsOfMembersThatLeaveTheSet(String command) {
    assertThat(run("apply", A, SET).status()).isZero();
    assertThat(run(command, A.replace("}}", "},\"data\":{\"a\":\"1\"}}"), SET).err()).isEmpty();
    Ran without = run(command, A);
    assertThat(without.err())
        .isEqualTo(
            "Warning: STDIN:1: ConfigMap default/a: leaves its ApplySet, which no longer prunes it;"
                + " apply with --prune and the --applyset of the last run to keep it in the set\n");
  }

  /// With `-n`, a type without a namespace must be named. kubectl's warning announces that.
  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "plan"})
  void keepsObjectsWithoutNamespace(String command) {
    String labelled = A.replace("{\"name\"", "{\"labels\":{\"l\":\"x\"},\"name\"");
    String namespace = labelled.replace("ConfigMap", "Namespace").replace("\"a\"", "\"gone\"");
    assertThat(run("apply", labelled + namespace, "-n", "default").status()).isZero();
    String warning =
        "Warning: --prune also prunes non-namespaced resources when used with the --namespace flag;"
            + " list the types to prune in --prune-allowlist\n";
    String[] flags = {"--prune", "-l", "l=x"};
    Ran kept = run(command, labelled, with(flags, "-n", "default"));
    assertThat(kept.err()).doesNotContain(warning);
    assertThat(kept.out() + kept.err()).doesNotContain("gone");
    if (!command.equals("plan")) {
      Ran kubectls =
          run(
              "apply",
              labelled,
              with(flags, "-n", "default", "--dry-run=client", "--compat=kubectl"));
      assertThat(kubectls.err()).contains(warning);
      assertThat(kubectls.out()).contains("namespace/gone pruned (dry run)");
    }
    Ran named =
        run(command, labelled, with(flags, "-n", "default", "--prune-allowlist=core/v1/Namespace"));
    assertThat(named.err()).doesNotContain(warning);
    assertThat(named.out() + named.err()).contains("gone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "plan"})
  void findsObjectsWithoutNamespaceInAllNamespaces(String command) {
    String labelled = A.replace("{\"name\"", "{\"labels\":{\"l\":\"x\"},\"name\"");
    String namespace = labelled.replace("ConfigMap", "Namespace").replace("\"a\"", "\"gone\"");
    assertThat(run("apply", labelled + namespace).status()).isZero();
    Ran ran = run(command, labelled, "--prune", "-l", "l=x");
    assertThat(ran.out() + ran.err()).contains("gone");
  }

  private static String[] with(String[] flags, String... more) {
    return Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void showsNothingToPruneAfterAFault() {
    assertThat(run("apply", A + B, SET).status()).isZero();
    cluster.fail("PATCH", 422, "Invalid", "no good");
    Ran ran = run("diff", A.replace("}}", "},\"data\":{\"k\":\"v\"}}"), SET);
    assertThat(ran.status()).as("%s", ran).isEqualTo(2);
    assertThat(ran.err()).contains("no good");
    assertThat(headings(ran)).isEmpty();
  }

  @Test
  void showsTheLabelThatMembersGet() {
    assertThat(run("apply", A).status()).isZero();
    Ran ran = run("diff", A, SET);
    assertThat(ran.out())
        .contains("+  labels:\n+    applyset.kubernetes.io/part-of: applyset-")
        .contains("ConfigMap default/a (STDIN:1)\n");
    assertThat(cluster.objects).doesNotContainKey("configmaps default/set");
    assertThat(
            run("diff", A, "--compat=kubectl", "--prune", "--applyset=configmap/set", "-n=default"))
        .extracting(Ran::status)
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "--applyset=x, --applyset requires --prune",
    "--prune --applyset=x -l a=b, --selector is incompatible with --applyset",
    "--prune --applyset=x --prune-allowlist=core/v1/Secret, "
        + "--prune-allowlist is incompatible with --applyset",
    "--prune --applyset=bogus/x, 'invalid parent reference \"bogus/x\": '",
    "--prune --applyset=x, namespace is required to use namespace-scoped ApplySet",
    "--prune --applyset=widgets/x -n default, is not permitted as an ApplySet parent",
  })
  void refusesWhatApplyRefuses(String flags, String error) {
    Ran ran = run("diff", A, flags.split(" ", -1));
    assertThat(ran.status()).as("%s", ran).isEqualTo(2);
    assertThat(ran.err()).startsWith("error: ").contains(error);
    assertThat(ran.out()).isEmpty();
    assertThat(run("apply", A, flags.split(" ", -1)).err()).isEqualTo(ran.err());
  }
}
