package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Members of an ApplySet do not become members of another one in silence.
class ForeignSetTest {
  private static final String A =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}
      """;
  private static final String B = A.replace("\"a\"", "\"b\"");

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir private Path directory;

  private Ran apply(String manifest, String set, String... more) {
    return run("apply", manifest, set, more);
  }

  private Ran run(String command, String manifest, String set, String... more) {
    var args = new ArrayList<>(List.of(command, "-f", "-", "--prune", "-n", "default"));
    args.add("--applyset=configmap/" + set);
    args.addAll(List.of(more));
    return setting.reading(manifest).run(args.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side", "--concurrency=2", "--dry-run=server"})
  void aMisspeltNameIsRefusedBeforeAnythingIsWritten(String flag) {
    assertThat(apply(A + B, "shop").status()).isZero();
    var before = Map.copyOf(cluster.objects);
    Ran ran = apply(A + B, "shpo", flag);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "STDIN:1: ConfigMap default/a: with 1 more object belongs to ApplySet"
                + " \"configmaps/shop\", not to \"configmaps/shpo\"; correct --applyset, or take it"
                + " over with --adopt-from=configmaps/shop");
    assertThat(cluster.objects).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"diff, 2", "plan, 1"})
  void previewsRefuseWhatAnApplyRefuses(String command, int status) {
    assertThat(apply(A + B, "shop").status()).isZero();
    Ran ran = run(command, A.replace("}}", "},\"data\":{\"k\":\"v\"}}") + B, "shpo");
    assertThat(ran.status()).as("%s", ran).isEqualTo(status);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:1: ConfigMap default/a: with 1 more object belongs to ApplySet"
                + " \"configmaps/shop\", not to \"configmaps/shpo\"; correct --applyset, or take it"
                + " over with --adopt-from=configmaps/shop\n");
    assertThat(run(command, A + B, "shpo", "--adopt-from=configmap/shop").err()).isEmpty();
  }

  @Test
  void aPlanTakesMembersOverIfItWasMadeSo() {
    assertThat(apply(A + B, "shop").status()).isZero();
    String plan = "--out=" + directory.resolve("plan.json");
    Ran planned = run("plan", A, "other", "--adopt-from=configmap/shop", plan);
    assertThat(planned.status()).as("%s", planned).isZero();
    String file = plan.replace("--out", "--plan");
    Ran ran = setting.reading(A).run("apply", "-f", "-", "-n", "default", file);
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(apply(A, "other").status()).isZero();
    assertThat(apply(A, "shop").err()).contains("belongs to ApplySet \"configmaps/other\"");
  }

  @Test
  void aSetThatIsGoneIsNamedByItsId() {
    assertThat(apply(A, "shop").status()).isZero();
    cluster.objects.remove("configmaps default/shop");
    assertThat(apply(A, "other").err())
        .contains("ConfigMap default/a: belongs to ApplySet \"applyset-")
        .contains("correct --applyset, or take it over with --adopt-from=applyset-");
  }

  @Test
  void theFlagTakesMembersOver() {
    assertThat(apply(A + B, "shop").status()).isZero();
    assertThat(apply(A + B, "other", "--adopt-from=configmap/third").status()).isEqualTo(1);
    Ran ran = apply(A + B, "other", "--adopt-from=configmap/shop");
    assertThat(ran.status()).as("%s", ran).isZero();
    assertThat(apply(A + B, "other").status()).isZero();
    assertThat(apply(A, "other").out()).contains("configmap/b pruned\n");
  }

  @Test
  void kubectlsWayTakesThemOver() {
    assertThat(apply(A, "shop").status()).isZero();
    Ran ran =
        setting
            .with(Map.of("KUBECTL_APPLYSET", "true"))
            .reading(A)
            .run(
                "apply",
                "-f",
                "-",
                "--prune",
                "-n",
                "default",
                "--applyset=configmap/other",
                "--compat=kubectl");
    assertThat(ran.status()).as("%s", ran).isZero();
  }

  @Test
  void theFlagIsForSetsAlone() {
    Ran ran = setting.reading(A).run("apply", "-f", "-", "--adopt-from=configmap/shop");
    assertThat(ran.err()).contains("--adopt-from requires --applyset");
  }
}
