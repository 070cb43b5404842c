package dev.japply.cli.sets;

import dev.japply.apply.ApplySetReader.LiveSet;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cluster.Cluster;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.LastApplier;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedSet;
import dev.japply.report.ReportedSet.MemberCount;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The options of `japply sets`, and the output that its forms share.
///
/// @param everywhere whether the sets of all namespaces are listed
/// @param managers the field managers whose server-side applies count
/// @param concurrency number of lists that are requested in parallel
record SetsSetting(
    CommandContext context,
    Cancellation cancellation,
    boolean everywhere,
    Format format,
    Set<String> managers,
    int concurrency) {
  SetsSetting {
    managers = Set.copyOf(managers);
  }

  /// The form of the output.
  enum Format {
    TABLE,
    WIDE,
    NAMES,
    JSON
  }

  /// Returns the namespace to list; empty for all.
  String namespace(Cluster cluster) {
    return everywhere ? "" : cluster.defaultNamespace();
  }

  /// @param ready the number of its members that are ready
  ReportedSet reported(LiveSet set, long ready) {
    List<MemberCount> counts =
        set.types().entrySet().stream()
            .map(type -> new MemberCount(type.getValue(), count(set, type.getKey())))
            .filter(members -> members.count() > 0)
            .toList();
    return new ReportedSet(
        set.parent(),
        set.tooling(),
        counts,
        set.namespaces(),
        set.unread(),
        (int) ready,
        applied(set).orElse(""),
        set.trusted());
  }

  private static int count(LiveSet set, String kind) {
    return (int)
        set.members().stream().filter(member -> Gvk.of(member).groupKind().equals(kind)).count();
  }

  /// Returns the time of the newest change of a member by an apply; empty if the server states
  /// none.
  private Optional<String> applied(LiveSet set) {
    return set.members().stream()
        .flatMap(member -> applied(member).stream())
        .filter(time -> !time.isEmpty())
        .max(Comparator.naturalOrder());
  }

  private Optional<String> applied(MapValue member) {
    return LastApplier.of(member, managers::contains).map(LastApplier::time);
  }

  /// Prints kubectl's line about a listing without a result.
  void printNothing(Cluster cluster) {
    String place = everywhere ? "" : " in " + namespace(cluster) + " namespace.";
    context.console().err().printLine("No resources found" + place);
  }

  /// Prints problems, and returns the exit status.
  ExitCode conclude(List<Problem> problems) {
    problems.forEach(context.console().problems(Requests.HIDDEN)::print);
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }
}
