package dev.japply.cli.sets;

import dev.japply.apply.ApplySetReader;
import dev.japply.apply.ApplySetReader.LiveSet;
import dev.japply.apply.ApplySetReader.SetContent;
import dev.japply.cluster.Cluster;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.plan.Drift;
import dev.japply.problem.ExitCode;
import dev.japply.problem.Origin;
import dev.japply.ready.Readiness;
import dev.japply.ready.ReadyCheck;
import dev.japply.report.SetText;
import dev.japply.report.SetText.Member;
import dev.japply.report.SetText.Orphan;
import dev.japply.schema.Schema;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Runs `japply sets NAME`: reads one set, and prints its members.
///
/// @param name the parent as `--applyset` names it
record SetRun(SetsSetting setting, String name) {

  ExitCode run(Cluster cluster) {
    SetContent content = new ApplySetReader(cluster, setting.concurrency()).read(name);
    var problems = new ArrayList<>(content.problems());
    var ready = new ReadyCheck(cluster, problems::add);
    LiveSet set = content.set();
    List<Member> members =
        set.members().stream()
            .map(live -> member(cluster, live, ready.of(live)))
            .sorted(order(Member::object))
            .toList();
    var text =
        new SetText(
            setting.reported(set, members.stream().filter(Member::ready).count()),
            members,
            content.orphans().stream()
                .map(live -> orphan(set, live))
                .sorted(order(Orphan::object))
                .toList(),
            withoutMembers(set));
    if (setting.cancellation().requested()) {
      return ExitCode.INTERRUPTED;
    }
    print(text);
    return setting.conclude(problems);
  }

  private static <T> Comparator<T> order(Function<T, KubeObject> object) {
    return Comparator.comparing((T one) -> object.apply(one).gvk().kind())
        .thenComparing(one -> object.apply(one).namespace())
        .thenComparing(one -> object.apply(one).name());
  }

  private static Member member(Cluster cluster, MapValue live, Readiness readiness) {
    Optional<Schema> schema =
        LastApplied.text(live).isEmpty() ? Optional.empty() : cluster.schema(Gvk.of(live));
    return new Member(
        KubeObject.of(live, Origin.NONE),
        readiness.isCurrent(),
        readiness.status().word(),
        readiness.message(),
        Drift.of(live, schema.orElse(null)));
  }

  private static Orphan orphan(LiveSet set, MapValue live) {
    KubeObject object = KubeObject.of(live, Origin.NONE);
    String what = set.types().containsKey(object.gvk().groupKind()) ? "namespace" : "type";
    return new Orphan(object, "the parent does not record its " + what);
  }

  private static List<String> withoutMembers(LiveSet set) {
    return set.types().keySet().stream()
        .filter(kind -> !set.unread().contains(kind))
        .filter(
            kind -> set.members().stream().noneMatch(live -> Gvk.of(live).groupKind().equals(kind)))
        .toList();
  }

  private void print(SetText text) {
    var console = setting.context().console();
    switch (setting.format()) {
      case JSON -> console.data().print(text.json());
      case NAMES -> console.data().print(text.names());
      case TABLE, WIDE ->
          console
              .out()
              .print(
                  text.text(
                      setting
                          .context()
                          .width(
                              /* wide= */ setting.format() == SetsSetting.Format.WIDE,
                              console.terminals().out())),
                  console.colours());
    }
    console.data().flush();
  }
}
