package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;
import java.util.List;

/// A node of a YAML document as it is written: scalars are not resolved, aliases not followed.
sealed interface YamlNode {

  Place place();

  /// A scalar.
  ///
  /// @param tag the whole tag, `tag:yaml.org,2002:str` for `!!str`; empty if there is none
  record Scalar(String tag, String text, Style style, Place place) implements YamlNode {

    /// Returns whether the text determines the type.
    boolean plain() {
      return style == Style.PLAIN;
    }

    /// Returns the start of the text: for a block, the line below its `|` or `>`.
    Place textPlace() {
      return style == Style.LITERAL || style == Style.FOLDED
          ? new Place(place.line() + 1, 1)
          : place;
    }
  }

  /// The styles of a scalar.
  enum Style {
    /// Without quotes.
    PLAIN,
    /// In quotes.
    QUOTED,
    /// Below a `|`.
    LITERAL,
    /// Below a `>`.
    FOLDED
  }

  /// A sequence.
  ///
  /// @param items grows while the document is read, so that an alias inside can name it
  record Sequence(List<YamlNode> items, Place place) implements YamlNode {}

  /// A mapping.
  ///
  /// @param pairs grows while the document is read, so that an alias inside can name it
  record Mapping(List<Pair> pairs, Place place) implements YamlNode {}

  /// A key with its value.
  record Pair(YamlNode key, YamlNode value) {}

  /// A reference to an anchor.
  record Alias(String name, YamlNode target, Place place) implements YamlNode {}
}
