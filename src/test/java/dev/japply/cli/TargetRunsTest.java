package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cli.flags.FlagSet;
import dev.japply.cli.flags.TargetFlags;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands with `--targets`.
class TargetRunsTest extends WithTargets {
  private static final String KNOWN = "src/test/resources/dev/japply/cli/target-flags.txt";
  private static final String EU = " -k DIR/overlay --context=c-eu -n shop";
  private static final String STAGING = " -f DIR/app.yaml --context=c-staging --substitute=COLOUR";

  private void assertSame(String target, Ran run, Ran alone) {
    assertThat(run.out()).as("%s", run).isEqualTo(prefixed(target, alone.out()));
    assertThat(run.err()).as("%s", run).isEqualTo(prefixed(target, alone.err()));
    assertThat(run.status()).as("%s", run).isEqualTo(alone.status());
  }

  /// A run for one target is the run without targets, byte for byte but for the prefix.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff",
        "diff --local",
        "diff --exit-code=false --summary",
        "diff --why --color=always",
        "diff --server-side",
        "diff -l app=none",
        "plan",
        "plan --summary",
        "why",
        "why -v",
        "check",
        "check --require-schemas",
        "check --kubernetes=1.0",
        "ready --wait-timeout=0"
      })
  void oneTargetIsAsWithoutTargets(String line) {
    assertSame("prod-eu", japply(line + " --targets=prod-eu"), japply(line + EU));
    cluster("c-eu")
        .put(
            json(
                "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'built',"
                    + "'namespace':'shop'},'data':{'colour':'blue','size':'1'}}"));
    assertSame("prod-eu", japply(line + " --targets=prod-eu"), japply(line + EU));
    Map<String, String> green = Map.of("COLOUR", "green");
    assertSame("staging", japply(line + " --targets=staging"), japply(green, line + STAGING));
    assertThat(japply(line + " --targets=staging").out()).doesNotContain("${");
  }

  @Test
  void oneBuildIsAsWithoutTargets() {
    assertSame("prod-eu", japply("build --targets=region=eu"), japply("build DIR/overlay"));
    assertSame("prod-eu", japply("kustomize --targets=region=eu"), japply("build DIR/overlay"));
    assertThat(opened).isEmpty();
  }

  @Test
  void argumentsAreTheSameForEachTarget() {
    for (FakeCluster cluster : clusters.values()) {
      cluster.put(
          json(
              "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x','namespace':'shop'},"
                  + "'data':{'k':'v'}}"));
    }
    assertSame(
        "prod-eu",
        japply("why configmap x --targets=prod-eu"),
        japply("why configmap x --context=c-eu -n shop"));
    Ran all = japply("ready configmap/x -n shop --wait-timeout=0 --targets=all");
    assertThat(all.out().lines().map(line -> line.replaceFirst(" .*", "")))
        .containsExactly("staging", "prod-eu", "prod-us");
    assertThat(all.status()).isZero();
  }

  @Test
  void theOutputIsInTheOrderOfTheFile() {
    Ran ran = japply("why --targets=prod-us,staging,prod-eu");
    assertThat(ran.status()).isZero();
    assertThat(ran.out().lines().map(line -> line.replaceFirst(" .*", "")).distinct())
        .containsExactly("staging", "prod-eu", "prod-us");
    assertThat(ran.out()).contains("staging | ").contains("green").contains("prod-us | ");
    assertThat(opened).containsOnly("c-staging", "c-eu", "c-us");
  }

  /// The typed input and namespace take precedence over those of the targets.
  @Test
  void theCommandLineTakesPrecedence() throws IOException {
    write("other.yaml", MAP.formatted("other", "${COLOUR}"));
    Ran ran = japply("why -f DIR/other.yaml -n default --targets=staging,prod-eu");
    assertThat(ran.out())
        .contains("staging | + ConfigMap default/other")
        .contains("green")
        .contains("prod-eu | + ConfigMap default/other")
        .contains("${COLOUR}");
    Map<String, String> blue = Map.of("COLOUR", "blue");
    assertThat(japply(blue, "why --substitute=COLOUR --targets=staging").out())
        .contains("blue")
        .doesNotContain("green");
  }

  /// Variables of the file are no variables of the environment.
  @Test
  void variablesOfTargetsStayWithThem() throws IOException {
    write("japply.yaml", PROJECT.replace("{COLOUR: green}", "{COLOUR: green, JAPPLY_COMPAT: x}"));
    Ran ran = japply("why --targets=staging");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
  }

  @Test
  void withoutTheFlagAProjectWithTargetsIsAsBefore() throws IOException {
    Ran with = japply("diff -f DIR/app.yaml --context=c-us --substitute=COLOUR");
    Ran none = japply("diff");
    write("japply.yaml", "apiVersion: japply.dev/v1\nkind: Project\n");
    Ran before = japply("diff -f DIR/app.yaml --context=c-us --substitute=COLOUR");
    assertThat(with.toString()).isEqualTo(before.toString());
    assertThat(none.toString()).isEqualTo(japply("diff").toString());
    assertThat(none.err()).contains("must specify one of -f and -k");
  }

  @Test
  void theWorstStatusCounts() {
    assertThat(japply(Map.of("COLOUR", "green"), "apply" + STAGING).status()).isZero();
    assertThat(japply("diff --targets=staging").status()).isZero();
    assertThat(japply("diff --targets=staging,prod-us").status()).isEqualTo(1);
    cluster("c-us").fail("GET default/built", 403, "Forbidden", "no");
    Ran failed = japply("diff --targets=all");
    assertThat(failed.status()).isEqualTo(2);
    assertThat(failed.err()).contains("prod-us | error: ");
    assertThat(japply("ready --wait-timeout=0 --targets=staging,prod-us").status()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"diff, 2", "plan, 1", "why, 1", "ready --wait-timeout=0, 1"})
  void anUnreachableTargetEndsTheRunBeforeOtherOutput(String line, int status) {
    down.add("c-eu");
    Ran ran = japply(line + " --targets=all");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEqualTo("prod-eu | error: Unable to connect to the server of c-eu\n");
    assertThat(ran.status()).isEqualTo(status);
    assertThat(cluster("c-us").requests).containsExactly("GET /kube-system", "CLOSE");
    Ran skipped = japply(line + " --targets=all --skip-unreachable");
    assertThat(skipped.err())
        .contains("prod-eu | error: skipped: Unable to connect to the server of c-eu\n");
    assertThat(skipped.out() + skipped.err()).contains("staging").contains("prod-us");
    assertThat(skipped.status()).isEqualTo(status);
  }

  @Test
  void anotherClusterEndsTheRunBeforeAnythingElse() throws IOException {
    write("japply.yaml", PROJECT.replace("clusterId: id-c-eu", "clusterId: other"));
    Ran ran = japply("diff --targets=all --skip-unreachable");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith("prod-eu | error: ")
        .contains("the clusterId is \"other\", but the cluster of context \"c-eu\" has \"id-c-eu\"")
        .hasLineCount(1);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(clusters.values())
        .allSatisfy(each -> assertThat(each.requests).containsExactly("GET /kube-system", "CLOSE"));
  }

  /// Whoever may not read the namespace can use targets, unless the id must be compared.
  @Test
  void anIdMayBeHidden() {
    cluster("c-us").fail("GET /kube-system", 403, "Forbidden", "no");
    assertThat(japply("why --targets=prod-us").status()).isZero();
    cluster("c-eu").fail("GET /kube-system", 403, "Forbidden", "no");
    Ran hidden = japply("why --targets=prod-eu");
    assertThat(hidden.err()).startsWith("prod-eu | error: Error from server (Forbidden): no");
    assertThat(hidden.status()).isEqualTo(1);
    cluster("c-us").fail("GET /kube-system", 401, "Unauthorized", "log in");
    assertThat(japply("why --targets=prod-us").status()).isEqualTo(1);
  }

  @Test
  void contextsOfTheProjectAreTheGuard() throws IOException {
    write("japply.yaml", PROJECT + "contexts: [c-staging, c-us]\n");
    Ran ran = japply("diff --targets=all");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(2);
    assertThat(opened).containsOnly("c-eu");
    assertThat(japply("why --targets=staging").status()).isZero();
  }

  @Test
  void documentsHaveTheirTarget() {
    Ran ran = japply("why -o json --targets=all");
    var documents = (ListValue) Json.parse(ran.out());
    assertThat(documents.items())
        .extracting(document -> ((MapValue) document).text("target"))
        .containsExactly("staging", "prod-eu", "prod-us");
    String alone = japply("why -o json" + EU).out().strip();
    assertThat(japply("why -o json --targets=prod-eu").out())
        .isEqualTo("[{\n    \"target\": \"prod-eu\"," + alone.substring(1) + "]\n");
    down.add("c-us");
    Ran skipped = japply("diff --report=json --targets=all --skip-unreachable");
    assertThat(skipped.out())
        .contains("{\"target\":\"prod-us\",\"error\":\"skipped: Unable to connect");
    assertThat(((ListValue) Json.parse(skipped.out())).items()).hasSize(3);
    Ran lines = japply("diff --report=jsonl --targets=staging,prod-eu");
    assertThat(lines.out().lines())
        .hasSizeGreaterThan(3)
        .allSatisfy(line ->
            assertThat(((MapValue) Json.parse(line)).text("target")).isIn("staging", "prod-eu"));
  }

  @Test
  void filesAreInADirectory() throws IOException {
    assertThat(japply("snapshot --targets=all --out=DIR/out/snaps").status()).isZero();
    assertThat(names("out/snaps")).containsExactly("prod-eu.json", "prod-us.json", "staging.json");
    Ran plan = japply("plan --targets=env=prod --out=DIR/plans --report=markdown=DIR/reports");
    assertThat(plan.status()).as("%s", plan).isZero();
    assertThat(names("plans")).containsExactly("prod-eu.json", "prod-us.json");
    assertThat(names("reports")).containsExactly("prod-eu.md", "prod-us.md");
    Ran build = japply("build --targets=env=prod -o DIR/built");
    assertThat(build.status()).as("%s", build).isZero();
    assertThat(names("built")).containsExactly("prod-eu.yaml", "prod-us.yaml");
    assertThat(japply("snapshot --targets=all --out=DIR/app.yaml").err())
        .startsWith("error: ")
        .contains("with --targets, this must be a directory for a file of each target");
  }

  private Set<String> names(String folder) throws IOException {
    try (var files = Files.list(directory.resolve(folder))) {
      var names = new TreeSet<String>();
      files.forEach(file -> names.add(file.getFileName().toString()));
      return names;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff --context=c",
        "diff --server=https://x",
        "diff --cluster=x",
        "diff --user=x",
        "diff --token=x",
        "diff --live=DIR/snap.json",
        "why --insecure-skip-tls-verify",
        "check --live=DIR/snap.json",
        "build --diff=main",
        "build DIR/overlay",
        "diff -f -",
        "diff --report=markdown",
        "check --report=github",
        "diff --targets=nothing",
        "diff --targets="
      })
  void whatCannotBeUsedIsRefused(String line) {
    Ran ran = japply(line + (line.contains("--targets") ? "" : " --targets=all"));
    assertThat(ran.err()).startsWith("error: ").contains("targets").hasLineCount(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(line.matches("(diff|build --diff).*") ? 2 : 1);
    assertThat(opened).isEmpty();
  }

  @Test
  void otherErrorsBeforeARun() throws IOException {
    assertThat(japply("diff -k DIR/overlay --skip-unreachable").err())
        .isEqualTo("error: --skip-unreachable is only for --targets\n");
    assertThat(japply("apply --targets=all").err()).startsWith("error: unknown flag: --targets");
    assertThat(japply("build --targets=all").err())
        .isEqualTo(
            "error: %s:4: target staging has no kustomization to build; add kustomize: to it, or"
                    .formatted(file("japply.yaml"))
                + " select other targets\n");
    Map<String, String> program = Map.of("KUBECTL_EXTERNAL_DIFF", "diff -u");
    assertThat(japply(program, "diff --targets=all").err())
        .isEqualTo("error: --targets cannot be used with KUBECTL_EXTERNAL_DIFF\n");
  }

  /// The flags of the commands with targets, but for the global ones: each was looked at.
  @Test
  void newFlagsAreLookedAt() throws IOException {
    var known = new TreeSet<>(Files.readAllLines(Path.of(KNOWN)));
    var flags = new TreeSet<String>();
    for (String name : List.of("diff", "plan", "why", "ready", "snapshot", "check", "build")) {
      FlagSet set = Commands.parsing("japply", List.of(name)).flags();
      set.all().forEach(flag -> flags.add(flag.name()));
      assertThat(flags).contains(TargetFlags.TARGETS);
      assertThat(set.flag(TargetFlags.SKIP) == null)
          .isEqualTo(List.of("check", "build").contains(name));
    }
    assertThat(flags)
        .withFailMessage("decide whether %s can be used with --targets", flags)
        .isEqualTo(known);
  }
}
