package dev.japply.kpt;

import dev.japply.kpt.UpdateConflict.Resolution;
import dev.japply.merge.MergeOutcome;
import dev.japply.merge.MergeOutcome.Conflict;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
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
            upstream ? Resolution.UPSTREAM : Resolution.LOCAL));
  }

  private static String text(Node node) {
    return node instanceof Value value ? GoJson.write(value) : "";
  }

  /// The functions in the pipelines of Kptfiles. As in kpt, they merge one by one: by their names
  /// or, if none has a name, by their programs without the versions.
  ///
  /// @param named whether the merge gives them temporary names
  private record PipelineFunctions(boolean named) {
    private static final String PIPELINE = "pipeline";
    private static final List<String> LISTS = List.of("mutators", "validators");
    private static final String NAME = "name";

    /// Returns the functions of some versions of a Kptfile.
    static PipelineFunctions of(MapValue... kptfiles) {
      return new PipelineFunctions(Stream.of(kptfiles).allMatch(PipelineFunctions::canBeNamed));
    }

    private static boolean canBeNamed(MapValue kptfile) {
      return LISTS.stream().allMatch(list -> canBeNamed(kptfile.map(PIPELINE).get(list)));
    }

    /// Whether no function has a name, and each another program.
    private static boolean canBeNamed(Object functions) {
      if (!(functions instanceof ListValue(List<Value> items))) {
        return true;
      }
      var programs = new HashSet<String>();
      return items.stream()
          .allMatch(item ->
              item instanceof MapValue function
                  && !function.has(NAME)
                  && !program(function).isEmpty()
                  && programs.add(program(function)));
    }

    private static String program(MapValue function) {
      String image = function.text("image").replaceFirst("@.*", "").replaceFirst(":[^:/]*$", "");
      return function.text("exec").isEmpty() ? image : function.text("exec");
    }

    MapValue name(MapValue kptfile) {
      return named ? changed(kptfile, f -> f.with(NAME, Value.text(program(f)))) : kptfile;
    }

    MapValue unname(MapValue kptfile) {
      return named ? changed(kptfile, function -> function.without(NAME)) : kptfile;
    }

    @FunctionalInterface
    private interface KptfileChange {
      MapValue of(MapValue function);
    }

    private static MapValue changed(MapValue kptfile, KptfileChange change) {
      MapValue pipeline = kptfile.map(PIPELINE);
      for (String list : LISTS) {
        if (pipeline.get(list) instanceof ListValue(List<Value> items)) {
          List<Value> functions =
              items.stream()
                  .<Value>map(f -> f instanceof MapValue function ? change.of(function) : f)
                  .toList();
          pipeline = pipeline.with(list, new ListValue(functions));
        }
      }
      return kptfile.has(PIPELINE) && kptfile.get(PIPELINE) instanceof MapValue
          ? kptfile.with(PIPELINE, pipeline)
          : kptfile;
    }
  }
}
