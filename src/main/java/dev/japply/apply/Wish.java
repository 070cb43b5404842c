package dev.japply.apply;

import static dev.japply.tree.Missing.MISSING;

import dev.japply.apply.RetryPolicy.RetryState;
import dev.japply.cluster.ServerProblems;
import dev.japply.object.KubeObject;
import dev.japply.plan.Action;
import dev.japply.plan.ChangeReasons;
import dev.japply.plan.PlannedObject;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The goal for one object: a function from the live object to a plan. Client-side and server-side
/// apply, a stored plan, an undo and a change of owners have wishes, and [ObjectLoop] carries out
/// all of them.
@FunctionalInterface
interface Wish {
  /// Returns the plan for `target`; empty if the run is to end.
  ///
  /// @param live the live object; null if there is none, or it was not read
  /// @param retries the attempts so far
  Optional<PlannedObject> plan(ResolvedObject target, @Nullable MapValue live, RetryState retries);

  /// Returns the problems to report before the first patch of the object.
  default List<Problem> warnings(PlannedObject planned) {
    return List.of();
  }

  /// Returns the problems of a refusal by the server.
  default List<Problem> problems(ResolvedObject target, ObjectLoop.End.Refused refused) {
    return ServerProblems.of(refused.request(), refused.failure());
  }

  /// Returns a plan with the result that is known without the server: missing, if only the server
  /// can compute it.
  static PlannedObject planned(
      KubeObject desired, @Nullable MapValue live, Action action, ChangeReasons reasons) {
    Node before = live == null ? MISSING : live;
    Node after =
        switch (action) {
          case Action.Create(MapValue body) -> body;
          case Action.Patch patch -> patch.result();
          case Action.Unchanged same -> before;
          case Action.Apply(MapValue manifest, boolean force, String part) ->
              live == null ? manifest : MISSING;
          case Action.Recreate(String uid, MapValue body) -> body;
          case Action.Delete delete -> MISSING;
          case Action.Refused refused -> MISSING;
        };
    return new PlannedObject(desired, action, before, after, reasons);
  }
}
