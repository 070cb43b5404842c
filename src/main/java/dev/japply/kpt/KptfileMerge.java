package dev.japply.kpt;

import dev.japply.kpt.UpdateConflict.Result;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Merges the fields of Kptfiles about the package itself. Name, upstream and lock remain the local
/// ones.
final class KptfileMerge {
  private final Kptfile local;
  private final boolean upstreamWins;
  private final List<UpdateConflict> conflicts = new ArrayList<>();

  KptfileMerge(Kptfile local, boolean upstreamWins) {
    this.local = local;
    this.upstreamWins = upstreamWins;
  }

  List<UpdateConflict> conflicts() {
    return conflicts;
  }

  Kptfile merge(@Nullable String origin, @Nullable String updated) {
    Kptfile before = placed(origin);
    Kptfile theirs = placed(updated);
    if (theirs.value().equals(before.value()) || theirs.value().equals(local.value())) {
      return local;
    }
    if (before.value().equals(local.value()) && updated != null) {
      return theirs;
    }
    var functions = PipelineFunctions.of(before.value(), theirs.value(), local.value());
    MergeOutcome outcome =
        ThreeWayMerge.update(
            new MergeRequest(
                functions.name(before.value()),
                functions.name(theirs.value()),
                functions.name(local.value()),
                null,
                new MergeRequest.Options(MergeRequest.Rules.JAPPLY, upstreamWins)),
            List.of("name"));
    outcome.conflicts().forEach(conflict -> addConflict(conflict, outcome.result()));
    return local.edited(functions.unname(outcome.result()));
  }

  private Kptfile placed(@Nullable String text) {
    Kptfile kptfile = text == null ? Kptfile.create("x") : Kptfile.parse(Kptfile.NAME, text);
    return kptfile.placedAs(local);
  }

  private void addConflict(Conflict conflict, MapValue result) {
    int line = YamlSource.parse(local.text()).map(source -> source.line(conflict.path())).orElse(0);
    boolean upstream = conflict.path().in(result).equals(conflict.config());
    conflicts.add(
        new UpdateConflict(
            new Origin(Kptfile.NAME, line, 0),
            Kptfile.NAME,
            conflict.path().toString(),
            text(conflict.lastApplied()),
            text(conflict.config()),
            text(conflict.live()),
            upstream ? Result.UPSTREAM : Result.LOCAL));
  }

  private static String text(Node node) {
    return node instanceof Value value ? GoJson.write(value) : "";
  }
}
