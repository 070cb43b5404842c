package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The values that the completion of shells requests.
class CompletionLookupTest {
  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: prod
      contexts:
      - {name: prod, context: {cluster: one, user: admin@one}}
      - {name: "arn:aws:eks:eu-west-1:1:cluster/shop", context: {cluster: one, user: admin@one}}
      - {name: "$(touch /tmp/x)", context: {cluster: one, user: admin@one}}
      - {name: "a;b", context: {cluster: one, user: admin@one}}
      - {name: "-rf", context: {cluster: one, user: admin@one}}
      - {name: "two words", context: {cluster: one, user: admin@one}}
      clusters:
      - {name: one, cluster: {server: "https://fake:6443"}}
      users:
      - {name: admin@one, user: {}}
      """;

  @TempDir private Path directory;
  private final FakeCluster cluster = new FakeCluster();
  private Ran.Setting setting = new Ran.Setting(cluster);

  @BeforeEach
  void prepare() throws IOException {
    Path file = Files.writeString(directory.resolve("config"), KUBECONFIG);
    setting = setting.with(Map.of("KUBECONFIG", file.toString()));
    String manifests =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: web}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: worker}}
        ---
        {apiVersion: v1, kind: ConfigMap, metadata: {name: set, labels: {applyset.kubernetes.io/id: a}}}
        ---
        {apiVersion: v1, kind: Secret, metadata: {name: shop, labels: {applyset.kubernetes.io/id: b}}}
        """;
    assertThat(setting.reading(manifests).run("apply", "-f", "-").err()).isEmpty();
  }

  private Ran complete(String words) {
    String[] all = ("__complete " + words).split(" ", -1);
    return setting.run(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apply --context =            | prod arn:aws:eks:eu-west-1:1:cluster/shop",
        "apply =--context=p           | prod",
        "diff --require-context =arn: | arn:aws:eks:eu-west-1:1:cluster/shop",
        "apply --cluster =            | one",
        "apply --user =               | admin@one",
        "why configmaps =w            | web worker",
        "why -f x configmaps =w       | web worker",
        "why cm =we                   | web",
        "why =configmaps/wo           | configmaps/worker",
        "why configmaps web =         | ''",
        "release configmap =s         | set",
        "edit-last-applied cm web =w  | worker",
        "ready cm/web =cm/wo          | cm/worker",
        "apply view-last-applied cm = | set web worker",
        "apply --prune --applyset =   | shop configmaps/set",
        "why =configm                 | configmaps",
        "why =nothing                 | ''",
        "apply --prune-allowlist =core/v1/Conf | core/v1/ConfigMap",
        "apply =                      | ''",
        "completely wrong =           | ''",
        "why --unknown configmaps =w  | ''",
        "                             | ''",
      })
  void areThoseThatStartLikeTheWord(String words, String values) {
    Ran ran = complete(words == null ? "" : words);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out().lines().sorted())
        .containsExactlyElementsOf(
            Arrays.stream(values.split(" ", -1)).filter(word -> !word.isEmpty()).sorted().toList());
  }

  @Test
  void isSilentWithoutACluster() {
    cluster.before(
        "LIST default/configmaps",
        () -> {
          try {
            Thread.sleep(10_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    Instant start = Instant.now();
    Ran ran = complete("why configmaps =");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(8));
    assertThat(List.of(ran.out(), ran.err())).containsExactly("", "");
    setting = setting.with(Map.of("KUBECONFIG", directory.resolve("gone").toString()));
    assertThat(complete("apply --context =").err()).isEmpty();
  }

  /// A new command or flag says where its values come from.
  @Test
  void sourcesAreThoseOfFlagsAndCommands() {
    for (CommandHelp command : all(Manual.read())) {
      boolean objects = command.synopsis().contains("TYPE");
      boolean versions = command.synopsis().contains("[@VERSION]");
      assertThat(command.source().isPresent()).as(command.name()).isEqualTo(objects || versions);
    }
    List<String> names =
        all(Manual.read()).stream()
            .flatMap(command -> command.flags().stream())
            .filter(flag -> flag.source().isPresent())
            .map(flag -> flag.names().getLast())
            .distinct()
            .toList();
    assertThat(names)
        .containsExactlyInAnyOrder(
            "--context",
            "--require-context",
            "--cluster",
            "--user",
            "--namespace",
            "--applyset",
            "--adopt-from",
            "--prune-allowlist");
  }

  private static List<CommandHelp> all(CommandHelp command) {
    return Stream.concat(
            Stream.of(command), command.commands().stream().flatMap(below -> all(below).stream()))
        .toList();
  }
}
