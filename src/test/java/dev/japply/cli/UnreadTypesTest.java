package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Types of which the server does not say how it serves them keep nothing else from being applied.
class UnreadTypesTest {
  private static final String INPUT =
      """
      {apiVersion: example.com/v1, kind: Widget, metadata: {name: w}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
      ---
      {apiVersion: example.com/v1, kind: Widget, metadata: {name: x}}
      """;
  private static final String AWAY = "the server is currently unable to handle the request";
  private static final String HINT =
      "; `kubectl get apiservice v1.example.com` may show the cause; apply again when it is"
          + " available\n";

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);

  private static ClusterException away() {
    return new ClusterException(503, "ServiceUnavailable", AWAY, MapValue.EMPTY);
  }

  private Ran apply(String input, String... flags) {
    var args = new ArrayList<>(List.of("apply", "-f", "-"));
    args.addAll(List.of(flags));
    return setting.reading(input).run(args.toArray(String[]::new));
  }

  @Test
  void eachOfTheirObjectsFailsAndTheOthersAreApplied() {
    cluster.unread.put("example.com/v1", away());
    Ran ran = apply(INPUT);
    String why =
        "no matches for kind \"Widget\" in version \"example.com/v1\": Error from server"
            + " (ServiceUnavailable): "
            + AWAY
            + HINT;
    assertThat(ran.err())
        .isEqualTo("error: STDIN:1: Widget w: " + why + "error: STDIN:5: Widget x: " + why);
    assertThat(ran.out()).isEqualTo("configmap/c created\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void soItIsInDiff() {
    cluster.unread.put("example.com/v1", away());
    Ran ran = setting.reading(INPUT).run("diff", "-f", "-");
    assertThat(ran.err()).contains("STDIN:1: Widget w: no matches", "STDIN:5: Widget x: no match");
    assertThat(ran.out()).contains("+++ MERGED/v1.ConfigMap.default.c");
    assertThat(ran.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "UNAUTHORIZED",
        "REFUSED",
        "UNKNOWN_HOST",
        "UNREACHABLE",
        "TLS",
        "CUT",
        "CONFIGURATION"
      })
  void aServerThatCannotBeAskedIsToldOnce(Kind kind) {
    cluster.unread.put("example.com/v1", new ClusterException(kind, "no", "", null));
    Ran ran = apply(INPUT);
    assertThat(ran.err()).isEqualTo("error: no\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BROKEN", "TIMEOUT"})
  void soIsOneThatSaysNothingAtAll(Kind kind) {
    cluster.unread.put("example.com/v1", new ClusterException(kind, "no", "", null));
    assertThat(apply(INPUT).out()).isEqualTo("configmap/c created\n");
    cluster.unread.put("v1", new ClusterException(kind, "no", "", null));
    assertThat(apply(INPUT).err()).isEqualTo("error: no\n");
  }

  @Test
  void theyAreNotPrunedAndTheRestIs() {
    cluster.unread.put("example.com/v1", away());
    apply(INPUT.replace("name: c", "name: old, labels: {l: x}"));
    Ran ran =
        apply(
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {l: x}}}",
            "--prune",
            "-l=l=x",
            "--prune-allowlist=example.com/v1/Widget",
            "--prune-allowlist=core/v1/ConfigMap");
    assertThat(ran.out()).isEqualTo("configmap/c created\nconfigmap/old pruned\n");
    assertThat(ran.err())
        .endsWith(
            "error: error retrieving RESTMappings to prune: no matches for kind \"Widget\" in"
                + " version \"example.com/v1\": Error from server (ServiceUnavailable): "
                + AWAY
                + HINT);
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void aSetKeepsTheRecordOfThem() {
    String widget = INPUT.substring(INPUT.lastIndexOf("---") + 4);
    String[] set = {"--prune", "--applyset=configmap/set", "-n", "default"};
    assertThat(apply(INPUT, set).status()).isZero();
    cluster.unread.put("example.com/v1", away());
    Ran ran = apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: d}}", set);
    assertThat(ran.out()).isEqualTo("configmap/d created\nconfigmap/c pruned\n");
    assertThat(ran.err())
        .contains("error: parsing ApplySet annotation on \"configmaps./set\"", "Widget", AWAY);
    assertThat(ran.status()).isEqualTo(1);
    cluster.unread.clear();
    assertThat(apply(widget, set).out())
        .contains("widget.example.com/x unchanged\n", "configmap/d pruned\n");
    assertThat(cluster.objects.keySet()).doesNotContain("widgets default/w");
  }

  /// An object that may not be read does not hide the others, and an unreachable server is one
  /// error.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureIsOfOneLiveObjectOrOfAll(boolean one) {
    for (String name : List.of("a", "b")) {
      cluster.put(
          MapValue.of("apiVersion", Value.text("v1"))
              .with("kind", Value.text("ConfigMap"))
              .with(
                  "metadata",
                  MapValue.of("name", Value.text(name)).with("namespace", Value.text("default"))));
    }
    cluster.before(
        "GET default/a",
        () -> {
          throw one
              ? new ClusterException(403, "Forbidden", "not you", MapValue.EMPTY)
              : new ClusterException(Kind.REFUSED, "gone", "", null);
        });
    Ran ran = setting.run("apply", "view-last-applied", "configmap/a", "configmap/b");
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err()).contains(one ? "not you" : "gone");
    assertThat(cluster.requests.contains("GET default/b")).isEqualTo(one);
  }
}
