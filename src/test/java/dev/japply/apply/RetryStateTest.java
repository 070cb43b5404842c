package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.RetryPolicy.Budget;
import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.apply.RetryPolicy.RetryState.Next;
import dev.japply.apply.WriteResult.Failed;
import dev.japply.apply.Writer.WriteRequest.Kind;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The decisions about another attempt, as a table: no clock, no requests, no run.
class RetryStateTest {
  private static RetryPolicy policy(String words) {
    var parts = java.util.List.of(words.split(" "));
    return new RetryPolicy(
        Budget.valueOf(parts.getFirst()),
        parts.getFirst().equals("DRY_RUN"),
        parts.contains("pinned"),
        false);
  }

  /// `read FAILURE` is a read that failed; anything else is a failure of a write.
  private static Failed result(Kind kind, String text) {
    return text.startsWith("read ")
        ? new WriteResult.NotSent(WriterTest.failure(text.substring(5)))
        : WriteResult.of(kind, WriterTest.failure(text));
  }

  /// The pauses before the next attempts in ms, with `*` after one that is forgiven, and the end.
  private static String decisions(String policy, Kind kind, String failures, boolean cancelled) {
    var state = RetryState.initial(policy(policy));
    var seen = new ArrayList<String>();
    for (String text : failures.split(" > ", -1)) {
      boolean unrelated = text.endsWith(" (unrelated)");
      Failed failed = result(kind, text.replace(" (unrelated)", ""));
      switch (state.next(failed, false)) {
        case Next.Again(RetryState after, var pause, String reason) -> {
          state = unrelated ? after.forgiving() : after;
          seen.add(pause.toMillis() + (after.equals(state) ? "" : "*"));
        }
        case Next.GiveUp(RetryState after) -> {
          seen.add(text(after.end(WriterTest.OBJECT, failed, false, cancelled)));
          return String.join(" ", seen);
        }
      }
    }
    return String.join(" ", seen);
  }

  private static String text(WriteResult end) {
    return switch (end) {
      case Failed refused -> "refused";
      case WriteResult.Cancelled cancelled -> "cancelled";
      case WriteResult.Unknown(Problem problem) ->
          "unknown: " + problem.what().substring(problem.what().lastIndexOf("; ") + 2);
      case WriteResult.Stored stored -> throw new AssertionError(stored);
    };
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        // The first retry follows immediately, the others after a second.
        "READING, PATCH, lost > lost > lost, 0 1000 1000",
        "READING, PATCH, lost > read 403 Forbidden no,"
            + " 0 unknown: Error from server (Forbidden): no",
        "READING, PATCH, lost > 403 Forbidden no, 0 refused",
        "READING, PATCH, lost > 429 TooManyRequests busy,"
            + " 0 unknown: Error from server (TooManyRequests): busy",
        // A conflict with an unrelated change does not count, but is not repeated without a pause.
        "READING, PATCH, 409 Conflict x (unrelated) > 409 Conflict x > 409 Conflict x, 0* 100 1000",
        "DRY_RUN, PATCH, 409 Conflict x (unrelated) > 409 Conflict x, 0 1000",
        // A version that the user named is not written over.
        "READING pinned, PATCH, 409 Conflict x, refused",
        "READING pinned, PATCH, lost > 409 Conflict x,"
            + " 0 unknown: Error from server (Conflict): x",
        "READING, PATCH, 404 NotFound x, 0",
        "READING, POST, 409 AlreadyExists x, 0",
        "RESENDING, APPLY, 409 Conflict x, 0",
        "RESENDING, DELETE, 409 Conflict UID in precondition, refused",
        "RESENDING, DELETE, lost > 404 NotFound x, 0 refused",
        // A webhook has a quarter of a minute.
        "READING, POST, 500 I failed calling webhook \"w\": x > 500 I failed calling webhook \"w\":"
            + " x, 1000 2000",
        "DRY_RUN, POST, 500 I failed calling webhook \"w\": x, refused",
        // When the same write is sent again, an error of the server says nothing about the lost
        // one.
        "RESENDING, APPLY, lost > 500 I x > 403 Forbidden x, 0 1000 refused",
        "RESENDING, APPLY, lost > lost > lost > lost > lost, |"
            + "0 1000 1000 1000 unknown: the retries failed, too|",
        "DRY_RUN, PATCH, lost > lost > lost > lost, 0 1000 1000 refused",
        // After an error inside the server the object is read once, and nothing is sent again.
        "READING, PATCH, 500 I broken, 0",
        "READING, PATCH, 500 I broken > read 403 Forbidden no,"
            + " 0 unknown: Error from server (Forbidden): no",
        "READING, PATCH, 409 Conflict x > 409 Conflict x > 409 Conflict x > 409 Conflict x"
            + " > 409 Conflict x > 500 I broken, 0 1000 1000 1000 1000 1000",
        "RESENDING, APPLY, 500 I broken > 500 I broken, 0 1000",
        "DRY_RUN, PATCH, 500 I broken, refused",
        "READING, PATCH, read lost, refused",
      })
  void decides(String policy, Kind kind, String failures, String decisions) {
    assertThat(decisions(policy, kind, failures, false)).isEqualTo(decisions);
  }

  @ParameterizedTest
  @CsvSource({
    "READING, PATCH, read lost, cancelled",
    "READING, PATCH, 429 TooManyRequests busy, cancelled",
    "READING, PATCH, 403 Forbidden no, refused",
    "DRY_RUN, POST, lost > lost > lost > lost, 0 1000 1000 cancelled",
  })
  void endsACancelledRun(String policy, Kind kind, String failures, String decisions) {
    assertThat(decisions(policy, kind, failures, true)).isEqualTo(decisions);
  }
}
