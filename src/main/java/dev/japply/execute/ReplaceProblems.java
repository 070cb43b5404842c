package dev.japply.execute;

import dev.japply.event.Event;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The words for what keeps an object from being replaced, and for what became of it then.
record ReplaceProblems(KubeObject desired) {
  static final int INVALID = 422;

  static final String MISTAKE =
      "--force has deleted nothing, since a new object would be refused, too";

  static final String RESTORED = "what --force had deleted was put back";

  /// What goes with an object of that type, by group and kind.
  private static final Map<String, String> PRECIOUS =
      Map.of(
          "/Namespace", "all that is in it",
          "/PersistentVolume", "its data",
          "/PersistentVolumeClaim", "its data",
          "apiextensions.k8s.io/CustomResourceDefinition", "all its objects");

  /// Why objects of that type are not deleted; empty when they may be.
  static Optional<String> precious(Gvk gvk) {
    return Optional.ofNullable(PRECIOUS.get(gvk.group() + "/" + gvk.kind()))
        .map(what ->
            "--force does not delete a " + gvk.kind() + ", for it would take along " + what);
  }

  /// `problems`, with something more to say about what was done.
  static List<Problem> with(String more, List<Problem> problems) {
    return problems.stream().map(problem -> problem.withHint(more)).toList();
  }

  Problem noCopy(Path directory, IOException e) {
    return error(
        "--force deletes an object only when a copy of it can be kept meanwhile, but "
            + directory
            + " cannot be written to ("
            + e.getClass().getSimpleName()
            + ")",
        "let TMPDIR name another directory");
  }

  /// It does not go.
  Problem late(MapValue there, Duration limit, KeptCopy copy) {
    String after = limit.isZero() ? "" : " after " + shown(limit);
    return error(
        "context deadline exceeded: deleted by --force, it is still there%s%s"
            .formatted(after, state(there)),
        "apply again when it is gone; " + copy.hint());
  }

  /// The run was ended.
  Problem cutOff(KeptCopy copy) {
    return error(
        "deleted by --force, and not created again, since the run was ended",
        "apply again; " + copy.hint());
  }

  Event waiting(MapValue there) {
    String what = "deleted by --force, it is still there" + state(there);
    return new Event.Waiting(
        Problem.warning(desired.origin(), desired.key().subject(), what, "waiting"));
  }

  /// The new object failed for `why`, and the old one could not be put back.
  List<Problem> lost(List<Problem> why, List<Problem> further, KeptCopy copy) {
    var all = new ArrayList<>(why);
    String what =
        "is deleted: after --force could not create it anew, an error occurred attempting to"
            + " restore the original object: "
            + further.getFirst().what();
    all.add(error(what, copy.hint()));
    return all;
  }

  /// What holds an object that was deleted.
  private static String state(MapValue there) {
    MapValue metadata = there.map("metadata");
    if (metadata.get("finalizers") instanceof ListValue list && !list.isEmpty()) {
      return ", held by " + finalizers(list);
    }
    return metadata.get("deletionGracePeriodSeconds") instanceof IntValue(long seconds)
            && seconds > 0
        ? ", and has " + seconds + "s to end"
        : "";
  }

  private static String finalizers(ListValue list) {
    String names =
        list.items().stream().map(ReplaceProblems::text).collect(Collectors.joining(", "));
    return (list.size() == 1 ? "its finalizer " : "its finalizers ") + names;
  }

  private static String text(Value value) {
    return value instanceof StringValue(String text) ? text : "";
  }

  private static String shown(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + "s" : limit.toMillis() + "ms";
  }

  private Problem error(String what, String hint) {
    return Problem.error(desired.origin(), desired.key().subject(), what, hint);
  }
}
