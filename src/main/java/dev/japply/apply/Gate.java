package dev.japply.apply;

import java.util.Collection;
import java.util.List;

/// Stands between what is applied and what waits until that is ready.
public interface Gate {
  /// Nothing waits.
  Gate OPEN =
      new Gate() {
        @Override
        public boolean isForAll() {
          return false;
        }

        @Override
        public Collection<ResolvedObject> await(List<ResolvedObject> applied) {
          return List.of();
        }
      };

  /// Whether each stage waits for all of the one before; else an object waits for what it names as
  /// what it depends on.
  boolean isForAll();

  /// Whether nothing more passes when an object could not be applied, where each stage waits for
  /// all of the one before.
  default boolean closesAfterFailure() {
    return true;
  }

  /// Waits for these objects; the answer is those that are not ready, which were told.
  Collection<ResolvedObject> await(List<ResolvedObject> applied);
}
