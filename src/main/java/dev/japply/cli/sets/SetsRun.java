package dev.japply.cli.sets;

import dev.japply.apply.ApplySetReader;
import dev.japply.apply.ApplySetReader.LiveSet;
import dev.japply.apply.ApplySetReader.Sets;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.object.Gvk;
import dev.japply.object.LastApplier;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.ready.ReadyCheck;
import dev.japply.ready.ReadyRules;
import dev.japply.report.ProblemReporter.Requests;
import dev.japply.report.ReportedSet;
import dev.japply.report.ReportedSet.MemberCount;
import dev.japply.report.SetsText;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs `japply sets`: reads the sets, and prints them.
///
/// @param everywhere whether the sets of all namespaces are listed
/// @param managers the field managers whose server-side applies count
/// @param concurrency number of lists that are requested in parallel
record SetsRun(
    CommandContext context,
    Cancellation cancellation,
    ConnectionOptions connection,
    boolean everywhere,
    Format format,
    Set<String> managers,
    int concurrency) {

  /// The form of the output.
  enum Format {
    TABLE,
    WIDE,
    NAMES,
    JSON
  }

  ExitCode run() {
    return context.onCluster(connection, this::run);
  }

  private ExitCode run(Cluster cluster) {
    String namespace = everywhere ? "" : cluster.defaultNamespace();
    var reader = new ApplySetReader(cluster, ReadyRules::isReadyImmediately, concurrency);
    Sets found = reader.list(namespace);
    var problems = new ArrayList<>(found.problems());
    var ready = new ReadyCheck(cluster, problems::add);
    List<ReportedSet> sets =
        found.sets().stream()
            .map(set -> reported(set, ready))
            .sorted(
                Comparator.comparing((ReportedSet set) -> set.parent().namespace())
                    .thenComparing(set -> set.parent().argument()))
            .toList();
    if (cancellation.requested()) {
      return ExitCode.INTERRUPTED;
    }
    print(sets, problems, namespace);
    return problems.stream().anyMatch(problem -> problem.severity() == Severity.ERROR)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }

  private ReportedSet reported(LiveSet set, ReadyCheck ready) {
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
        (int) set.members().stream().filter(member -> ready.of(member).isCurrent()).count(),
        applied(set).orElse(""),
        set.trusted());
  }

  private static int count(LiveSet set, String kind) {
    return (int)
        set.members().stream().filter(member -> Gvk.of(member).groupKind().equals(kind)).count();
  }

  /// Returns the time of the newest change of a member by an apply; empty if the server states none.
  private Optional<String> applied(LiveSet set) {
    return set.members().stream()
        .flatMap(member -> applied(member).stream())
        .filter(time -> !time.isEmpty())
        .max(Comparator.naturalOrder());
  }

  private Optional<String> applied(MapValue member) {
    return LastApplier.of(member, managers::contains).map(LastApplier::time);
  }

  private void print(List<ReportedSet> sets, List<Problem> problems, String namespace) {
    var console = context.console();
    switch (format) {
      case JSON -> console.data().print(SetsText.json(sets));
      case NAMES -> console.data().print(SetsText.names(sets));
      case TABLE, WIDE -> {
        if (!sets.isEmpty()) {
          console.out().print(SetsText.table(sets, everywhere, format == Format.WIDE));
        } else if (problems.isEmpty()) {
          console
              .err()
              .printLine(
                  "No resources found" + (everywhere ? "" : " in " + namespace + " namespace."));
        }
      }
    }
    console.data().flush();
    problems.forEach(console.problems(Requests.HIDDEN)::print);
  }
}
