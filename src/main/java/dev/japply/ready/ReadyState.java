package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import org.jspecify.annotations.Nullable;

/// How far one object is.
///
/// @param failure why it cannot be read; null when it can
public record ReadyState(
    ResolvedObject target, Readiness readiness, @Nullable ClusterException failure) {

  public boolean isReady() {
    return failure == null && readiness.isCurrent();
  }

  /// Whether there is nothing to wait for.
  boolean isSettled() {
    return isReady() || isHopeless();
  }

  /// Whether it can no longer become ready, as far as anybody can tell.
  public boolean isHopeless() {
    return failure != null || readiness.isFailed();
  }
}
