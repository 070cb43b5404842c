package dev.japply.cli.sets;

import dev.japply.apply.ApplySetReader;
import dev.japply.apply.ApplySetReader.LostSet;
import dev.japply.apply.ApplySetReader.LostSets;
import dev.japply.cluster.Cluster;
import dev.japply.problem.ExitCode;
import dev.japply.report.LostSetsText;

/// Runs `japply sets --lost`: finds members whose parent is gone, and prints them.
record LostSetsRun(SetsSetting setting) {

  ExitCode run(Cluster cluster) {
    var reader = new ApplySetReader(cluster, setting.concurrency());
    LostSets found = reader.lost(setting.namespace(cluster));
    if (setting.cancellation().requested()) {
      return ExitCode.INTERRUPTED;
    }
    var console = setting.context().console();
    switch (setting.format()) {
      case JSON -> console.data().print(LostSetsText.json(found.sets()));
      case NAMES -> found.sets().stream().map(LostSet::id).forEach(console.out()::printLine);
      case TABLE, WIDE -> {
        if (!found.sets().isEmpty()) {
          console.out().print(LostSetsText.text(found.sets()));
        } else if (found.problems().isEmpty()) {
          setting.printNothing(cluster);
        }
      }
    }
    console.data().flush();
    return setting.conclude(found.problems());
  }
}
