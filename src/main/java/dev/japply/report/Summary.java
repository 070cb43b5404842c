package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.apply.Event.Outcome;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Counts the outcomes of a run and prints them in one line: `14 objects: 2 configured, 12
/// unchanged (shop on https://127.0.0.1:6443)`.
public final class Summary implements Reporter {
  /// So many namespaces are named.
  private static final int NAMED = 3;

  /// The outcomes of an object, in the order of the line.
  public enum End {
    CREATED("created", "to create"),
    CONFIGURED("configured", "to configure"),
    RECREATED("recreated", "to recreate"),
    SERVERSIDE_APPLIED("serverside-applied", "to apply"),
    UNCHANGED("unchanged", "unchanged"),
    VALID("valid", "valid"),
    RENAMED("renamed", "to rename"),
    REMOVED("removed", "to remove"),
    MOVED("moved", "to move"),
    PRUNED("pruned", "to prune"),
    DELETED("deleted", "to delete"),
    KEPT("kept", "kept"),
    SKIPPED("skipped", "skipped"),
    READY("ready", "ready"),
    NOT_READY("not ready", "not ready"),
    FAILED("failed", "failed"),
    UNKNOWN("unknown", "unknown"),
    NOT_TRIED("not tried", "not tried");

    private final String done;
    private final String planned;

    End(String done, String planned) {
      this.done = done;
      this.planned = planned;
    }

    /// Returns the outcome as the summary counts it.
    public static End of(Outcome outcome) {
      return switch (outcome) {
        case CREATED -> CREATED;
        case CONFIGURED, EDITED, RELEASED, ADOPTED -> CONFIGURED;
        case RECREATED -> RECREATED;
        case SERVERSIDE_APPLIED -> SERVERSIDE_APPLIED;
        case UNCHANGED, SERVERSIDE_UNCHANGED, SKIPPED, ABSENT, GOING -> UNCHANGED;
        case MOVED -> MOVED;
        case PRUNED -> PRUNED;
        case DELETED -> DELETED;
      };
    }

    /// Returns the word for the outcome.
    ///
    /// @param before whether the outcome is planned
    String word(boolean before) {
      return before ? planned : done;
    }
  }

  private final boolean planned;
  private final String note;
  private final Map<End, Integer> counts = new EnumMap<>(End.class);
  private final SortedSet<String> namespaces = new TreeSet<>();
  private int ignored;
  private String awaited = "";
  private String undone = "";
  private String scope = "";
  private String server = "";
  private int expected;
  private boolean begun;
  private boolean stopped;
  private boolean printed = true;

  /// Creates an empty summary.
  ///
  /// @param planned whether the summary is about planned changes instead of completed ones
  /// @param note a remark about the run, such as `dry run`; empty if there is none
  public Summary(boolean planned, String note) {
    this.planned = planned;
    this.note = note;
  }

  /// Whether the summary is about planned changes.
  public boolean isPlanned() {
    return planned;
  }

  /// Sets whether there is a line to print. There is none if the output has the result already.
  public void printIf(boolean wanted) {
    printed = wanted;
  }

  /// Sets the number of objects that will follow.
  public void expect(int objects) {
    expected = total() + objects;
    begun = true;
  }

  /// Returns whether the number of objects has been set.
  public boolean isBegun() {
    return begun;
  }

  /// Sets the address of the server. It must not contain credentials.
  public void on(String address) {
    server = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
  }

  /// Returns the server's address; empty if no request was sent.
  public String server() {
    return server;
  }

  public void add(End end, KubeObject object) {
    add(end, object.namespace());
  }

  /// Counts an object.
  ///
  /// @param namespace empty if the object names none
  public void add(End end, String namespace) {
    add(end);
    if (!namespace.isEmpty()) {
      namespaces.add(namespace);
    }
  }

  /// Sets what the run compared, such as `2 of 94 kustomizations`.
  public void scope(String text) {
    scope = "; " + text;
  }

  /// Counts ignored fields of an object.
  public void ignore(int fields) {
    ignored += fields;
  }

  private String ignored() {
    String words = ignored == 1 ? "1 field ignored" : ignored + " fields ignored";
    return ignored == 0 ? "" : "; " + words;
  }

  /// Notes that all changes were taken back.
  public void takenBack() {
    undone = "; taken back";
  }

  /// Sets the number of objects that the run waited for, and how many of them are ready.
  public void waited(int objects, int ready) {
    int unready = objects - ready;
    awaited = "; " + ready + " ready" + (unready == 0 ? "" : ", " + unready + " not ready");
  }

  private void add(End end) {
    counts.merge(end, 1, Integer::sum);
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Applied applied -> add(End.of(applied.outcome()), applied.desired());
      case Event.Failed failed -> add(End.FAILED, failed.desired());
      case Event.Unknown unknown -> add(End.UNKNOWN, unknown.desired());
      case Event.Rejected(Problem problem) -> {
        if (!problem.origin().source().isEmpty()) { // else it is about the run
          add(End.FAILED);
        }
      }
      case Event.Stopped interrupted -> stopped = true;
      case Event.PruningStopped interrupted -> stopped = true;
      case Event.Progress progress -> {}
      case Event.ApplyEnded ended -> {}
      case Event.Sending sending -> {}
      case Event.Retrying retrying -> {}
      case Event.Waiting waiting -> {}
      case Event.Ready ready -> {}
      case Event.Unready unready -> {}
      case Event.Warned warned -> {}
      case Event.Pruning(var going, List<MapValue> kept) ->
          kept.forEach(object -> add(End.KEPT, KubeObject.of(object, Origin.NONE)));
      case Event.Skipped(List<KubeObject> objects) ->
          objects.forEach(object -> add(End.SKIPPED, object));
    }
  }

  /// Returns whether anything was changed, or would be.
  public boolean changed() {
    return Stream.of(
            End.CREATED,
            End.CONFIGURED,
            End.RECREATED,
            End.SERVERSIDE_APPLIED,
            End.RENAMED,
            End.REMOVED,
            End.MOVED,
            End.PRUNED,
            End.DELETED)
        .anyMatch(counts::containsKey);
  }

  private int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /// Returns the line; empty if the run was interrupted, since the state was already reported then.
  public String line() {
    if (stopped) {
      return "";
    }
    int left = expected - total();
    if (left > 0) {
      counts.merge(End.NOT_TRIED, left, Integer::sum);
    }
    int total = total();
    var parts = new ArrayList<String>();
    counts.forEach((end, count) -> parts.add(count + " " + end.word(planned)));
    return (total == 1 ? "1 object" : total + " objects")
        + (parts.isEmpty() ? "" : ": " + String.join(", ", parts))
        + awaited
        + undone
        + ignored()
        + scope
        + place();
  }

  /// Returns the line to print; empty if there is none, or if the run ended before any object was
  /// tried, since its error was reported then.
  public String printed() {
    String line = line();
    return !printed || counts.keySet().equals(Set.of(End.NOT_TRIED)) ? "" : line;
  }

  private String place() {
    String where =
        server.isEmpty() ? "" : namespaces.isEmpty() ? server : names() + " on " + server;
    String all = note.isEmpty() || where.isEmpty() ? note + where : note + "; " + where;
    return all.isEmpty() ? "" : " (" + all + ")";
  }

  private String names() {
    return namespaces.size() > NAMED
        ? namespaces.size() + " namespaces"
        : String.join(", ", namespaces);
  }
}
