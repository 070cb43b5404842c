package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.Moves;
import dev.japply.plan.Moves.Move;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The moves of a project that concern one run, by the ApplySet of the run.
///
/// @param renames moves to another name, namespace or kind
/// @param arriving moves of objects that only change their set, to the set of the run
/// @param leaving moves of objects from the set of the run to other sets
/// @param ids the ids of the sets that moves name, by these names
record RunMoves(Moves renames, Moves arriving, Moves leaving, Map<String, String> ids) {
  RunMoves {
    ids = Map.copyOf(ids);
  }

  /// Returns the moves of a run without an ApplySet.
  static RunMoves withoutSets(List<Move> moves) {
    List<Move> renames = moves.stream().filter(move -> move.to().applySet().isEmpty()).toList();
    return new RunMoves(new Moves(renames), Moves.NONE, Moves.NONE, Map.of());
  }

  /// Returns the moves of a run of an ApplySet.
  ///
  /// @param own the id of the set
  /// @param ids the ids of all sets that moves name, by these names
  static RunMoves of(List<Move> moves, String own, Map<String, String> ids) {
    var renames = new ArrayList<Move>();
    var arriving = new ArrayList<Move>();
    var leaving = new ArrayList<Move>();
    for (Move move : moves) {
      String from = ids.getOrDefault(move.from().applySet(), own);
      String to = ids.getOrDefault(move.to().applySet(), own);
      if (to.equals(own)) {
        (move.isOfSetOnly() ? arriving : renames).add(move);
      } else if (from.equals(own)) {
        leaving.add(move);
      }
    }
    return new RunMoves(new Moves(renames), new Moves(arriving), new Moves(leaving), ids);
  }

  /// Returns the names of the sets whose members move to the set of the run.
  ///
  /// @param own the id of the set of the run
  List<String> sources(String own) {
    var names = new ArrayList<String>();
    Set<String> known = new HashSet<>(Set.of(own));
    for (Moves moves : List.of(renames, arriving)) {
      for (Move move : moves.moves()) {
        String name = move.from().applySet();
        if (!name.isEmpty() && known.add(ids.getOrDefault(name, own))) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /// Returns the ids of the sets whose members may be deleted after a move.
  ///
  /// @param own the id of the set of the run; empty for none
  Set<String> deletable(String own) {
    Set<String> all = new HashSet<>();
    if (!own.isEmpty()) {
      all.add(own);
    }
    renames.moves().stream()
        .map(move -> ids.get(move.from().applySet()))
        .filter(id -> id != null)
        .forEach(all::add);
    return all;
  }

  boolean isEmpty() {
    return renames.isEmpty() && arriving.isEmpty() && leaving.isEmpty();
  }

  /// Checks whether `object` comes from the set with the id `set` to the set of the run.
  ///
  /// @param namespace the namespace of objects that name none
  boolean arrives(KubeObject object, String set, String namespace) {
    return arriving.moves().stream()
        .anyMatch(
            move -> move.to().is(object, namespace) && set.equals(ids.get(move.from().applySet())));
  }

  /// Returns the errors about objects that were moved and are still in the manifests.
  ///
  /// @param namespace the namespace of objects that name none
  List<Problem> stillThere(List<KubeObject> objects, String namespace) {
    var problems = new ArrayList<>(renames.stillThere(objects, namespace));
    problems.addAll(leaving.stillThere(objects, namespace));
    return problems;
  }

  /// Returns the warning about a member that another set takes over; empty if none does.
  ///
  /// @param namespace the namespace of objects that name none
  Optional<Problem> leaving(MapValue live, String namespace) {
    KubeObject object = KubeObject.of(live, Origin.NONE);
    return leaving.moves().stream()
        .filter(move -> move.from().is(object, namespace))
        .map(move ->
            Problem.warning(
                WarningId.NOT_PRUNED,
                move.from().place(),
                object.key().subject(),
                "not pruned, because it moves to the ApplySet " + move.to().applySet(),
                "apply that set, too"))
        .findFirst();
  }
}
