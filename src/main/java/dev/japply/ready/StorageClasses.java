package dev.japply.ready;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.ClusterException;
import dev.japply.cluster.Resource;
import dev.japply.object.Gvk;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Determines the volume binding mode of StorageClasses; reads each class once.
///
/// @param warnings receives a warning for each class that cannot be read
record StorageClasses(Cluster cluster, Consumer<Problem> warnings, Map<String, Boolean> known) {
  private static final Resource CLASSES =
      new Resource(Gvk.of("storage.k8s.io/v1", "StorageClass"), "storageclasses", false);

  StorageClasses(Cluster cluster, Consumer<Problem> warnings) {
    this(cluster, warnings, new ConcurrentHashMap<>());
  }

  /// Whether the class has the volume binding mode `WaitForFirstConsumer`. False if that is
  /// unknown, so that the claim is awaited.
  boolean bindsLater(String name) {
    return !name.isEmpty() && known.computeIfAbsent(name, this::read);
  }

  private boolean read(String name) {
    try {
      return cluster
          .get(CLASSES, "", name)
          .filter(found -> found.text("volumeBindingMode").equals("WaitForFirstConsumer"))
          .isPresent();
    } catch (ClusterException e) {
      warnings.accept(
          Problem.warning(
              WarningId.WATCH,
              Origin.NONE,
              "StorageClass " + name,
              String.valueOf(e.getMessage()),
              "japply waits until its claims are bound, though they may need a Pod for that"));
      return false;
    }
  }
}
