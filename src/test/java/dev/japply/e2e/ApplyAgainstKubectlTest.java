package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Program;
import dev.japply.e2e.TestCluster.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs japply and kubectl over the same manifests, each in a namespace of its own, and compares
/// what they print, how they end, and what the server holds afterwards. `make test` runs some of
/// the cases, as [ScriptTest] does the same with scripts.
@UsesTestCluster
class ApplyAgainstKubectlTest {
  private final TestCluster cluster;

  ApplyAgainstKubectlTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  /// One manifest after another, applied with the same flags.
  private record Case(String name, List<String> flags, List<String> manifests) {}

  private static final String CONFIG_MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: c
        annotations: {note: "a <b> & c", empty: }
      data:
        plain: text
        quoted: "0123"
        long: a line of many words that goes on and on until it is longer than eighty columns are
        lines: |
          one
           two

          three
        odd: "tab\\t and é and \\u2028"
      """;
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: d, labels: {app: d}}
      spec:
        replicas: 2
        selector: {matchLabels: {app: d}}
        template:
          metadata: {labels: {app: d}}
          spec:
            containers:
            - name: a
              image: nginx:1
              env: [{name: X, value: "1"}, {name: W, value: "2"}]
            - {name: b, image: busybox}
      """;
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: s, creationTimestamp: null}
      spec:
        selector: {app: d}
        ports: [{name: http, port: 80}, {name: https, port: 443}]
      """;

  private static List<Case> cases() {
    String changed =
        DEPLOYMENT
            .replace("{name: W, value: \"2\"}", "{name: Z, value: \"3\"}")
            .replace("replicas: 2", "replicas: 1")
            .replace("      - {name: b, image: busybox}\n", "");
    String all = CONFIG_MAP + "---\n" + DEPLOYMENT + "---\n" + SERVICE;
    var cases = new ArrayList<Case>();
    cases.add(new Case("create and repeat", List.of(), List.of(CONFIG_MAP, CONFIG_MAP)));
    cases.add(new Case("change", List.of(), List.of(DEPLOYMENT, changed, changed)));
    cases.add(new Case("several", List.of(), List.of(all)));
    cases.add(new Case("names", List.of("-o", "name"), List.of(all, all)));
    cases.add(new Case("yaml", List.of("-o", "yaml"), List.of(CONFIG_MAP, CONFIG_MAP)));
    cases.add(new Case("json", List.of("-o", "json"), List.of(DEPLOYMENT, changed)));
    cases.add(new Case("yaml list", List.of("-o", "yaml"), List.of(all)));
    cases.add(new Case("json list", List.of("-o", "json"), List.of(all)));
    cases.add(new Case("client's dry run", List.of("--dry-run=client"), List.of(all)));
    cases.add(
        new Case("client's yaml", List.of("--dry-run=client", "-o", "yaml"), List.of(CONFIG_MAP)));
    cases.add(new Case("server's dry run", List.of("--dry-run=server"), List.of(all)));
    cases.add(new Case("selector", List.of("-l", "app in (d, e),!x"), List.of(all)));
    cases.add(new Case("selects nothing", List.of("-l", "app=other"), List.of(all)));
    cases.add(new Case("empty", List.of(), List.of("", "# nothing\n---\n")));
    cases.add(new Case("some fail", List.of(), List.of(someBad())));
    cases.add(new Case("lenient", List.of("--validate=false"), List.of(DEPLOYMENT + "  foo: 1\n")));
    cases.add(new Case("unknown flag", List.of("--bogus"), List.of("")));
    cases.add(new Case("bad output", List.of("-o", "wide"), List.of("")));
    cases.add(new Case("extra", List.of("extra"), List.of("")));
    return cases;
  }

  private static String someBad() {
    return CONFIG_MAP
        + "---\n"
        + SERVICE.replace("creationTimestamp: null", "namespace: elsewhere")
        + "---\napiVersion: nope.io/v1\nkind: Bogus\nmetadata: {name: b}\n---\n"
        + DEPLOYMENT.replace("replicas", "replica")
        + "---\n"
        + SERVICE;
  }

  @Tag("sampled")
  @TestFactory
  Stream<DynamicTest> agreesWithKubectl() {
    return Cases.some(cases()).stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> compare(each)));
  }

  private void compare(Case each) {
    String theirs = cluster.newNamespace();
    String ours = cluster.newNamespace();
    for (String manifest : each.manifests()) {
      var args = new ArrayList<>(List.of("apply", "-f", "-"));
      args.addAll(each.flags());
      Outcome kubectl = cluster.kubectl(manifest, in(theirs, args));
      Outcome japply = japply(manifest, in(ours, args));
      assertThat(stable(japply.out(), ours))
          .as("standard output; standard error was%n%s", japply.err())
          .isEqualTo(stable(kubectl.out(), theirs));
      assertThat(japply.exit()).as("exit status, after %s", japply).isEqualTo(kubectl.exit());
      assertThat(held(ours)).as("what the server holds").isEqualTo(held(theirs));
    }
  }

  private static List<String> in(String namespace, List<String> args) {
    var all = new ArrayList<>(args);
    all.addAll(List.of("-n", namespace));
    return all;
  }

  private Outcome japply(String input, List<String> args) {
    Program.Said said =
        Program.run(
            Map.of(
                "KUBECONFIG", cluster.kubeconfig().toString(), "XDG_CACHE_HOME", cluster.cache()),
            input,
            args);
    return new Outcome(said.status(), said.out(), said.err());
  }

  /// What the server holds, annotations included, but for what it makes up itself.
  private String held(String namespace) {
    String kinds = "configmaps,deployments,services,secrets";
    String own = "--field-selector=metadata.name!=kube-root-ca.crt"; // a controller makes it later
    String text = cluster.kubectl("get", kinds, "-n", namespace, own, "-o", "yaml").orFail().out();
    return stable(text, namespace);
  }

  /// `text` without what differs from one object to the next, and from one moment to the next.
  private static String stable(String text, String namespace) {
    return text.replace(namespace, "NAMESPACE")
        .replaceAll("(?m)^(.*(?:uid|resourceVersion|creationTimestamp)\"?: ).*$", "$1…")
        .replaceAll("\\b10\\.0\\.\\d+\\.\\d+\\b", "IP")
        .replaceAll("(?ms)^ *status:.*?(?=^ {0,2}(- |kind:|\\S)|\\z)", "")
        .replaceAll("(?ms)^( +)\"status\": \\{.*?^\\1\\}", "")
        .replaceAll("(?m)^.*(?:generation|deployment.kubernetes.io/revision)\"?: .*\\n", "");
  }

  @Test
  void leavesNothingToDoWhereKubectlIsNeverDone() {
    String namespace = cluster.newNamespace();
    String limits =
        DEPLOYMENT.replace(
            "image: nginx:1", "image: nginx:1\n        resources: {limits: {cpu: 0.5}}");
    japply(limits, List.of("apply", "-f", "-", "-n", namespace));
    Outcome again = japply(limits, List.of("apply", "-f", "-", "-n", namespace));
    assertThat(again.out()).isEqualTo("deployment.apps/d unchanged\n");
    Outcome compat =
        japply(limits, List.of("apply", "-f", "-", "-n", namespace, "--compat=kubectl"));
    assertThat(compat.out()).isEqualTo("deployment.apps/d configured\n");
  }

  @Test
  void takesOverWhatKubectlApplied() {
    String namespace = cluster.newNamespace();
    cluster.kubectl(CONFIG_MAP, List.of("apply", "-f", "-", "-n", namespace)).orFail();
    Outcome japply = japply(CONFIG_MAP, List.of("apply", "-f", "-", "-n", namespace));
    assertThat(japply).isEqualTo(new Outcome(0, "configmap/c unchanged\n", ""));
  }

  @Test
  void saysWhoMayNotDoWhat() {
    String viewer = cluster.viewerKubeconfig().toString();
    Outcome japply =
        japply(CONFIG_MAP, List.of("apply", "-f", "-", "-n", "default", "--kubeconfig", viewer));
    assertThat(japply.exit()).isEqualTo(1);
    assertThat(japply.err())
        .startsWith(
            "error: STDIN:1: ConfigMap default/c: Error from server (Forbidden): configmaps ")
        .contains("is forbidden: User \"viewer\" cannot create resource \"configmaps\"");
  }
}
