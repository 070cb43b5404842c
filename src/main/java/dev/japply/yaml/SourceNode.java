package dev.japply.yaml;

import java.util.List;

/// A node of a YAML document and the text that it takes up: from `start`, behind its anchor and
/// tag, to `end`, which in a block is the end of its last part.
sealed interface SourceNode {
  int start();

  int end();

  /// Returns whether the node is written in brackets or braces.
  default boolean isFlow() {
    return false;
  }

  /// A scalar.
  ///
  /// @param style the written form
  record Scalar(int start, int end, ScalarStyle style) implements SourceNode {
    /// Returns whether the text of the node is empty.
    boolean isEmpty() {
      return start == end;
    }
  }

  /// The styles of a scalar.
  enum ScalarStyle {
    PLAIN,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    BLOCK
  }

  /// A reference to an anchor.
  record Alias(int start, int end) implements SourceNode {}

  /// A list.
  record Sequence(List<SourceNode> items, boolean isFlow, int start, int end)
      implements SourceNode {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /// A map.
  record Mapping(List<Entry> entries, boolean isFlow, int start, int end) implements SourceNode {
    public Mapping {
      entries = List.copyOf(entries);
    }
  }

  /// A key with its value.
  record Entry(SourceNode key, SourceNode value) {
    int start() {
      return key.start();
    }

    /// Returns the end of the value, or of the key if there is no value.
    int end() {
      return Math.max(key.end(), value.end());
    }
  }
}
