package dev.japply.apply;

import dev.japply.object.KubeObject;
import dev.japply.plan.PlannedObject;
import dev.japply.plan.PrunePlan;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The candidates for pruning.
interface PruneScope {

  /// `objects` as they are to be applied.
  default List<KubeObject> members(List<KubeObject> objects) {
    return objects;
  }

  /// Finds out what belongs here so far, where nothing is to be written yet.
  ///
  /// @throws dev.japply.problem.JapplyException when that is not known
  default void read() {}

  /// Makes sure that objects may become members. Writes nothing.
  ///
  /// @throws dev.japply.problem.JapplyException when nothing may be applied
  default void check(List<ResolvedObject> targets) {}

  /// Called before anything is applied.
  ///
  /// @throws dev.japply.problem.JapplyException when nothing may be applied
  default void prepare(List<ResolvedObject> targets) {}

  /// Returns the places where objects are looked for.
  ///
  /// @param namespaces the namespaces of applied objects
  List<PruneTarget> places(Set<String> namespaces);

  /// Returns the object that records the members, as it is about to be written; empty if there is
  /// none.
  default Optional<PlannedObject> parent() {
    return Optional.empty();
  }

  /// The live objects that belong here, those that were just applied among them.
  ///
  /// @param namespaces the namespaces of applied objects
  PruneSearch.Found find(Set<String> namespaces);

  /// Returns a warning about `plan`; empty if there is none.
  default Optional<Problem> caution(PrunePlan plan) {
    return Optional.empty();
  }

  /// Called when all objects that are no longer desired are gone, except those that stay by `plan`.
  ///
  /// @throws dev.japply.problem.JapplyException if that could not be recorded
  default void conclude(PrunePlan plan) {}
}
