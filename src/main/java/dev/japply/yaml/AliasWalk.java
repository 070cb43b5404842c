package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
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
  void pass(TextPosition place) {
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

  /// Limits the growth of documents through aliases, as go-yaml does: in documents of up to 400,000
  /// nodes 99 % may be expanded from aliases, falling to 10 % at 4,000,000. In addition to
  /// go-yaml's limits, the expanded texts are limited to 16 MiB.
  private static final class AliasBudget {
    private static final int LOW = 400_000;
    private static final int HIGH = 4_000_000;
    private static final int FREE_NODES = 1000;
    private static final int FREE_ALIASED = 100;

    private static final int TEXTS = 16 << 20;

    private int texts;
    private int nodes;
    private int aliased;

    /// Counts a node.
    ///
    /// @param inAlias whether an alias led to it
    void spend(TextPosition place, boolean inAlias) {
      nodes++;
      aliased += inAlias ? 1 : 0;
      if (aliased > FREE_ALIASED && nodes > FREE_NODES && (double) aliased / nodes > allowed()) {
        throw excess(place);
      }
    }

    /// Counts the characters of a text that an alias expands to.
    void spend(TextPosition place, String text) {
      if (text.length() > TEXTS - texts) {
        throw excess(place);
      }
      texts += text.length();
    }

    private static SyntaxFailure excess(TextPosition place) {
      return YamlErrors.failure(
          "document contains excessive aliasing", place, "write the repeated parts out");
    }

    private double allowed() {
      if (nodes <= LOW) {
        return 0.99;
      }
      return nodes >= HIGH ? 0.10 : 0.99 - 0.89 * ((double) (nodes - LOW) / (HIGH - LOW));
    }
  }
}
