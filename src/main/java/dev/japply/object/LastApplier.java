package dev.japply.object;

import dev.japply.object.ManagedFields.Operation;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The manager that applied an object last, by client-side or server-side apply.
///
/// @param time when it did, as the server states it; empty if it is not stated
public record LastApplier(String manager, String time) {
  /// Returns the last applier of a live object; empty if it was never applied.
  public static Optional<LastApplier> of(MapValue live) {
    return of(live, manager -> true);
  }

  /// Returns the last applier of a live object, by client-side apply, or by server-side apply of a
  /// manager that is an `applier`: controllers apply server-side, too. Empty if there is none.
  public static Optional<LastApplier> of(MapValue live, Predicate<String> applier) {
    ManagedFields managed = ManagedFields.of(live);
    Set<String> annotators = managed.annotators(Operation.UPDATE);
    return managed.entries().stream()
        .filter(entry -> entry.text("subresource").isEmpty())
        .filter(entry ->
            annotators.contains(entry.text("manager"))
                || (entry.text("operation").equals("Apply") && applier.test(entry.text("manager"))))
        .map(entry -> new LastApplier(entry.text("manager"), entry.text("time")))
        .max(Comparator.comparing(LastApplier::time));
  }
}
