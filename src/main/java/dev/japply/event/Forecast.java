package dev.japply.event;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// What applying an object would come to.
public sealed interface Forecast {

  /// The object that would be applied, or pruned.
  KubeObject desired();

  /// It would become something, or stay as it is.
  ///
  /// @param before the live object; [dev.japply.tree.Missing#MISSING] when there is none
  /// @param after the same as `before` when nothing would change
  record Result(KubeObject desired, Node before, MapValue after) implements Forecast {}

  /// It would be pruned, since it is no longer in the manifests.
  record Pruned(KubeObject desired, MapValue before) implements Forecast {
    /// @param before the live object
    public Pruned(MapValue before) {
      this(KubeObject.of(before, Origin.NONE), before);
    }
  }

  /// It could not be applied.
  record Failed(KubeObject desired, List<Problem> problems) implements Forecast {
    public Failed {
      problems = List.copyOf(problems);
    }
  }
}
