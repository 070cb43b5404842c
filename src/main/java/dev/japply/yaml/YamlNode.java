package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.List;

/// A node of a YAML document as it is written: scalars are not resolved, aliases not followed.
sealed interface YamlNode {
  Span span();

  /// Returns the position of the node, before its anchor and tag.
  default TextPosition place() {
    return span().place;
  }

  /// Returns the offset of the text that the node takes up, after its anchor and tag.
  default int start() {
    return span().start;
  }

  /// Returns the end of that text, which in a block is the end of its last part.
  default int end() {
    return span().end;
  }

  /// Returns whether the node is written in brackets or braces.
  default boolean isFlow() {
    return false;
  }

  /// The form of a scalar.
  enum Style {
    PLAIN,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    LITERAL,
    FOLDED;

    /// Returns whether the text is below a `|` or `>`.
    boolean isBlock() {
      return this == LITERAL || this == FOLDED;
    }
  }

  /// The text that a node takes up. Its offsets are known after the whole node is read.
  final class Span {
    private final TextPosition place;
    private int start;
    private int end;

    Span(TextPosition place, int start, int end) {
      this.place = place;
      this.start = start;
      this.end = end;
    }

    TextPosition place() {
      return place;
    }

    int start() {
      return start;
    }

    int end() {
      return end;
    }

    /// Moves an omitted value.
    void move(int at) {
      start = at;
      end = at;
    }

    void end(int offset) {
      end = offset;
    }
  }

  /// A scalar.
  ///
  /// @param tag the whole tag, `tag:yaml.org,2002:str` for `!!str`; empty if there is none
  record Scalar(String tag, String text, Style style, Span span) implements YamlNode {

    /// Creates a scalar without quotes, tag and position.
    static Scalar of(String text) {
      return new Scalar("", text, Style.PLAIN, new Span(new TextPosition(1, 1), 0, 0));
    }

    /// Returns whether the text determines the type.
    boolean plain() {
      return style == Style.PLAIN;
    }

    /// Returns whether the node takes up no text: the value is omitted.
    boolean isOmitted() {
      return start() == end();
    }

    /// Returns the start of the text: for a block, the line below its `|` or `>`.
    TextPosition textPlace() {
      return style.isBlock() ? new TextPosition(place().line() + 1, 1) : place();
    }
  }

  /// A sequence.
  ///
  /// @param items grows while the document is read, so that an alias inside can name it
  record Sequence(List<YamlNode> items, boolean isFlow, Span span) implements YamlNode {
    Sequence(boolean isFlow, Span span) {
      this(new ArrayList<>(), isFlow, span);
    }
  }

  /// A mapping.
  ///
  /// @param pairs grows while the document is read, so that an alias inside can name it
  record Mapping(List<Pair> pairs, boolean isFlow, Span span) implements YamlNode {
    Mapping(boolean isFlow, Span span) {
      this(new ArrayList<>(), isFlow, span);
    }
  }

  record Pair(YamlNode key, YamlNode value) {
    int start() {
      return key.start();
    }

    /// Returns the end of the value, or of the key if there is no value.
    int end() {
      return Math.max(key.end(), value.end());
    }
  }

  /// A reference to an anchor.
  record Alias(String name, YamlNode target, Span span) implements YamlNode {}
}
