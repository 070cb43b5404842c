package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.kpt.GitFolder;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        .containsPattern(
            "\n  ~ \\Q" + OF_TCP + "\\E\n +- \"dns-(tcp|new)\"\n +\\+ \"dns-(tcp|new)\"\n")
        .doesNotContain("].ports ", "].ports\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol: TCP,", ""})
  void allCommandsNameThePortAlike(String protocol) {
    applied(protocol);
    assertNamed(japply(now, "why", "-f", "-", "--local"));
    Ran why = japply(now, "diff", "-f", "-", "--local", "--why");
    assertThat(why.out()).as("%s", why).contains("# ~ " + OF_TCP + "  ");
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

  /// The port gets a name that nobody else has given it: what shows the change names it alike.
  @ParameterizedTest
  @CsvSource({
    "diff, json",
    "diff, html",
    "diff, markdown",
    "plan, json",
    "plan, html",
    "plan, markdown",
    "why, json",
    "why, html",
    "why, markdown",
    "apply, json",
    "apply, html",
    "apply, markdown"
  })
  void allReportsNameThePort(String command, String format) {
    applied("");
    Path report = home.resolve("report");
    String[] run = {command, "-f", "-", "--report=" + format + "=" + report};
    Ran ran = japply(now, run);
    assertThat(written(report))
        .as("%s", ran)
        .contains(OF_TCP)
        .doesNotContain("].ports ", "].ports\"", "].ports<", "].ports[0]", "].ports[1]");
  }

  /// Without the markup of comments.
  private static String written(Path report) {
    try {
      return Files.readString(report).replace("\\", "").replace("<wbr>", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol: TCP,", ""})
  void aConflictOfAMergeNamesThePort(String protocol) throws IOException {
    Files.writeString(home.resolve("last.yaml"), dns(protocol, "dns-tcp"));
    Files.writeString(home.resolve("config.yaml"), dns(protocol, "dns-new"));
    Files.writeString(home.resolve("live.yaml"), dns("protocol: TCP,", "theirs"));
    Ran merge =
        new Ran.Setting(cluster)
            .offline(
                "merge",
                "--last-applied=" + home.resolve("last.yaml"),
                "--config=" + home.resolve("config.yaml"),
                "--live=" + home.resolve("live.yaml"),
                "--overwrite=false",
                "-o=json");
    assertThat(merge.err()).contains(OF_TCP + ": the manifest has \"dns-new\"");
    assertThat(merge.out()).contains("\"" + OF_TCP + "\"");
  }

  @ParameterizedTest
  @CsvSource({"'protocol: TCP,', 'protocol: TCP,'", "'', ''", "'', 'protocol: TCP,'"})
  @Tag("process")
  void aComparisonOfBuildsNamesThePort(String before, String after) throws Exception {
    GitFolder git = GitFolder.in(home.resolve("repository"));
    git.write("kustomization.yaml", "resources: [dns.yaml]\n");
    git.write("dns.yaml", dns(before, "dns-tcp"));
    git.commit();
    git.write("dns.yaml", dns(after, "dns-new"));
    for (String report : List.of("", "--report=json", "--report=html", "--report=markdown")) {
      Path page = home.resolve("report");
      String folder = git.path().toString();
      String[] flags = report.isEmpty() ? new String[] {} : new String[] {report + "=" + page};
      var command = new ArrayList<>(List.of("build", "--diff", "HEAD", folder));
      command.addAll(List.of(flags));
      Ran ran = new Ran.Setting(cluster).offline(command.toArray(String[]::new));
      assertThat(ran.out())
          .as("%s", ran)
          .contains("# " + OF_TCP + ": set by " + folder + "/dns.yaml:14\n")
          .doesNotContain("# spec.template.spec.containers[name=dns].ports:");
      assertThat(report.isEmpty() ? OF_TCP : written(page)).as(report).contains(OF_TCP);
    }
  }

  /// A port of the same number comes for another protocol, and the manifest leaves out that of the
  /// first.
  @Test
  @Tag("process")
  void aComparisonOfBuildsNamesAPortThatComes() throws Exception {
    GitFolder git = GitFolder.in(home.resolve("repository"));
    git.write("kustomization.yaml", "resources: [dns.yaml]\n");
    String both = dns("", "dns-tcp");
    git.write("dns.yaml", both.replaceAll(".*protocol: UDP.*\n", ""));
    git.commit();
    git.write("dns.yaml", both);
    Ran ran = new Ran.Setting(cluster).offline("build", "--diff=HEAD", git.path().toString());
    assertThat(ran.out())
        .contains("# " + OF_TCP.replace("TCP].name", "UDP]") + ": set by " + git.path())
        .contains("/dns.yaml:13\n");
    git.write("dns.yaml", dns("protocol: TCP,", "dns-tcp"));
    git.commit();
    git.write("dns.yaml", both);
    Ran only = new Ran.Setting(cluster).offline("build", "--diff=HEAD", git.path().toString());
    assertThat(only.out()).contains("# spec.template.spec.containers[name=dns].ports");
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
