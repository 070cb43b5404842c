package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.Writer.WriteRequest;
import dev.japply.apply.Writer.WriteRequest.Kind;
import dev.japply.cluster.ClusterException;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Writes that fail: how often they are sent, and how they end.
class WriterTest {
  static final KubeObject OBJECT =
      KubeObject.of(
          (MapValue)
              Json.parse(
                  """
                  {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}\
                  """),
          new Origin("f", 1, 1));

  private static final String NO_WEBHOOK =
      "500 InternalError failed calling webhook \"w\": connection refused";

  private final List<Event> events = new ArrayList<>();
  private final Ending stop = new Ending();
  private final Deque<String> answers = new ArrayDeque<>();
  private int sent;
  private int reads;

  /// `lost`, `refused`, `timeout`, or a status with its reason and its message.
  static ClusterException failure(String text) {
    return switch (text) {
      case "lost" -> silent(ClusterException.Kind.BROKEN);
      case "refused" -> silent(ClusterException.Kind.REFUSED);
      case "timeout" -> silent(ClusterException.Kind.TIMEOUT);
      case "tls" -> silent(ClusterException.Kind.TLS);
      case "unknown-host" -> silent(ClusterException.Kind.UNKNOWN_HOST);
      default -> {
        String[] words = text.split(" ", 3);
        int status = Integer.parseInt(words[0]);
        yield new ClusterException(status, words[1], words[2], MapValue.EMPTY);
      }
    };
  }

  private static ClusterException silent(ClusterException.Kind kind) {
    return new ClusterException(kind, kind.name().toLowerCase(Locale.ROOT), "", null);
  }

  private WriteRequest write(Kind kind) {
    return new WriteRequest(
        kind,
        MapValue.EMPTY,
        () -> {
          sent++;
          String answer = answers.isEmpty() ? "done" : answers.removeFirst();
          if (!answer.equals("done")) {
            throw failure(answer);
          }
          return MapValue.EMPTY;
        });
  }

  private static RetryPolicy policy(Budget budget) {
    return new RetryPolicy(budget, false, false, false);
  }

  /// How writes end that are answered so, one after the other, and are carried out then.
  private String settle(RetryPolicy policy, Kind kind, String... failures) {
    return settle(new RunCancellation(stop), policy, kind, failures);
  }

  private String settle(RunCancellation run, RetryPolicy policy, Kind kind, String... failures) {
    answers.addAll(List.of(failures));
    var writer = new Writer(OBJECT, policy, run, events::add);
    return text(
        writer.write(() -> {
          if (policy.budget() == Budget.READING) {
            reads += writer.read(() -> 1);
          }
          return writer.send(write(kind));
        }));
  }

  private static String text(WriteResult end) {
    return switch (end) {
      case WriteResult.Stored written -> "done";
      case WriteResult.Unknown unknown -> "unknown";
      case WriteResult.Failed refused -> "failed";
      case WriteResult.Cancelled stopped -> "not tried";
    };
  }

  private static String[] times(int count, String failure) {
    return java.util.Collections.nCopies(count, failure).toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "READING, PATCH, lost, 2, 3, done",
    "READING, PATCH, lost, 3, 3, unknown",
    "RESENDING, APPLY, lost, 4, 5, done",
    "RESENDING, APPLY, lost, 5, 5, unknown",
    "RESENDING, DELETE, timeout, 9, 5, unknown",
    "DRY_RUN, PATCH, lost, 3, 4, done",
    "READING, PATCH, 409 Conflict modified, 5, 6, done",
    "READING, PATCH, 409 Conflict modified, 6, 6, failed",
    "READING, POST, 409 AlreadyExists there, 2, 3, done",
    "READING, PATCH, 404 NotFound gone, 1, 2, done",
    "READING, PATCH, 403 Forbidden no, 1, 1, failed",
    "READING, PATCH, refused, 1, 1, failed",
    "READING, PATCH, 429 TooManyRequests busy, 1, 1, failed",
    "READING, PATCH, 500 InternalError broken, 1, 1, failed",
    "READING, POST, 500 InternalError broken, 1, 1, failed",
    "RESENDING, APPLY, 500 InternalError broken, 1, 2, done",
    "RESENDING, DELETE, 500 InternalError broken, 4, 5, done",
    "RESENDING, APPLY, 500 InternalError broken, 5, 5, unknown",
  })
  void howOftenAWriteIsSent(
      Budget budget, Kind kind, String failure, int failures, int writes, String end) {
    assertThat(settle(policy(budget), kind, times(failures, failure))).isEqualTo(end);
    assertThat(sent).isEqualTo(writes);
    assertThat(stop.pauses).allMatch(pause -> isAbout(pause, 1)).hasSizeLessThan(writes);
  }

  /// Whether it is that long, or a little longer.
  private static boolean isAbout(Duration pause, int seconds) {
    Duration least = Duration.ofSeconds(seconds);
    return pause.compareTo(least) >= 0 && pause.compareTo(least.multipliedBy(6).dividedBy(5)) <= 0;
  }

  @ParameterizedTest
  @CsvSource({"1, 2, done", "4, 5, done", "5, 5, failed"})
  void aWebhookThatIsNotThereYetIsWaitedFor(int failures, int writes, String end) {
    String[] refusals = times(failures, NO_WEBHOOK);
    assertThat(settle(policy(Budget.READING), Kind.PATCH, refusals)).isEqualTo(end);
    assertThat(sent).isEqualTo(writes);
    assertThat(stop.pauses).hasSize(writes - 1);
    for (int i = 0; i < stop.pauses.size(); i++) {
      assertThat(isAbout(stop.pauses.get(i), 1 << i)).as(stop.pauses.toString()).isTrue();
    }
    assertThat(events.stream().filter(Event.Waiting.class::isInstance)).hasSize(1);
    assertThat(events.stream().filter(Event.Retrying.class::isInstance)).hasSize(writes - 1);
  }

  @Test
  void whatOneObjectHasWaitedForInVainNoOtherWaitsFor() {
    var shared = new RunCancellation(stop);
    assertThat(settle(shared, policy(Budget.READING), Kind.PATCH, times(5, NO_WEBHOOK)))
        .isEqualTo("failed");
    assertThat(settle(shared, policy(Budget.READING), Kind.POST, NO_WEBHOOK)).isEqualTo("failed");
    assertThat(stop.pauses).hasSize(4);
    String other = NO_WEBHOOK.replace("\"w\"", "\"v\"");
    assertThat(settle(shared, policy(Budget.READING), Kind.POST, other)).isEqualTo("done");
    assertThat(events.stream().filter(Event.Waiting.class::isInstance)).hasSize(2);
  }

  @Test
  void dryRunsDoNotWaitForAWebhook() {
    var dry = new RetryPolicy(Budget.DRY_RUN, true, false, false);
    assertThat(settle(dry, Kind.POST, NO_WEBHOOK)).isEqualTo("failed");
    assertThat(stop.pauses).isEmpty();
  }

  @Test
  void anInterruptEndsTheWaitForAWebhook() {
    stop.onPause = () -> stop.requested = true;
    assertThat(settle(policy(Budget.READING), Kind.POST, times(9, NO_WEBHOOK))).isEqualTo("failed");
    assertThat(sent).isEqualTo(1);
  }

  @Test
  void readsAfterAnErrorOfTheServerWithoutSendingAgain() {
    settle(policy(Budget.READING), Kind.PATCH, times(9, "500 InternalError broken"));
    assertThat(sent).isEqualTo(1);
    assertThat(reads).isEqualTo(2);
    assertThat(stop.pauses).isEmpty();
  }

  @Test
  void anErrorOfTheServerIsFinalAfterTheLastConflictOnceItIsRead() {
    List<String> failures = new ArrayList<>(List.of(times(5, "409 Conflict modified")));
    failures.add("500 InternalError broken");
    assertThat(settle(policy(Budget.READING), Kind.PATCH, failures.toArray(String[]::new)))
        .isEqualTo("failed");
    assertThat(reads).isEqualTo(7);
  }

  @Test
  void anErrorOfTheServerIsFinalForDryRuns() {
    var dry = new RetryPolicy(Budget.READING, true, false, false);
    assertThat(settle(dry, Kind.PATCH, "500 InternalError broken")).isEqualTo("failed");
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void readsOnceMoreAfterTheLastLostAnswer() {
    settle(policy(Budget.READING), Kind.PATCH, times(3, "lost"));
    assertThat(reads).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "READING, lost > refused > refused > refused > refused > refused, unknown",
    "READING, lost > 403 Forbidden no > done > done > done > done, failed",
    "READING, lost > 429 TooManyRequests busy > done > done > done > done, unknown",
    "READING, lost > 500 InternalError webhook > done > done > done > done, failed",
    "RESENDING, lost > 500 InternalError webhook > done > done > done > done, done",
    "RESENDING, lost > refused > refused > refused > refused > done, unknown",
    "READING, 500 InternalError broken > done > done > done > done, failed",
    "READING, lost > lost > 500 InternalError broken > done > done, failed",
    "RESENDING, 500 InternalError broken > 403 Forbidden no > done > done > done, failed",
    "READING, lost > 409 Conflict modified > done > done > done > done, done",
  })
  void whatALaterFailureSaysOfALostWrite(Budget budget, String failures, String end) {
    assertThat(settle(policy(budget), Kind.PATCH, failures.split(" > "))).isEqualTo(end);
  }

  @Test
  void aDryRunIsNeverUnknown() {
    var dry = new RetryPolicy(Budget.DRY_RUN, true, false, false);
    assertThat(settle(dry, Kind.POST, times(9, "lost"))).isEqualTo("failed");
    stop.requested = true;
    assertThat(settle(dry, Kind.POST)).isEqualTo("not tried");
  }

  @Test
  void aConflictWithAVersionThatTheUserNamedStaysOne() {
    var pinned = new RetryPolicy(Budget.READING, false, true, false);
    assertThat(settle(pinned, Kind.PATCH, "409 Conflict modified")).isEqualTo("failed");
    answers.clear();
    assertThat(settle(pinned, Kind.PATCH, "lost", "409 Conflict modified")).isEqualTo("unknown");
  }

  @Test
  void nothingIsSentOnceTheRunIsToEnd() {
    stop.onPause = () -> stop.requested = true;
    assertThat(settle(policy(Budget.READING), Kind.PATCH, times(9, "lost"))).isEqualTo("unknown");
    assertThat(sent).isEqualTo(2);
    assertThat(settle(policy(Budget.READING), Kind.PATCH)).isEqualTo("not tried");
    assertThat(sent).isEqualTo(2);
  }

  private WriteResult read(boolean patient, int failing, String failure) {
    var policy = new RetryPolicy(Budget.READING, false, false, patient);
    var writer = new Writer(OBJECT, policy, new RunCancellation(stop), events::add);
    return writer.write(() -> {
      writer.read(() -> {
        if (reads++ < failing) {
          throw failure(failure);
        }
        return MapValue.EMPTY;
      });
      return new WriteResult.Stored(MapValue.EMPTY);
    });
  }

  @ParameterizedTest
  @CsvSource({
    "false, 1, lost, 1, false",
    "true, 4, lost, 5, true",
    "true, 4, 503 ServiceUnavailable down, 5, true",
    "true, 5, refused, 5, false",
    "true, 1, 403 Forbidden no, 1, false",
    "true, 1, timeout, 1, false",
  })
  void howOftenItIsRead(boolean patient, int failing, String failure, int read, boolean done) {
    WriteResult end = read(patient, failing, failure);
    assertThat(end instanceof WriteResult.Stored).isEqualTo(done);
    assertThat(reads).isEqualTo(read);
    assertThat(stop.pauses).hasSize(read - 1);
  }
}
