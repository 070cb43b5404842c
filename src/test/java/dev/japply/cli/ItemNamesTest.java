package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The names of list items are the same in all commands, also for a port number that is there for
/// TCP and UDP.
class ItemNamesTest extends WithPlans {
  private static final String OF_TCP =
      "spec.template.spec.containers[name=dns].ports[containerPort=53,protocol=TCP].name";
  private static final String DNS = "deployments default/dns";

  private String now = "";
  private Path plan = Path.of("");
  private Path undo = Path.of("");
  @TempDir private Path home;

  @BeforeEach
  void prepare() {
    plan = home.resolve("plan.json");
    undo = home.resolve("undo.jsonl");
  }

  private static String dns(String protocol, String name) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: dns}
    spec:
      selector: {matchLabels: {app: dns}}
      template:
        metadata: {labels: {app: dns}}
        spec:
          containers:
          - name: dns
            image: dns:1
            ports:
            - {containerPort: 53, protocol: UDP, name: dns-udp}
            - {containerPort: 53, %s name: %s}
    """
        .formatted(protocol, name);
  }

  /// Applies the object as a server stores it, with the default of the protocol.
  private void applied(String protocol) {
    japply(dns(protocol, "dns-tcp"), "apply", "-f", "-");
    if (protocol.isEmpty()) {
      String stored = "{\"containerPort\":53,\"protocol\":\"TCP\",\"name\":\"dns-tcp\"}";
      change("{\"containerPort\":53,\"name\":\"dns-tcp\"}", stored);
    }
    now = dns(protocol, "dns-new");
  }

  private void change(String from, String to) {
    MapValue live = cluster.object(DNS);
    MapValue spec = (MapValue) Json.parse(GoJson.write(live.map("spec")).replace(from, to));
    cluster.put(live.with("spec", spec));
  }

  private static void assertNamed(Ran ran) {
    assertThat(ran.out() + ran.err())
        .as("%s", ran)
        .containsPattern("\n  \\Q" + OF_TCP + "\\E\\s+\"dns-(tcp|new)\" +\"dns-(tcp|new)\"[ \n]")
        .doesNotContain("].ports ", "].ports\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol: TCP,", ""})
  void allCommandsNameThePortAlike(String protocol) {
    applied(protocol);
    assertNamed(japply(now, "why", "-f", "-", "--local"));
    Ran why = japply(now, "diff", "-f", "-", "--local", "--why");
    assertThat(why.out()).as("%s", why).contains(OF_TCP + ": changed in the manifest");
    assertNamed(japply(now, "plan", "-f", "-", "--local", "--out", plan.toString()));
    assertNamed(japply("", "show", plan.toString()));
    assertThat(japply(now, "why", "-f", "-", "--local", "-o", "json").out())
        .contains("\"path\": \"" + OF_TCP + "\"");
    Ran run = japply(now, "apply", "-f", "-", "--undo-file", undo.toString());
    assertThat(run.status()).as("%s", run).isZero();
    if (!protocol.isEmpty()) { // else the cluster of this test lacks the protocol, unlike a server
      assertNamed(japply("", "show", undo.toString()));
      assertNamed(japply("", "undo", undo.toString(), "--yes", "--dry-run=client"));
    }
  }

  @Test
  void aStalePlanNamesThePort() {
    applied("protocol: TCP,");
    japply(now, "plan", "-f", "-", "--local", "--out", plan.toString());
    change("\"name\":\"dns-tcp\"", "\"name\":\"theirs\"");
    Ran stale = japply(now, "apply", "-f", "-", "--plan", plan.toString());
    assertThat(stale.err()).contains("changed since it was planned: " + OF_TCP + ";");
    assertThat(stale.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol: TCP,", ""})
  void aConflictNamesThePort(String protocol) {
    applied(protocol);
    change("\"name\":\"dns-tcp\"", "\"name\":\"theirs\"");
    Ran refused = japply(now, "apply", "-f", "-", "--overwrite=false");
    assertThat(refused.err())
        .contains("STDIN:14: Deployment default/dns: " + OF_TCP + ": the manifest has \"dns-new\"");
    assertThat(refused.status()).isEqualTo(1);
  }

  @Test
  void aConflictOfAnUndoNamesThePort() {
    applied("protocol: TCP,");
    japply(now, "apply", "-f", "-", "--undo-file", undo.toString());
    change("\"name\":\"dns-new\"", "\"name\":\"theirs\"");
    Ran refused = japply("", "undo", undo.toString(), "--yes");
    assertThat(refused.err()).contains(OF_TCP + ": changed since the run: it is \"theirs\"");
  }

  @Test
  void anIgnoredPortHasTheSameName() {
    applied("protocol: TCP,");
    change("\"name\":\"dns-tcp\"", "\"name\":\"theirs\"");
    String[] why = {"why", "-f", "-", "--local", "--show=all", "--ignore", OF_TCP};
    assertThat(japply(now, why).out()).contains(OF_TCP).doesNotContain("].ports ");
    change("{\"containerPort\":53,\"name\":\"dns-udp\",\"protocol\":\"UDP\"},", "");
    String other = now.replace("- {containerPort: 53, protocol: UDP, name: dns-udp}", "");
    assertThat(japply(other, why).out())
        .contains("containers[name=dns].ports[containerPort=53].name")
        .doesNotContain(OF_TCP + " ");
  }

  /// Without a repeated number, the merge key is enough.
  @Test
  void otherPortsKeepTheirShortName() {
    applied("protocol: TCP,");
    change("{\"containerPort\":53,\"name\":\"dns-udp\",\"protocol\":\"UDP\"},", "");
    String other = now.replace("- {containerPort: 53, protocol: UDP, name: dns-udp}", "");
    String name = "spec.template.spec.containers[name=dns].ports[containerPort=53].name";
    assertThat(japply(other, "why", "-f", "-", "--local").out()).contains(name);
  }
}
