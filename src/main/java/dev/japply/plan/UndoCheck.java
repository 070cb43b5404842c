package dev.japply.plan;

import dev.japply.object.ObjectKey;
import dev.japply.plan.RecordedWrite.History;
import dev.japply.plan.StalePlanCheck.Verdict;
import dev.japply.plan.UndoPlanner.Decision;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.schema.Schema;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Plans each object of an undo again for the live object. The plan fits while it has the same kind
/// of action, and no field of it was changed by another client.
public final class UndoCheck implements PlanCheck {
  private final UndoPlanner planner;
  private final Map<ObjectKey, History> histories;

  public UndoCheck(UndoPlanner planner, List<History> histories) {
    this.planner = planner;
    this.histories =
        histories.stream().collect(Collectors.toMap(History::key, Function.identity()));
  }

  @Override
  public PlannedObject again(
      PlannedObject planned, @Nullable MapValue live, @Nullable Schema type) {
    History history = Objects.requireNonNull(histories.get(planned.desired().key()));
    return planner.plan(history, live, type).planned();
  }

  @Override
  public Verdict verdict(
      PlannedObject planned, PlannedObject again, String manager, @Nullable Schema type) {
    return switch (again.action()) {
      case Action.Unchanged same -> new Verdict.Done();
      case Action.Refused(List<Problem> problems) -> new Verdict.Stale(problems);
      case Action other when other.getClass().equals(planned.action().getClass()) ->
          new Verdict.Fitting(other);
      case Action.Merged merged when takesOver(planned) -> new Verdict.Fitting(merged);
      case Action other -> new Verdict.Stale(List.of(different(planned)));
    };
  }

  /// Whether the undo writes to an object that another client has created in place of the planned
  /// one.
  private boolean takesOver(PlannedObject planned) {
    return planner.decision() == Decision.TAKE && planned.action() instanceof Action.Recreate;
  }

  /// A dry run of an undo is no part of its plan.
  @Override
  public Optional<FieldPath> otherResult(
      PlannedObject planned, Node live, MapValue after, @Nullable Schema type) {
    return Optional.empty();
  }

  @Override
  public Problem different(PlannedObject planned) {
    return Problem.error(
        Origin.NONE,
        planned.desired().key().subject(),
        "changed since it was planned to take it back",
        "undo again");
  }
}
