package dev.japply.apply;

import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.plan.Difference;
import dev.japply.plan.Order;
import dev.japply.plan.PlanOptions;
import java.util.List;
import java.util.function.Consumer;

/// Options of executions in tests: the manager `me`, and strict validation.
public final class Options {
  private Options() {}

  /// One object at a time, in the order that belongs to the compatibility.
  public static ExecutionOptions of(PlanOptions planning, DryRun dryRun) {
    boolean ordered = planning.allows(Difference.ORDERS_BY_DEPENDENCY);
    return of(planning, dryRun, ordered ? Order.DEPENDENCIES : Order.INPUT);
  }

  /// One object at a time.
  public static ExecutionOptions of(PlanOptions planning, DryRun dryRun, Order order) {
    return of(planning, dryRun, new Schedule(order, 1), ApplyMethod.ClientSide.PATCHING);
  }

  public static ExecutionOptions of(PlanOptions planning, Schedule schedule) {
    return of(planning, schedule, ApplyMethod.ClientSide.PATCHING);
  }

  public static ExecutionOptions of(PlanOptions planning, Schedule schedule, ApplyMethod method) {
    return of(planning, DryRun.NONE, schedule, method);
  }

  private static ExecutionOptions of(
      PlanOptions planning, DryRun dryRun, Schedule schedule, ApplyMethod method) {
    return new ExecutionOptions(planning, dryRun, "me", "Strict", schedule, method);
  }

  /// A listener that adds all events but those of progress to `events`.
  public static Consumer<Event> into(List<Event> events) {
    return event -> {
      if (!(event instanceof Event.Progress)) {
        events.add(event);
      }
    };
  }
}
