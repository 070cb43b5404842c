package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.TestCluster.Outcome;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Fault.When;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private Outcome apply(Relay relay, String namespace, String manifest, String... flags) {
    var args = new ArrayList<>(List.of("apply", "-s", relay.url(), "-n", namespace, "-f", "-"));
    args.addAll(List.of(flags));
    Program.Said said = Program.run(Map.of("HOME", home.toString()), manifest, args);
    return new Outcome(said.status(), said.out(), said.err());
  }

  /// Befalls the first writes, so many of them.
  private static Behaviour first(int writes, Fault fault, When when, OtherWriter other) {
    var left = new AtomicInteger(writes);
    return (request, forward) ->
        request.isWrite() && left.getAndDecrement() > 0
            ? fault.happen(request, when, forward, other)
            : new Reply.Whole(forward.send());
  }

  /// The methods of all requests but those for types and schemas.
  private static List<String> methods(Relay relay) {
    return relay.exchanges().stream()
        .map(Exchange::request)
        .filter(request -> !request.isDiscovery())
        .map(Request::method)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"RESET, AFTER", "RESET, BEFORE", "GATEWAY_TIMEOUT, AFTER", "ERROR, AFTER"})
  void whatWasDoneIsFoundOut(Fault fault, When when) throws IOException {
    String namespace = server.newNamespace();
    boolean lost = when == When.BEFORE;
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      relay.begin(first(1, fault, when, new OtherWriter(upstream)));
      assertThat(apply(relay, namespace, OLD))
          .isEqualTo(new Outcome(0, "configmap/c created\n", ""));
      assertThat(methods(relay))
          .isEqualTo(lost ? List.of("GET", "POST", "GET", "POST") : List.of("GET", "POST", "GET"));
      relay.begin(first(1, fault, when, new OtherWriter(upstream)));
      assertThat(apply(relay, namespace, NEW))
          .isEqualTo(new Outcome(0, "configmap/c configured\n", ""));
      assertThat(methods(relay))
          .isEqualTo(
              lost ? List.of("GET", "PATCH", "GET", "PATCH") : List.of("GET", "PATCH", "GET"));
      relay.begin(Behaviour.FORWARD);
      assertThat(apply(relay, namespace, NEW).out()).isEqualTo("configmap/c unchanged\n");
      assertThat(methods(relay)).containsExactly("GET");
    }
    assertThat(server.kubectl("get", "cm", "c", "-n", namespace, "-o", "jsonpath={.data.k}").out())
        .isEqualTo("b");
  }

  @Test
  void saysUnknownWhenTheGatewayStaysAway() throws IOException {
    String namespace = server.newNamespace();
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      relay.begin(first(3, Fault.RESET, When.BEFORE, new OtherWriter(upstream)));
      Outcome outcome = apply(relay, namespace, OLD);
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err())
          .startsWith(
              "error: STDIN:1: ConfigMap "
                  + namespace
                  + "/c: unknown: Unable to connect to the server: ")
          .hasLineCount(1);
      assertThat(apply(relay, namespace, OLD).out()).isEqualTo("configmap/c created\n");
    }
  }

  /// Nobody listens any more after so many requests.
  private static Behaviour gone(int requests) {
    return new Behaviour() {
      @Override
      public Reply reply(Request request, Forward forward) throws IOException {
        return new Reply.Whole(forward.send());
      }

      @Override
      public boolean isRefused(int number) {
        return number > requests;
      }
    };
  }

  @Test
  void saysOnceThatTheServerHasGone() throws IOException {
    String namespace = server.newNamespace();
    String manifests =
        IntStream.range(0, 200)
            .mapToObj(i -> OLD.replace("name: c", "name: c" + i))
            .collect(Collectors.joining("\n---\n"));
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      relay.begin(gone(40));
      Outcome outcome = apply(relay, namespace, manifests, "--request-timeout=4s");
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err().lines())
          .as(outcome.err())
          .hasSizeLessThan(12)
          .filteredOn(line -> line.startsWith("error: the server is unavailable; nothing more"))
          .hasSize(1);
      assertThat(outcome.err().lines().toList().getLast())
          .startsWith("interrupted: ")
          .contains(" not tried (ConfigMap " + namespace + "/c");
      relay.begin(Behaviour.FORWARD);
      assertThat(apply(relay, namespace, manifests).exit()).isZero();
    }
  }
}
