package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;

/// A part of a YAML document, in the order of the text. Texts that are not written, such as an
/// anchor, are empty.
sealed interface YamlEvent {
  Mark start();

  Mark end();

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

  record StreamEnd(Mark start, Mark end) implements YamlEvent {}

  record DocumentStart(Mark start, Mark end) implements YamlEvent {}

  /// The end of a document.
  ///
  /// @param isExplicit whether `...` ends it
  record DocumentEnd(boolean isExplicit, Mark start, Mark end) implements YamlEvent {}

  record Alias(String name, Mark start, Mark end) implements YamlEvent {}

  /// A part that may have an anchor and a tag.
  sealed interface Node extends YamlEvent {
    String anchor();
  }

  /// A scalar.
  ///
  /// @param tag the whole tag, `tag:yaml.org,2002:str` for `!!str`
  record Scalar(String anchor, String tag, String text, Style style, Mark start, Mark end)
      implements Node {}

  record SequenceStart(String anchor, boolean isFlow, Mark start, Mark end) implements Node {}

  record SequenceEnd(Mark start, Mark end) implements YamlEvent {}

  record MappingStart(String anchor, boolean isFlow, Mark start, Mark end) implements Node {}

  record MappingEnd(Mark start, Mark end) implements YamlEvent {}
}
