package dev.japply.report;

import dev.japply.apply.Event;
import dev.japply.object.ObjectKey;
import java.util.List;
import java.util.stream.Collectors;

/// The summary of a run that was ended from outside, on one line: `interrupted: 2 applied, 0
/// failed, 1 not tried (Service web); apply again to continue`.
final class InterruptText {
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
    };
  }

  private static String advice(Event.Work work) {
    return switch (work) {
      case APPLY -> "; apply again to continue";
      case EDIT -> "; run the command again to continue";
      case UNDO -> "; undo again to continue";
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
