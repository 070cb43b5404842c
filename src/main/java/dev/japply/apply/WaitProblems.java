package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.time.Duration;
import java.util.stream.Collectors;

/// Messages about a deleted object that still exists, for [DeletionWait].
///
/// @param how it was deleted, as `pruned`
public record WaitProblems(KubeObject object, String how) {

  /// It takes long.
  public Event waiting(MapValue there) {
    String what = how + ", it is still there" + state(there);
    return new Event.Waiting(object.warning(WarningId.WAITING, what, "waiting"));
  }

  /// It does not go.
  public Problem late(MapValue there, Duration limit, String hint) {
    String after = limit.isZero() ? "" : " after " + shown(limit);
    return object.error(
        "context deadline exceeded: %s, it is still there%s%s".formatted(how, after, state(there)),
        hint);
  }

  /// It does not go, and what it needs is deleted all the same.
  Problem passed(MapValue there, Duration limit, WarningId id) {
    return object.warning(
        id,
        "%s, it is still there after %s%s".formatted(how, shown(limit), state(there)),
        "what it needs is %s all the same".formatted(how));
  }

  /// Returns the reason why a deleted object still exists.
  private static String state(MapValue there) {
    MapValue metadata = there.map("metadata");
    if (metadata.get("finalizers") instanceof ListValue list && !list.isEmpty()) {
      return ", held by " + finalizers(list);
    }
    return metadata.get("deletionGracePeriodSeconds") instanceof IntValue(long seconds)
            && seconds > 0
        ? ", with a grace period of " + seconds + "s"
        : "";
  }

  private static String finalizers(ListValue list) {
    String names = list.items().stream().map(WaitProblems::text).collect(Collectors.joining(", "));
    return (list.size() == 1 ? "its finalizer " : "its finalizers ") + names;
  }

  private static String text(Value value) {
    return value instanceof StringValue(String text) ? text : "";
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + "s" : limit.toMillis() + "ms";
  }
}
