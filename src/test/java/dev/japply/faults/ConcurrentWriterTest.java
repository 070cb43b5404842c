package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.Requests;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.TestCluster.Outcome;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Relay.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody else writes between japply's read and its patch. A patch that replaces a list whole
/// carries the version that was read, so the server refuses it and japply starts again.
@UsesTestCluster
class ConcurrentWriterTest {
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: dns}
      spec:
        selector: {app: dns}
        ports:
        - {name: tcp, port: 53, protocol: TCP}
      """;
  private static final String UDP = "  - {name: udp, port: 53, protocol: UDP}\n";
  private static final String PORTS =
      "jsonpath={range .spec.ports[*]}{.name}:{.port}/{.protocol};{end}";

  private final TestCluster server;
  @TempDir private Path home;
  private String namespace = "";

  ConcurrentWriterTest(TestCluster server) {
    this.server = server;
  }

  @BeforeEach
  void create() {
    namespace = server.newNamespace();
    assertThat(apply(SERVICE, 0, "").out()).isEqualTo("service/dns created\n");
  }

  @Test
  void startsAgainAndKeepsWhatTheOtherWrote() {
    Requests requests = Requests.in(server, namespace);
    Outcome outcome = apply(SERVICE + UDP, 1, addsPort(9000));
    assertThat(outcome).isEqualTo(new Outcome(0, "service/dns configured\n", ""));
    assertThat(requests.sinceThen())
        .containsExactly("get dns", "patch dns", "get dns", "patch dns");
    assertThat(ports()).isEqualTo("other:9000/TCP;tcp:53/TCP;udp:53/UDP;");
    assertThat(apply(SERVICE + UDP, 0, "").out()).isEqualTo("service/dns unchanged\n");
  }

  @Test
  void givesUpAfterFiveMoreTries() {
    Requests requests = Requests.in(server, namespace);
    String moves = "{\"spec\":{\"ports\":[{\"port\":53,\"targetPort\":100%d}]}}";
    Outcome outcome = apply(SERVICE + UDP, 6, moves);
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("error: STDIN:1: Service " + namespace + "/dns: ")
        .contains("the object has been modified");
    assertThat(requests.sinceThen().stream().filter(r -> r.startsWith("patch"))).hasSize(6);
    assertThat(ports()).isEqualTo("tcp:53/TCP;");
  }

  /// Nothing moves that the patch is about, so it does not count how often somebody writes.
  @Test
  void goesOnWhileOthersWriteSomethingElse() {
    Outcome outcome = apply(SERVICE + UDP, 8, "{\"metadata\":{\"labels\":{\"n\":\"%d\"}}}");
    assertThat(outcome).isEqualTo(new Outcome(0, "service/dns configured\n", ""));
    assertThat(ports()).isEqualTo("tcp:53/TCP;udp:53/UDP;");
  }

  @Test
  void aPatchOfOtherFieldsNeedsNoSecondTry() {
    Requests requests = Requests.in(server, namespace);
    String other = SERVICE.replace("app: dns", "app: other");
    assertThat(apply(other, 1, addsPort(9000)).out()).isEqualTo("service/dns configured\n");
    assertThat(requests.sinceThen()).containsExactly("get dns", "patch dns");
    assertThat(ports()).contains("other:9000/TCP;");
  }

  private static String addsPort(int port) {
    return "{\"spec\":{\"ports\":[{\"name\":\"other\",\"port\":" + port + "}]}}";
  }

  private String ports() {
    return server.kubectl("get", "service", "dns", "-n", namespace, "-o", PORTS).orFail().out();
  }

  /// Applies, while somebody else sends `patch` after each of the first reads.
  private Outcome apply(String manifest, int times, String patch) {
    var reads = new AtomicInteger();
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      relay.begin((request, forward) -> {
        var answer = new Reply.Whole(forward.send());
        if (request.isOfObject() && !request.isWrite() && reads.incrementAndGet() <= times) {
          write(patch, reads.get());
        }
        return answer;
      });
      List<String> args = List.of("apply", "-n", namespace, "-s", relay.url(), "-f", "-");
      Program.Said said = Program.run(Map.of("HOME", home.toString()), manifest, args);
      return new Outcome(said.status(), said.out(), said.err());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String patch, int n) {
    String body = patch.replace("%d", Integer.toString(n));
    server.kubectl("patch", "service", "dns", "-n", namespace, "-p", body).orFail();
  }
}
