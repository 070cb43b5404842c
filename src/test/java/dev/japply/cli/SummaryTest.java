package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.io.CancellationSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The last line of standard error, by which `apply` and `diff` count what became of objects.
class SummaryTest {
  private static final String C =
      """
      {"apiVersion":"v1","kind":"ConfigMap","data":{"k":"a"},\
      "metadata":{"name":"c","labels":{"l":"v"}}}
      """;
  private static final String D = C.replace("\"c\"", "\"d\"");
  private static final String E = C.replace("\"c\"", "\"e\"");
  private static final String WIDGET =
      """
      {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","namespace":"n1"}}
      """;

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private Ran run(String command, String manifest, String... flags) {
    return setting.reading(manifest).run(args(command, flags));
  }

  private static String[] args(String command, String... flags) {
    return Stream.concat(
            Stream.of(command, "-f", "-"),
            Stream.concat(
                Stream.of(flags),
                List.of(flags).toString().contains("--summary")
                    ? Stream.of()
                    : Stream.of("--summary")))
        .toArray(String[]::new);
  }

  private static String changed(String manifest) {
    return manifest.replace("\"a\"", "\"b\"");
  }

  @Test
  void countsWhatBecameOfObjects() {
    assertThat(run("apply", C).err())
        .isEqualTo("1 object: 1 created (default on https://fake:6443)\n");
    assertThat(run("apply", changed(C) + D + E).err())
        .isEqualTo("3 objects: 2 created, 1 configured (default on https://fake:6443)\n");
    Ran json = run("apply", C + changed(D) + changed(E), "-o", "json");
    assertThat(json.err()).isEqualTo("3 objects: 3 configured (default on https://fake:6443)\n");
    assertThat(json.out()).startsWith("{").endsWith("}\n");
    assertThat(run("apply", changed(C) + D, "--dry-run=client").err())
        .isEqualTo("2 objects: 2 configured (dry run; default on https://fake:6443)\n");
    assertThat(run("apply", C, "--dry-run=server", "-o", "name").err())
        .isEqualTo("1 object: 1 unchanged (server dry run; default on https://fake:6443)\n");
    String s = C.replace("\"c\"", "\"s\"");
    assertThat(run("apply", s, "--server-side").err())
        .isEqualTo("1 object: 1 serverside-applied (default on https://fake:6443)\n");
    assertThat(run("apply", s, "--server-side", "--hide-unchanged"))
        .extracting(Ran::out, Ran::err)
        .containsExactly("", "1 object: 1 unchanged (default on https://fake:6443)\n");
  }

  private static String annotated(String manifest, String annotation) {
    return manifest.replace("\"labels\"", "\"annotations\":{" + annotation + "},\"labels\"");
  }

  @Test
  void countsWhatIsSkippedAndWhatIsKept() {
    String local = annotated(D, "\"config.kubernetes.io/local-config\":\"true\"");
    assertThat(run("apply", C + local).err())
        .endsWith("\n2 objects: 1 created, 1 skipped (default on https://fake:6443)\n");
    assertThat(run("diff", C + local).err())
        .endsWith("\n2 objects: 1 unchanged, 1 skipped (default on https://fake:6443)\n");
    run("apply", annotated(E, "\"japply.dev/prune\":\"false\""));
    assertThat(run("apply", C, "--prune", "--all", "--prune-allowlist=core/v1/ConfigMap").err())
        .endsWith("\n2 objects: 1 unchanged, 1 kept (default on https://fake:6443)\n");
  }

  @Test
  void isLeftOutOnRequest() {
    assertThat(run("apply", C, "--summary=false").err()).isEmpty();
    assertThat(run("diff", C, "--summary=false").err()).isEmpty();
    assertThat(run("diff", C, "--summary=true").err()).isNotEmpty();
  }

  @Test
  void namesNamespaces() {
    String namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n1\"}}\n";
    assertThat(run("apply", namespace).err())
        .isEqualTo("1 object: 1 created (https://fake:6443)\n");
    assertThat(run("apply", WIDGET + C + namespace).err())
        .isEqualTo("3 objects: 2 created, 1 unchanged (default, n1 on https://fake:6443)\n");
    String[] more = {"n2", "n3", "n4"};
    String all = WIDGET;
    for (String name : more) {
      cluster.putNamespace(name);
      all += WIDGET.replace("n1", name);
    }
    assertThat(run("diff", all).err())
        .isEqualTo("4 objects: 3 to create, 1 unchanged (4 namespaces on https://fake:6443)\n");
  }

  @Test
  void countsFailures() {
    cluster.fail("POST", 422, "Invalid", "no good");
    Ran ran =
        run(
            "apply",
            C + D + "{\"kind\":\"X\"}\n" + WIDGET.replace("Widget", "Bogus"),
            "--order=input");
    assertThat(ran.err().lines().filter(line -> line.startsWith("error: "))).hasSize(3);
    assertThat(ran.err())
        .endsWith("\n4 objects: 1 created, 3 failed (default on https://fake:6443)\n");
    cluster.fail("POST default/e", 422, "Invalid", "no good");
    assertThat(run("diff", C + D + E).err())
        .endsWith(
            "\n3 objects: 1 to create, 1 unchanged, 1 failed (default on https://fake:6443)\n");
  }

  @Test
  void countsNothingWhenTheRunEndsBeforeItStarts() {
    Ran ran = run("apply", C + D, "--prune", "-l", "l=v", "--prune-allowlist=core/v1/Bogus");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: ").doesNotContain("not tried").hasLineCount(1);
  }

  /// The objects were applied, though the output fails.
  @Test
  void standsBelowErrorsOfTheOutput() {
    Ran ran = run("apply", C, "-o", "jsonpath={.data.no}", "--allow-missing-template-keys=false");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .startsWith("error: ")
        .endsWith("\n1 object: 1 created (default on https://fake:6443)\n");
  }

  @Test
  void isNotSaidBesideTheLineAboutAnInterruption() {
    var stop = new CancellationSource();
    cluster.before("POST", stop::cancel);
    Ran ran = setting.stoppedBy(stop).reading(C + D + E).run(args("apply", "--order=input"));
    assertThat(ran.err()).startsWith("interrupted: 1 applied, ").hasLineCount(1);
    assertThat(setting.stoppedBy(stop).reading(C).run(args("diff")).err()).doesNotContain("object");
  }

  /// A server that goes away ends the run with a line that counts, too.
  @Test
  void isNotSaidBesideTheLineAboutAServerThatHasGone() {
    var manifests = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      manifests.append(C.replace("\"c\"", "\"c" + i + "\""));
    }
    for (int i = 0; i < 90; i++) {
      cluster.before(
          i % 2 == 0 ? "POST" : "GET",
          () -> {
            throw new ClusterException(Kind.REFUSED, "refused", "", null);
          });
    }
    Ran ran = run("apply", manifests.toString(), "--order=input");
    assertThat(ran.err().lines())
        .hasSize(3)
        .last()
        .asString()
        .startsWith("interrupted: 0 applied, 1 failed, 8 not tried (");
  }

  @Test
  void countsWhatIsPruned() {
    run("apply", C + D);
    String[] prune = {"--prune", "-l", "l=v", "--prune-allowlist=core/v1/ConfigMap"};
    assertThat(run("diff", C, prune).err())
        .endsWith("2 objects: 1 unchanged, 1 to prune (default on https://fake:6443)\n");
    assertThat(run("apply", C, prune).err())
        .endsWith("\n2 objects: 1 unchanged, 1 pruned (default on https://fake:6443)\n");
  }

  @Test
  void pruningIsAChange() {
    run("apply", C + D);
    String[] prune = {"--exit-code", "--prune", "-l", "l=v", "--prune-allowlist=core/v1/ConfigMap"};
    assertThat(run("apply", C, prune).status()).isEqualTo(10);
    assertThat(run("apply", C, prune).status()).isZero();
  }

  /// What is wrong with the run is no object.
  @Test
  void countsNoFailuresOfTheRun() {
    run("apply", C);
    cluster.fail("LIST", 500, "InternalError", "no list");
    Ran ran = run("apply", C, "--prune", "-l", "l=v", "--prune-allowlist=core/v1/ConfigMap");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains("error: ")
        .endsWith("\n1 object: 1 unchanged (default on https://fake:6443)\n");
  }

  @Test
  void countsNothing() {
    assertThat(run("diff", "").err()).isEqualTo("0 objects\n");
    assertThat(run("apply", "").err()).isEqualTo("error: no objects passed to apply\n");
  }

  @Test
  void countsDifferences() {
    run("apply", C + D);
    assertThat(run("diff", changed(C) + D + E).err())
        .isEqualTo(
            "3 objects: 1 to create, 1 to configure, 1 unchanged (default on https://fake:6443)\n");
  }

  @Test
  void hidesWhatStaysAsItIs() {
    run("apply", C);
    Ran ran = run("apply", C + D, "--hide-unchanged");
    assertThat(ran.out()).isEqualTo("configmap/d created\n");
    assertThat(ran.err())
        .isEqualTo("2 objects: 1 created, 1 unchanged (default on https://fake:6443)\n");
    assertThat(run("apply", C + D, "--hide-unchanged", "-o", "name").out()).isEmpty();
    assertThat(
            run("apply", changed(C) + D, "--hide-unchanged", "-o", "jsonpath={.metadata.name}")
                .out())
        .isEqualTo("c");
    assertThat(run("apply", D, "--hide-unchanged=false").out())
        .isEqualTo("configmap/d unchanged\n");
  }

  @Test
  void theStatusTellsOfChangesOnRequest() {
    assertThat(run("apply", C, "--exit-code").status()).isEqualTo(10);
    assertThat(run("apply", C, "--exit-code").status()).isZero();
    assertThat(run("apply", changed(C), "--exit-code=false").status()).isZero();
  }

  @Test
  void countsNothingWhenADiffEndsBeforeItStarts() {
    Ran ran = run("diff", C + D, "--prune", "-l", "l=v", "--prune-allowlist=core/v1/Bogus");
    assertThat(ran.status()).as("%s", ran).isEqualTo(2);
    assertThat(ran.err()).startsWith("error: ").doesNotContain("not tried").hasLineCount(1);
  }
}
