package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.cluster.FakeCluster;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Writes whose answers are lost: what happened is read, and nothing is sent again blindly.
class LostAnswerTest {
  private static final String KEY = "configmaps default/c";
  private static final MapValue OLD = config("a");
  private static final MapValue NEW = config("b");

  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final Ending stop = new Ending();

  private static MapValue config(String value) {
    return (MapValue)
        Json.parse(
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"default"},
             "data":{"k":"%s"}}\
            """
                .formatted(value));
  }

  private static ClusterException lost() {
    return new ClusterException(Kind.BROKEN, "Unable to connect to the server: EOF", "", null);
  }

  private static void lose() {
    throw lost();
  }

  private List<String> apply(Rules rules, MapValue tree) {
    var merge = Ways.planning(rules);
    return apply(Options.of(merge, DryRun.NONE), tree);
  }

  private List<String> apply(ExecutionOptions options, MapValue tree) {
    var object = KubeObject.of(tree, new Origin("f", 1, 1));
    var targets = ResolvedObjects.find(cluster, /* enforced= */ false, List.of(object));
    new Apply(cluster, Apply.Settings.of(options), stop, Options.into(events))
        .run(targets.targets());
    return cluster.requests.stream().map(request -> request.replaceAll(" .*", "")).toList();
  }

  private List<String> apply(MapValue tree) {
    return apply(Rules.JAPPLY, tree);
  }

  private String end() {
    return switch (events.getLast()) {
      case Event.Applied applied -> applied.outcome().word();
      case Event.Failed failed -> failed.problems().toString();
      case Event.Unknown unknown -> unknown.problem().toString();
      case Event.Stopped stopped -> events.get(events.size() - 2).toString();
      default -> throw new IllegalStateException(events.toString());
    };
  }

  /// What a server does with a request whose answer is lost.
  private void carriesOut(MapValue tree) {
    cluster.put(LastApplied.annotated(tree));
    throw lost();
  }

  @BeforeEach
  void clear() {
    events.clear();
  }

  private void exists() {
    apply(OLD);
    cluster.requests.clear();
    events.clear();
  }

  @Test
  void aCreateThatWasCarriedOut() {
    cluster.before("POST", () -> carriesOut(OLD));
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end()).isEqualTo("created");
    assertThat(stop.pauses).isEmpty();
  }

  @Test
  void aCreateThatWasNot() {
    cluster.before("POST", LostAnswerTest::lose);
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET", "POST");
    assertThat(end()).isEqualTo("created");
  }

  @Test
  void aCreateThatComesLate() {
    cluster.before("POST", LostAnswerTest::lose);
    cluster.before("POST", () -> cluster.put(LastApplied.annotated(OLD)));
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET", "POST", "GET");
    assertThat(end()).isEqualTo("created");
  }

  @Test
  void aPatchThatWasCarriedOut() {
    exists();
    cluster.before("PATCH", () -> carriesOut(NEW));
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET");
    assertThat(end()).isEqualTo("configured");
  }

  @Test
  void aPatchThatWasNotIsSentWithTheVersionThatWasRead() {
    exists();
    String version = cluster.object(KEY).map("metadata").text("resourceVersion");
    cluster.before("PATCH", LostAnswerTest::lose);
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET", "PATCH");
    assertThat(cluster.requests.get(1)).doesNotContain("resourceVersion");
    assertThat(cluster.requests.get(3)).contains("\"resourceVersion\":\"" + version + "\"");
    assertThat(end()).isEqualTo("configured");
  }

  @Test
  void aPatchThatComesLate() {
    exists();
    cluster.before("PATCH", LostAnswerTest::lose);
    cluster.before(
        "PATCH",
        () -> {
          cluster.put(LastApplied.annotated(NEW));
          throw new ClusterException(409, "Conflict", "modified", MapValue.EMPTY);
        });
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET", "PATCH", "GET");
    assertThat(end()).isEqualTo("configured");
  }

  private void failsInside(MapValue tree) {
    cluster.put(LastApplied.annotated(tree));
    throw new ClusterException(500, "InternalError", "broken", MapValue.EMPTY);
  }

  @Test
  void aCreateThatTheServerFailedAfter() {
    cluster.before("POST", () -> failsInside(OLD));
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end()).isEqualTo("created");
  }

  @Test
  void aPatchThatTheServerFailedAfter() {
    exists();
    cluster.before("PATCH", () -> failsInside(NEW));
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET");
    assertThat(end()).isEqualTo("configured");
  }

  @Test
  void aWriteThatTheServerFailedBeforeIsNotSentAgain() {
    exists();
    cluster.fail("PATCH", 500, "InternalError", "broken");
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET");
    assertThat(end())
        .isEqualTo("[f:1: ConfigMap default/c: Error from server (InternalError): broken]");
  }

  @Test
  void isUnknownWhenTheServerFailedAndReadingFailsAsWell() {
    cluster.before("POST", () -> failsInside(OLD));
    cluster.before("GET", () -> {}).fail("GET", 403, "Forbidden", "no");
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end())
        .contains("unknown: Error from server (InternalError): broken; ", "(Forbidden): no");
  }

  @Test
  void aServerThatIsAwayForAWhile() {
    exists();
    cluster.before("PATCH", () -> carriesOut(NEW));
    cluster.before("GET", () -> {}).before("GET", LostAnswerTest::lose);
    cluster.before("GET", LostAnswerTest::lose);
    assertThat(apply(NEW)).containsExactly("GET", "PATCH", "GET", "GET", "GET");
    assertThat(end()).isEqualTo("configured");
    assertThat(stop.pauses).hasSize(2);
  }

  @Test
  void isUnknownWhenReadingFailsAsWell() {
    cluster.before("POST", LostAnswerTest::lose);
    cluster.before("GET", () -> {}).fail("GET", 403, "Forbidden", "no");
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end())
        .isEqualTo(
            "f:1: ConfigMap default/c: unknown: Unable to connect to the server: EOF; whether the"
                + " server carried out the request is not known; Error from server (Forbidden): no;"
                + " apply again: nothing is done twice");
  }

  @Test
  void isUnknownWhenTheAnswerIsLostAgainAndAgain() {
    for (int i = 0; i < 9; i++) {
      cluster.before("POST", LostAnswerTest::lose);
    }
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET", "POST", "GET", "POST", "GET");
    assertThat(end()).contains("unknown: ", "the object does not show it yet");
    assertThat(stop.pauses).hasSize(2);
  }

  @Test
  void failsWhenTheServerThenRefuses() {
    cluster.before("POST", LostAnswerTest::lose).fail("POST", 403, "Forbidden", "no");
    apply(OLD);
    assertThat(end()).isEqualTo("[f:1: ConfigMap default/c: Error from server (Forbidden): no]");
  }

  @ParameterizedTest
  @CsvSource({
    "502, bad gateway, true",
    "503, unavailable, true",
    "504, gateway timeout, true",
    "500, etcdserver: request timed out, true",
    "500, failed calling webhook, false",
    "422, no, false"
  })
  void answersOnTheWayAreNoAnswers(int status, String message, boolean read) {
    cluster.fail("POST", status, "X", message);
    assertThat(apply(OLD)).hasSize(read ? 4 : 2);
    assertThat(events.getLast()).isInstanceOf(read ? Event.Applied.class : Event.Failed.class);
  }

  @Test
  void anAnswerAboutSomethingElseIsNone() {
    cluster.before(
        "POST",
        () -> {
          cluster.put(LastApplied.annotated(OLD));
          throw new ClusterException(Kind.UNEXPECTED, "that is no ConfigMap", "", null);
        });
    assertThat(apply(OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end()).isEqualTo("created");
  }

  @Test
  void aConnectionThatDidNotComeAboutCarriedNothing() {
    cluster.before(
        "POST",
        () -> {
          throw new ClusterException(Kind.UNREACHABLE, "i/o timeout", "", null);
        });
    assertThat(apply(OLD)).containsExactly("GET", "POST");
    assertThat(end()).isEqualTo("[f:1: ConfigMap default/c: i/o timeout]");
  }

  @Test
  void isReadByKubectlsRules() {
    cluster.before("POST", () -> carriesOut(OLD));
    assertThat(apply(Rules.KUBECTL, OLD)).containsExactly("GET", "POST", "GET");
    assertThat(end()).isEqualTo("created");
  }

  private void rehearse(int lost) {
    exists();
    for (int i = 0; i < lost; i++) {
      cluster.before("PATCH", LostAnswerTest::lose);
    }
    var options = Options.of(Ways.planning(Rules.JAPPLY), DryRun.SERVER);
    apply(options, NEW);
  }

  @Test
  void aDryRunIsAskedForAgain() {
    rehearse(2);
    assertThat(end()).isEqualTo("configured");
    assertThat(cluster.options.getLast().dryRun()).isTrue();
  }

  /// It changes nothing, so nothing about it is unknown.
  @Test
  void aDryRunThatIsCutOffIsAFailure() {
    rehearse(9);
    assertThat(events.getLast()).isInstanceOf(Event.Failed.class);
    assertThat(end()).contains("EOF").doesNotContain("unknown");
  }

  /// Nothing listens any more when the write is sent again: the first one may come late.
  @Test
  void isUnknownWhenTheServerIsGoneThen() {
    cluster.before("POST", LostAnswerTest::lose);
    for (int i = 0; i < 9; i++) {
      cluster.before(
          "POST",
          () -> {
            throw new ClusterException(Kind.REFUSED, "refused", "", null);
          });
    }
    apply(OLD);
    assertThat(end()).contains("unknown: ", "refused");
  }

  @Test
  void isUnknownWhenTheVersionThatItWasForIsGone() {
    exists();
    MapValue live = cluster.object(KEY).map("metadata");
    MapValue pinned =
        NEW.with("metadata", NEW.map("metadata").with("resourceVersion", version(live)));
    cluster.before("PATCH", () -> carriesOut(NEW));
    apply(pinned);
    assertThat(end()).startsWith("f:1: ConfigMap default/c: unknown: ");
  }

  private static Value version(MapValue metadata) {
    return Value.text(metadata.text("resourceVersion"));
  }

  @Test
  void isUnknownWhenTheRunIsEndedMeanwhile() {
    cluster.before(
        "POST",
        () -> {
          stop.requested = true;
          throw lost();
        });
    assertThat(apply(OLD)).containsExactly("GET", "POST");
    assertThat(events).hasAtLeastOneElementOfType(Event.Unknown.class);
    assertThat(events.getLast()).isEqualTo(new Event.Stopped(0, 0, 1, List.of()));
    assertThat(end()).contains("unknown: the POST was sent, and there is no response yet");
  }

  private void isBusyAndTheRunIsToEnd() {
    stop.requested = true;
    throw new ClusterException(429, "TooManyRequests", "busy", MapValue.EMPTY);
  }

  @Test
  void whatABusyServerDidNotLookAtWasNotTried() {
    cluster.before("POST", this::isBusyAndTheRunIsToEnd);
    assertThat(apply(OLD)).containsExactly("GET", "POST");
    assertThat(events.getLast()).isInstanceOf(Event.Stopped.class);
    assertThat(events.getLast().toString()).contains("notTried=[ObjectKey");
  }

  @Test
  void isUnknownWhenTheServerIsBusyAfterALostAnswer() {
    cluster.before("POST", LostAnswerTest::lose).before("POST", this::isBusyAndTheRunIsToEnd);
    apply(OLD);
    assertThat(events.getLast()).isEqualTo(new Event.Stopped(0, 0, 1, List.of()));
    assertThat(end()).contains("unknown: ");
  }

  @Test
  void whatWasReadAloneWasNotTried() {
    cluster.before(
        "GET",
        () -> {
          stop.requested = true;
          throw lost();
        });
    apply(OLD);
    assertThat(events).singleElement().asString().contains("notTried=[ObjectKey");
  }

  @Test
  void nothingIsSentOnceTheRunIsToEnd() {
    cluster.before("GET", () -> stop.requested = true);
    assertThat(apply(OLD)).containsExactly("GET");
    assertThat(events).singleElement().isInstanceOf(Event.Stopped.class);
  }

  @Test
  void whatIsUnknownHidesValuesOfSecrets() {
    MapValue secret =
        (MapValue)
            Json.parse(
                """
                {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},
                 "stringData":{"k":"hunter2 of old"}}\
                """);
    var failure = new ClusterException(Kind.BROKEN, "EOF after hunter2 of old", "", null);
    var object = KubeObject.of(secret, new Origin("f", 1, 1));
    assertThat(WriteResult.Unknown.unresolved(object, failure, "it says hunter2 of old").what())
        .startsWith("unknown: ")
        .contains("EOF after ***", "it says ***")
        .doesNotContain("hunter2");
  }
}
