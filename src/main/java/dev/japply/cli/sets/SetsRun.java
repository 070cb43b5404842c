package dev.japply.cli.sets;

import dev.japply.apply.ApplySetReader;
import dev.japply.apply.ApplySetReader.LiveSet;
import dev.japply.apply.ApplySetReader.Sets;
import dev.japply.cluster.Cluster;
import dev.japply.problem.ExitCode;
import dev.japply.ready.ReadyCheck;
import dev.japply.ready.ReadyRules;
import dev.japply.report.ReportedSet;
import dev.japply.report.SetsText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Runs `japply sets`: reads the sets, and prints them.
record SetsRun(SetsSetting setting) {

  ExitCode run(Cluster cluster) {
    Sets found =
        new ApplySetReader(cluster, setting.concurrency())
            .list(setting.namespace(cluster), ReadyRules::isReadyImmediately);
    var problems = new ArrayList<>(found.problems());
    var ready = new ReadyCheck(cluster, problems::add);
    List<ReportedSet> sets =
        found.sets().stream()
            .map(set -> setting.reported(set, ready(set, ready)))
            .sorted(
                Comparator.comparing((ReportedSet set) -> set.parent().namespace())
                    .thenComparing(set -> set.parent().argument()))
            .toList();
    if (setting.cancellation().requested()) {
      return ExitCode.INTERRUPTED;
    }
    print(cluster, sets, !problems.isEmpty());
    return setting.conclude(problems);
  }

  private static long ready(LiveSet set, ReadyCheck ready) {
    return set.members().stream().filter(member -> ready.of(member).isCurrent()).count();
  }

  private void print(Cluster cluster, List<ReportedSet> sets, boolean incomplete) {
    var console = setting.context().console();
    switch (setting.format()) {
      case JSON -> console.data().print(SetsText.json(sets));
      case NAMES -> console.data().print(SetsText.names(sets));
      case TABLE, WIDE -> {
        boolean wide = setting.format() == SetsSetting.Format.WIDE;
        if (!sets.isEmpty()) {
          console.out().print(SetsText.table(sets, setting.everywhere(), wide));
        } else if (!incomplete) {
          setting.printNothing(cluster);
        }
      }
    }
    console.data().flush();
  }
}
