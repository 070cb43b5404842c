package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;

/// Walks the nodes of a document and follows aliases. Rejects aliases that contain themselves, and
/// documents that exceed the [AliasBudget].
final class AliasWalk {
  private final Set<YamlNode> following = Collections.newSetFromMap(new IdentityHashMap<>());
  private final AliasBudget budget = new AliasBudget();

  /// Counts `node`.
  ///
  /// @throws SyntaxFailure if aliases expand to too many nodes
  void pass(YamlNode node) {
    pass(node.place());
    if (!following.isEmpty() && node instanceof Scalar scalar) {
      budget.spend(scalar.place(), scalar.text());
    }
  }

  /// Counts a node at `place`, but not its text.
  void pass(Place place) {
    budget.spend(place, !following.isEmpty());
  }

  /// Runs `work` on the target of `alias`.
  ///
  /// @throws SyntaxFailure if the alias is within its own target
  <T> T follow(Alias alias, Supplier<T> work) {
    if (!following.add(alias)) {
      throw YamlErrors.failure(
          "anchor '" + alias.name() + "' value contains itself", alias.place(), "");
    }
    T result = work.get();
    following.remove(alias);
    return result;
  }
}
