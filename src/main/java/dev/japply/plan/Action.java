package dev.japply.plan;

import dev.japply.problem.Problem;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// What is to be done with one object.
public sealed interface Action {

  /// Create it.
  ///
  /// @param body what to send
  record Create(MapValue body) implements Action {}

  /// Change it by one PATCH.
  ///
  /// @param strategic whether `body` is a strategic merge patch; else it is a JSON merge patch
  /// @param body the patch, not empty
  /// @param result the live object after it, before the server's defaulting
  record Patch(boolean strategic, MapValue body, MapValue result) implements Action {
    /// The body of a patch that the server refuses when the object is no longer that of `live`.
    public MapValue guarded(MapValue live) {
      Value version = Value.text(live.map("metadata").text("resourceVersion"));
      return body.with("metadata", body.map("metadata").with("resourceVersion", version));
    }
  }

  /// Leave it: the live object is as the manifest says.
  record Unchanged() implements Action {}

  /// Nothing can be done, and why.
  record Refused(List<Problem> problems) implements Action {
    public Refused {
      problems = List.copyOf(problems);
    }
  }
}
