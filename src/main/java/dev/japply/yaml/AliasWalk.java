package dev.japply.yaml;

import dev.japply.yaml.Located.Place;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;

/// The way through the nodes of a document, along aliases: none leads into itself, and together
/// they make no more of the document than an [AliasBudget] allows.
final class AliasWalk {
  private final Set<YamlNode> following = Collections.newSetFromMap(new IdentityHashMap<>());
  private final AliasBudget budget = new AliasBudget();

  /// Passes `node`.
  ///
  /// @throws SyntaxFailure when aliases have led to too many
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

  /// Does `work` on the target of `alias`.
  ///
  /// @throws SyntaxFailure when the alias is within its own target
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
