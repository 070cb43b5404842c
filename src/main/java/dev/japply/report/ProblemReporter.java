package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.plan.PruneProtection;
import dev.japply.plan.RecreateBody;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Prints problems and warnings on standard error, one line each, or wrapped on a terminal, and on
/// request the data that is sent.
///
/// @param colour whether `err` supports colour
/// @param width returns the number of columns of problems
/// @param shown selects the problems to print
public record ProblemReporter(
    MessageWriter err,
    boolean colour,
    IntSupplier width,
    Requests requests,
    Predicate<Problem> shown)
    implements Reporter {
  public enum Requests {
    /// Not at all.
    HIDDEN,
    /// Each on one line.
    COMPACT,
    /// Each with its body indented.
    INDENTED
  }

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Failed failed -> failed.problems().forEach(this::print);
      case Event.Rejected rejected -> print(rejected.problem());
      case Event.Warned warned -> print(warned.warning());
      case Event.Waiting waiting -> print(waiting.warning());
      case Event.Ready ready -> err.printLine(ReadyText.line(ready.desired()));
      case Event.Unready unready -> {
        print(unready.problem());
        ReadyText.lines(unready.cause()).forEach(err::printLine);
      }
      case Event.Unknown unknown -> print(unknown.problem());
      case Event.Stopped stopped -> {
        if (!stopped.told()) {
          err.printLine(InterruptText.of(stopped));
        }
      }
      case Event.PruningStopped stopped -> err.printLine(InterruptText.of(stopped));
      case Event.Skipped(var objects) -> err.printLine(SkippedText.of(objects));
      case Event.Pruning(var objects, var kept) ->
          PruneText.lines(objects, kept).forEach(err::printLine);
      case Event.Progress progress -> {}
      case Event.ApplyEnded ended -> {}
      case Event.Sending sending -> printRequest(sending);
      case Event.Retrying(var desired, String why, int attempt) ->
          printTrace(desired.key().subject() + ": " + why + ", try again (" + attempt + ")", "");
      case Event.Applied applied -> {}
    }
  }

  /// Prints one problem, unless it is hidden.
  public void print(Problem problem) {
    if (!shown.test(problem)) {
      return;
    }
    boolean error = problem.severity() == Severity.ERROR;
    String prefix = error ? "error: " : "Warning: ";
    String start = error ? RED : YELLOW;
    err.printWrapped(colour ? start : "", prefix, problem.toString(), width.getAsInt());
  }

  private void printRequest(Event.Sending sending) {
    if (requests == Requests.HIDDEN) {
      return;
    }
    var object = sending.desired();
    Value body = sending.body();
    if (body instanceof MapValue map) {
      body = SecretMask.masked(object, map);
    }
    String text = requests == Requests.INDENTED ? IndentedJson.write(body) : GoJson.write(body);
    String shown = SecretValues.scrubbed(text, object);
    printTrace(object.key().subject() + ": " + sending.verb() + " ", shown);
  }

  private void printTrace(String start, String text) {
    if (requests != Requests.HIDDEN) {
      err.printLines(start, text);
    }
  }

  /// The summary of a run that was ended from outside, on one line: `interrupted: 2 applied, 0
  /// failed, 1 not tried (Service web); apply again to continue`.
  private static final class InterruptText {
    /// So many of the objects that were not tried are named.
    private static final int NAMED = 5;

    private InterruptText() {}

    static String of(Event.Stopped stopped) {
      var text = new StringBuilder("interrupted: ");
      text.append(stopped.applied()).append(' ').append(done(stopped.work())).append(", ");
      text.append(stopped.failed()).append(" failed, ");
      if (stopped.unknown() > 0) {
        text.append(stopped.unknown()).append(" unknown, ");
      }
      text.append(stopped.notTried().size()).append(" not tried");
      return stopped.notTried().isEmpty()
          ? text.toString()
          : text.append(names(stopped.notTried())).append(advice(stopped.work())).toString();
    }

    private static String done(Event.Work work) {
      return switch (work) {
        case APPLY -> "applied";
        case EDIT -> "changed";
        case UNDO -> "taken back";
        case DELETE -> "deleted";
      };
    }

    private static String advice(Event.Work work) {
      return switch (work) {
        case APPLY -> "; apply again to continue";
        case EDIT -> "; run the command again to continue";
        case UNDO -> "; undo again to continue";
        case DELETE -> "; delete again to continue";
      };
    }

    /// Returns a message such as `interrupted: 1 pruned, 0 failed, 1 not pruned (ConfigMap b); …`.
    static String of(Event.PruningStopped stopped) {
      if (stopped.equals(Event.PruningStopped.BEFORE_THE_FIRST)) {
        return "interrupted: nothing was pruned; apply again to continue";
      }
      String unknown = stopped.unknown() > 0 ? stopped.unknown() + " unknown, " : "";
      String start =
          "interrupted: %d pruned, %d failed, %s%d not pruned"
              .formatted(stopped.pruned(), stopped.failed(), unknown, stopped.notPruned().size());
      return stopped.notPruned().isEmpty()
          ? start
          : start + names(stopped.notPruned()) + "; apply again to continue";
    }

    private static String names(List<ObjectKey> objects) {
      int more = objects.size() - NAMED;
      return objects.stream()
          .limit(NAMED)
          .map(ObjectKey::subject)
          .collect(Collectors.joining(", ", " (", more > 0 ? " and " + more + " more)" : ")"));
    }
  }

  /// Lists the objects of the input that are not for the cluster, on one line.
  private static final class SkippedText {
    /// So many of them are named.
    private static final int NAMED = 5;

    private SkippedText() {}

    static String of(List<KubeObject> objects) {
      int more = objects.size() - NAMED;
      String names =
          objects.stream()
              .limit(NAMED)
              .map(object -> object.key().subject())
              .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
      return "skipped %d %s of local configuration (config.kubernetes.io/local-config): %s"
          .formatted(objects.size(), objects.size() == 1 ? "object" : "objects", names);
    }
  }

  /// Lists the objects that will be pruned, and those that annotations protect, with counts.
  static final class PruneText {
    private PruneText() {}

    static List<String> lines(List<MapValue> objects, List<MapValue> kept) {
      var lines = new ArrayList<String>();
      if (!objects.isEmpty()) {
        lines.add(count(objects) + " no longer in the manifests, to be pruned:");
        objects.forEach(object -> lines.add("  " + name(object) + along(Gvk.of(object))));
      }
      if (!kept.isEmpty()) {
        lines.add(count(kept) + " no longer in the manifests, but kept by an annotation:");
        kept.forEach(object ->
            lines.add("  " + name(object) + " (" + PruneProtection.of(object).orElse("") + ")"));
      }
      return lines;
    }

    private static String count(List<MapValue> objects) {
      return objects.size() == 1 ? "1 object is" : objects.size() + " objects are";
    }

    private static String name(MapValue object) {
      KubeObject live = KubeObject.of(object, Origin.NONE);
      return live.key().subject();
    }

    /// Returns the data that is deleted together with an object of that type.
    private static String along(Gvk type) {
      return RecreateBody.data(type).map(" and "::concat).orElse("");
    }
  }
}
