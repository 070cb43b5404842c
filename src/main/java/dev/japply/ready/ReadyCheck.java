package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.problem.Problem;
import dev.japply.ready.ReadyWait.StorageClasses;
import dev.japply.tree.Value.MapValue;
import java.util.function.Consumer;

/// Determines the readiness of live objects that a caller has read, without a wait.
public final class ReadyCheck {
  private final StorageClasses classes;

  /// @param cluster has the StorageClasses of claims; each is read once
  /// @param warnings receives a warning for each class that cannot be read
  public ReadyCheck(Cluster cluster, Consumer<Problem> warnings) {
    this.classes = new StorageClasses(cluster, warnings);
  }

  public Readiness of(MapValue live) {
    return ReadyRules.of(live, classes::bindsLater);
  }
}
