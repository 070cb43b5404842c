package dev.japply.golang;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a template.
sealed interface JsonPathNode {
  /// The content of a pair of braces: each part works on the results of the part before it.
  record Sequence(List<JsonPathNode> nodes) implements JsonPathNode {
    public Sequence {
      nodes = List.copyOf(nodes);
    }
  }

  /// Text as it is, a byte text.
  record Text(String bytes) implements JsonPathNode {}

  /// A number or a boolean.
  record Constant(GoValue value) implements JsonPathNode {}

  /// An entry of a map.
  record Field(String name) implements JsonPathNode {}

  /// Items of a list.
  ///
  /// @param from the first; negative ones count from the end
  /// @param to the one after the last; null for the end of the list
  /// @param single whether `to` is not written, but the one after `from`
  /// @param step every how many
  record Slice(int from, @Nullable Integer to, boolean single, int step) implements JsonPathNode {}

  /// A filter for the items of a list by a comparison.
  ///
  /// @param operator a comparison, or [#EXISTS]
  record Filter(Sequence left, Sequence right, String operator) implements JsonPathNode {
    /// The operator of a filter without comparison.
    static final String EXISTS = "exists";
  }

  /// Several choices, one after the other.
  record Union(List<Sequence> choices) implements JsonPathNode {
    public Union {
      choices = List.copyOf(choices);
    }
  }

  /// All entries or items.
  record Wildcard() implements JsonPathNode {}

  /// All maps and lists below.
  record Descent() implements JsonPathNode {}

  /// A word: `range` or `end`.
  record Word(String name) implements JsonPathNode {}
}
