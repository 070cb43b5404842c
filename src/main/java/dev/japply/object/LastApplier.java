package dev.japply.object;

import dev.japply.object.ManagedFields.Operation;
import dev.japply.tree.Value.MapValue;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// The manager that applied an object last, by client-side or server-side apply.
///
/// @param time when it did, as the server states it; empty if it is not stated
public record LastApplier(String manager, String time) {
  /// Returns the last applier of a live object; empty if it was never applied.
  public static Optional<LastApplier> of(MapValue live) {
    ManagedFields managed = ManagedFields.of(live);
    Set<String> annotators = managed.annotators(Operation.UPDATE);
    return managed.entries().stream()
        .filter(entry -> entry.text("subresource").isEmpty())
        .filter(entry ->
            entry.text("operation").equals("Apply") || annotators.contains(entry.text("manager")))
        .map(entry -> new LastApplier(entry.text("manager"), entry.text("time")))
        .max(Comparator.comparing(LastApplier::time));
  }
}
