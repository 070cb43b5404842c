package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.Program;
import dev.japply.cluster.ClusterException;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of snapshots that cannot be taken or used, and of what they do not have.
class SnapshotRefusalTest extends WithSnapshots {
  private static final String MAP =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},"
          + "\"data\":{\"k\":\"v\"}}\n";

  private static final String OTHER = MAP.replace("\"c\"", "\"d\"");

  private void taken() {
    japply(MAP, "apply", "-f", "-");
    assertThat(snapshot(MAP).status()).isZero();
    cluster.requests.clear();
  }

  /// An object whose type may not be read is reported, and an unreachable server is one error.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureIsOfOneTypeOrOfAll(boolean one) {
    cluster.before(
        "SCHEMA v1",
        () -> {
          throw one
              ? new ClusterException(403, "Forbidden", "not you", MapValue.EMPTY)
              : new ClusterException(ClusterException.Kind.REFUSED, "gone", "", null);
        });
    Ran ran = snapshot(MAP);
    assertThat(ran.status()).as("%s", ran).isEqualTo(1);
    assertThat(ran.err().contains("STDIN:1: ConfigMap")).as("%s", ran).isEqualTo(one);
    assertThat(ran.err()).contains(one ? "not you" : "gone");
  }

  /// With the connector of the program, an empty environment and no home.
  @Test
  void needsNeitherKubeconfigNorCluster() {
    taken();
    Ran ran =
        Ran.reading(
            MAP.replace("\"v\"", "\"w\""),
            "diff",
            "--summary=false",
            "-f",
            "-",
            "--live",
            file.toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("-  k: v\n+  k: w\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  /// A kubeconfig that leads to a server makes no difference.
  @Test
  void connectsToNothing() throws IOException {
    taken();
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(300);
      Path config =
          Files.writeString(
              directory.resolve("config"),
              """
              {"apiVersion":"v1","kind":"Config","current-context":"c",
               "clusters":[{"name":"c","cluster":{"server":"https://127.0.0.1:%d"}}],
               "users":[{"name":"u","user":{"token":"t"}}],
               "contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}]}
              """
                  .formatted(server.getLocalPort()));
      for (String command : List.of("diff", "why", "plan")) {
        List<String> args = List.of(command, "-f", "-", "--live", file.toString());
        Program.Said said = Program.run(Map.of("KUBECONFIG", config.toString()), MAP, args);
        assertThat(said.status()).as(said.err()).isZero();
      }
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void whatIsNotInItIsNotAbsent() {
    taken();
    String unknown =
        ("error: STDIN:3: ConfigMap d: the snapshot %1$s does not have it in namespace default;"
                + " take it again with these manifests: `japply snapshot -f … --out %1$s`\n")
            .formatted(file);
    Ran diff = offline(MAP.replace("\"v\"", "\"w\"") + "---\n" + OTHER, "diff", "--summary=false");
    assertThat(diff.err()).isEqualTo(unknown);
    assertThat(diff.out()).contains("+  k: w").doesNotContain("name: d");
    assertThat(diff.status()).isEqualTo(2);
    Ran why = offline(MAP + "---\n" + OTHER, "why");
    assertThat(why.err()).isEqualTo(unknown);
    assertThat(why.out()).contains("nothing changes: 1 object stays as it is");
    assertThat(why.status()).isEqualTo(1);
    String out = directory.resolve("plan.json").toString();
    Ran plan = offline(MAP + "---\n" + OTHER, "plan", "--summary=false", "--out", out);
    assertThat(plan.err()).startsWith(unknown).contains("no plan was written");
    assertThat(plan.status()).isEqualTo(1);
    assertThat(directory.resolve("plan.json")).doesNotExist();
    assertThat(snapshot(MAP + "---\n" + OTHER).status()).isZero();
    assertThat(offline(OTHER, "diff", "--summary=false").out()).contains("+  name: d");
  }

  @Test
  void aTypeOfWhichItSaysNothingIsNotUnknownToTheCluster() {
    taken();
    Ran ran = offline(MAP.replace("ConfigMap", "Secret"), "diff", "--summary=false");
    assertThat(ran.err()).contains("Secret c: the snapshot ").contains(" does not have it; take");
    assertThat(ran.status()).isEqualTo(2);
  }

  /// A type that the manifests bring has no objects yet.
  @Test
  void typesToComeAreNotServed() {
    String gadgets =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: gadgets.example.org}
        spec:
          group: example.org
          scope: Namespaced
          names: {plural: gadgets, kind: Gadget}
          versions: [{name: v1, served: true, storage: true}]
        ---
        {apiVersion: example.org/v1, kind: Gadget, metadata: {name: g}}
        """;
    assertThat(snapshot(gadgets).status()).isZero();
    assertSame(gadgets, "diff", "--summary=false");
    assertThat(offline(gadgets, "diff").out()).contains("example.org.v1.Gadget.default.g");
  }

  @ParameterizedTest
  @ValueSource(strings = {"objects", "namespace", "salt", "cluster", "types", "schemas"})
  void refusesAnEditedOne(String field) throws IOException {
    taken();
    Value other = document().get(field) instanceof ListValue ? ListValue.of() : Value.text("x");
    Files.writeString(file, GoJson.write(document().with(field, other)));
    assertRefused("this snapshot was changed after it was made; take it again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apiVersion | japply.dev/v2 | this snapshot has the format japply.dev/v2, and this japply"
            + " reads japply.dev/v1; use the japply that made it, or take it again",
        "kind | Plan | this is no snapshot, but a plan; `japply show` prints it, and `japply apply"
            + " --plan` carries it out",
        "kind | Why | this is no snapshot; make one by `japply snapshot -f … --out FILE`",
        "apiVersion | v1 | this is no snapshot; make one by `japply snapshot -f … --out FILE`",
      })
  void refusesOtherFormats(String field, String value, String problem) throws IOException {
    taken();
    forge(document().with(field, Value.text(value)));
    assertRefused(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "kind: Snapshot", "null", "\u0000\u0001", "{\"a\":1} x"})
  void refusesGarbage(String text) throws IOException {
    Files.writeString(file, text);
    assertRefused("this is no snapshot; make one by `japply snapshot -f … --out FILE`");
  }

  @Test
  void refusesWhatIsDeepOrLarge() throws IOException {
    Files.writeString(file, "[".repeat(1_000_000));
    assertRefused("this is no snapshot; make one by `japply snapshot -f … --out FILE`");
    taken();
    Ran ran =
        new Ran.Setting(cluster)
            .with(Map.of("JAPPLY_MAX_BYTES", "100"))
            .reading(OTHER)
            .offline("diff", "-f", "-", "--live", file.toString());
    assertThat(ran.err()).contains("snap.json: cannot be read: larger than 100 bytes; set JAPPLY_");
    Files.delete(file);
    assertRefused("cannot be read: no such file or directory");
    Files.createDirectory(file);
    assertRefused("cannot be read: is a directory");
  }

  /// Whoever edits a snapshot can make its digest anew. It is refused in one line all the same, or
  /// taken for what it says, and what it says does not steer the terminal.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "objects | [1] | objects",
        "objects | [{'apiVersion':'v1','kind':'ConfigMap'}] | name",
        "objects | [{'apiVersion':'v1','kind':1,'name':'c'}] | kind",
        "objects | [{'apiVersion':'v1','kind':'ConfigMap','name':'c','live':[]}] | live",
        "objects | {} | objects",
        "types | [{'kind':'ConfigMap'}] | apiVersion",
        "types | [{'apiVersion':'v1','kind':'ConfigMap','plural':'c'}] | namespaced",
        "schemas | [{}] | schemas",
        "schemas | [{'objects':{},'strategic':[],'types':{'a':{'f':{'b':[1,2,3]}}}}] | schemas",
        "cluster | {} | server",
        "cluster | [] | cluster",
        "created | {} | created",
        "salt | 7 | salt",
      })
  void refusesWhatIsForged(String field, String value, String wrong) throws IOException {
    taken();
    Value forged = json("{'x':" + value + "}").get("x") instanceof Value there ? there : Value.NULL;
    forge(document().with(field, forged));
    assertRefused("not as it was stored: \"" + wrong + "\" is missing or wrong; make it again");
  }

  @Test
  void whatIsForgedDoesNotSteerTheTerminal() throws IOException {
    taken();
    forge(document().with("cluster", json("{'server':'https://x\\u001b[2J\\nerror: y'}")));
    Ran ran = offline(MAP, "plan");
    assertThat(ran.out() + ran.err()).doesNotContain("\u001b").doesNotContain("\nerror: y");
  }

  private void assertRefused(String problem) {
    for (String command : List.of("diff", "why", "plan")) {
      Ran ran = offline(MAP, command);
      assertThat(ran.err()).isEqualTo("error: " + file + ": " + problem + "\n");
      assertThat(ran.out()).isEmpty();
      assertThat(ran.status()).isEqualTo(command.equals("diff") ? 2 : 1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "diff --server-side | --live cannot be used with --server-side, where the server merges",
        "diff --prune | --live cannot be used with pruning: a snapshot only has the objects",
        "plan --prune --all | --live cannot be used with pruning: a snapshot only has the objects",
        "diff --prune --applyset=a | --live cannot be used with pruning: a snapshot only has the"
            + " objects",
        "diff --context=a | --live cannot be used with flags that choose a cluster or a user",
        "why --kubeconfig=a | --live cannot be used with flags that choose a cluster or a user",
        "plan --require-context=a | --live cannot be used with flags that choose a cluster or a",
        "plan --server=a | --live cannot be used with flags that choose a cluster or a user",
        "plan --token=a | --live cannot be used with flags that choose a cluster or a user",
        "diff --show-secrets | --live cannot be used with --show-secrets: a snapshot does not have",
        "why --show-secrets | --live cannot be used with --show-secrets: a snapshot does not have",
        "plan --show-secrets | --live cannot be used with --show-secrets: a snapshot does not have",
        "apply | unknown flag: --live",
        "set-last-applied | unknown flag: --live",
        "snapshot | unknown flag: --live",
        "release spec.x | unknown flag: --live",
      })
  void saysWhichFlagsMakeNoSense(String command, String problem) {
    taken();
    Ran ran = offline(MAP, command.split(" ", -1));
    assertThat(ran.err()).contains(problem);
    assertThat(ran.status()).isNotZero();
  }

  @Test
  void isNotForTheBlameOfLiveObjects() {
    assertThat(japply("", "why", "configmap", "c", "--live=x").err())
        .contains("--selector, --local, --live, --ignore and --report only work with -f");
    assertThat(japply(MAP, "snapshot", "-f", "-").err()).contains("must specify --out");
    assertThat(japply(MAP, "snapshot", "--out=x").err()).contains("must specify one of -f and -k");
    assertThat(snapshot("").err()).contains("no objects passed to snapshot");
    assertThat(japply(MAP, "snapshot", "-f", "-", "--out=x", "y").err()).contains("y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ConfigMap | GET default/c | STDIN:1: ConfigMap default/c: Error from server (Forbidden):"
            + " no",
        "Gadget | GET default/x | Gadget c: no matches for kind \"Gadget\" in version \"v1\"",
      })
  void isWrittenWholeOrNot(String kind, String request, String problem) throws IOException {
    taken();
    String before = Files.readString(file);
    cluster.fail(request, 403, "Forbidden", "no");
    Ran ran = snapshot(MAP.replace("ConfigMap", kind) + "---\n" + OTHER);
    assertThat(ran.err())
        .contains(problem)
        .endsWith("error: no snapshot was written, since not all objects could be read\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void refusesAPlaceWhereNoFileCanBe() {
    Ran ran = japply(MAP, "snapshot", "-f", "-", "--out", file + "/no/snap.json");
    assertThat(ran.err())
        .isEqualTo(
            ("error: %s/no/snap.json: cannot be written: no such file or directory;"
                    + " create the directory, or name another file\n")
                .formatted(file));
    assertThat(cluster.requests).isEmpty();
  }

  @Test
  void objectsNeedNames() {
    Ran ran = snapshot(MAP.replace("\"name\":\"c\"", "\"generateName\":\"c\""));
    assertThat(ran.err()).contains("cannot use generate name").contains("no snapshot was written");
  }
}
