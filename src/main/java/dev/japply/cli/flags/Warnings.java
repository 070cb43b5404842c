package dev.japply.cli.flags;

import dev.japply.apply.Event;
import dev.japply.diff.SimilarName;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.problem.WarningId;
import dev.japply.report.Reporter;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// The warnings of a run. Each is printed once, and silenced ones never.
public final class Warnings implements Predicate<Problem> {
  static final String FLAG = "--no-warn";

  private final AtomicInteger received = new AtomicInteger();
  private final Set<Object> printed = ConcurrentHashMap.newKeySet();
  private final Set<Problem> annotated = ConcurrentHashMap.newKeySet();
  private volatile Set<WarningId> silenced = Set.of();

  /// Silences warnings, in place of those that were silenced before.
  public void silence(Collection<WarningId> ids) {
    silenced = Set.copyOf(ids);
  }

  /// Silences the warnings that `args` name: preferences and project files are read before flags.
  public void silenceTyped(List<String> args) {
    var typed = new HashSet<WarningId>();
    for (String text : FlagSet.values(args, FLAG)) {
      for (String id : text.split(",", -1)) {
        WarningId.find(id).ifPresent(typed::add);
      }
    }
    silence(typed);
  }

  /// Returns the warnings with these ids.
  ///
  /// @throws UsageException if there is no such warning
  static Set<WarningId> parse(List<String> ids) {
    var parsed = new HashSet<WarningId>();
    for (String id : ids) {
      parsed.add(
          WarningId.find(id)
              .orElseThrow(() ->
                  new UsageException(
                      "invalid argument \"%s\" for \"%s\" flag: there is no such warning%s"
                          .formatted(id, FLAG, SimilarName.question(WarningId.ids(), id)))));
    }
    return parsed;
  }

  /// Whether a problem is an error, or a warning that is not silenced.
  public boolean isShown(Problem problem) {
    return problem.id() == null || isShown(problem.id());
  }

  /// Whether warnings of this kind are not silenced.
  boolean isShown(WarningId id) {
    return !silenced.contains(id);
  }

  /// Whether to print a problem now. A warning is printed once; a wait may return.
  @Override
  public boolean test(Problem problem) {
    return isShown(problem)
        && !annotated.contains(problem)
        && (problem.severity() == Severity.ERROR
            || problem.id() == WarningId.WAITING
            || isNew(printed, problem));
  }

  /// Returns a reporter that leaves the warnings about recreations to the blocks of objects, which
  /// have their text.
  public Reporter inBlocks() {
    return event -> {
      if (event instanceof Event.Warned(Problem warning) && warning.id() == WarningId.RECREATION) {
        leaveToReport(warning);
      }
    };
  }

  /// Leaves a problem to a report that has it in the same log.
  void leaveToReport(Problem problem) {
    annotated.add(problem);
  }

  /// Adds a warning to those that were reported, unless one of them repeats it. The autoscaler of
  /// an object may be both on the server and in the input, where the object may name no namespace.
  ///
  /// @return whether the warning was added
  static boolean isNew(Set<Object> reported, Problem warning) {
    if (warning.id() != WarningId.AUTOSCALED_REPLICAS) {
      return reported.add(warning);
    }
    String subject = warning.subject();
    var unplaced = List.of(warning.origin(), subject.replaceFirst("[^ ]*/", ""));
    return !reported.contains(unplaced) && reported.add(List.of(warning.origin(), subject));
  }

  /// Counts a warning from a server.
  void receive() {
    received.incrementAndGet();
  }

  /// Returns the number of warnings from servers, without silenced ones.
  public int received() {
    return received.get();
  }
}
