package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.Gateway.Fault;
import dev.japply.e2e.TestCluster.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// A gateway before the real server loses answers to writes.
@UsesTestCluster
class LostAnswersTest {
  private static final String OLD =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: a}}";
  private static final String NEW = OLD.replace("k: a", "k: b");

  private final TestCluster server;
  @TempDir private Path home;

  LostAnswersTest(TestCluster server) {
    this.server = server;
  }

  private Outcome apply(Gateway gateway, String namespace, String manifest) {
    List<String> args = List.of("apply", "-s", gateway.url(), "-n", namespace, "-f", "-");
    Program.Said said = Program.run(Map.of("HOME", home.toString()), manifest, args);
    return new Outcome(said.status(), said.out(), said.err());
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "SILENCE", mode = Mode.EXCLUDE)
  void whatWasDoneIsFoundOut(Fault fault) throws IOException {
    String namespace = server.newNamespace();
    try (var proxy = KubectlProxy.start(server);
        var gateway = new Gateway(proxy.url())) {
      gateway.next(fault);
      assertThat(apply(gateway, namespace, OLD))
          .isEqualTo(new Outcome(0, "configmap/c created\n", ""));
      gateway.next(fault);
      assertThat(apply(gateway, namespace, NEW))
          .isEqualTo(new Outcome(0, "configmap/c configured\n", ""));
      assertThat(apply(gateway, namespace, NEW).out()).isEqualTo("configmap/c unchanged\n");
      assertThat(gateway.methods())
          .isEqualTo(
              fault == Fault.CUT_BEFORE
                  ? List.of("GET", "POST", "GET", "POST", "GET", "PATCH", "GET", "PATCH", "GET")
                  : List.of("GET", "POST", "GET", "GET", "PATCH", "GET", "GET"));
    }
    assertThat(server.kubectl("get", "cm", "c", "-n", namespace, "-o", "jsonpath={.data.k}").out())
        .isEqualTo("b");
  }

  @Test
  void saysUnknownWhenTheGatewayStaysAway() throws IOException {
    String namespace = server.newNamespace();
    try (var proxy = KubectlProxy.start(server);
        var gateway = new Gateway(proxy.url())) {
      for (int i = 0; i < 3; i++) {
        gateway.next(Fault.CUT_BEFORE);
      }
      Outcome outcome = apply(gateway, namespace, OLD);
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err())
          .startsWith("error: STDIN:1: ConfigMap c: unknown: Unable to connect to the server: EOF")
          .hasLineCount(1);
      assertThat(apply(gateway, namespace, OLD).out()).isEqualTo("configmap/c created\n");
    }
  }
}
