package dev.japply.apply;

import dev.japply.cluster.Cluster;
import dev.japply.cluster.DeleteOptions;
import dev.japply.object.KubeObject;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.function.Supplier;

/// One request that changes an object, or that gets the result of a change on a dry run.
///
/// @param body the body to report
/// @param request sends the request and returns the object afterwards
public record WriteRequest(Kind kind, Value body, Supplier<MapValue> request) {
  public enum Kind {
    POST("POST"),
    PATCH("PATCH"),
    /// A PATCH that the server merges, and that creates a missing object.
    APPLY("PATCH"),
    DELETE("DELETE");

    private final String verb;

    Kind(String verb) {
      this.verb = verb;
    }

    String verb() {
      return verb;
    }
  }

  /// Returns the request that deletes the live object of `target`.
  static WriteRequest delete(Cluster cluster, ResolvedObject target, DeleteOptions how) {
    KubeObject object = target.desired();
    return new WriteRequest(
        Kind.DELETE,
        MapValue.EMPTY,
        () -> {
          cluster.delete(target.resource(), object.namespace(), object.name(), how);
          return MapValue.EMPTY;
        });
  }
}
