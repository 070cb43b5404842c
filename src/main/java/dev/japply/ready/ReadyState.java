package dev.japply.ready;

import dev.japply.apply.ResolvedObject;
import dev.japply.cluster.ClusterException;
import dev.japply.object.SecretValues;
import org.jspecify.annotations.Nullable;

/// The state of one awaited object.
///
/// @param failure the failure to read the object; null if there was none
public record ReadyState(
    ResolvedObject target, Readiness readiness, @Nullable ClusterException failure) {

  /// Returns the state with these values masked in its message, which a controller may have
  /// written.
  public ReadyState scrubbed(SecretValues secrets) {
    var shown = new Readiness(readiness.status(), secrets.scrubbed(readiness.message()));
    return new ReadyState(target, shown, failure);
  }

  public boolean isReady() {
    return failure == null && readiness.isCurrent();
  }

  public boolean isUnauthorized() {
    return failure != null && failure.kind() == ClusterException.Kind.UNAUTHORIZED;
  }

  /// Whether the wait for this object is over.
  boolean isSettled() {
    return isReady() || isHopeless();
  }

  /// Whether the object cannot become ready any more, if japply can detect that.
  public boolean isHopeless() {
    return failure != null || readiness.isFailed();
  }
}
