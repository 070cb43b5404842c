package dev.japply.manifest.document;

import dev.japply.manifest.document.Located.Place;
import java.util.List;

/// A node of a YAML document as it is written: nothing resolved, no alias followed.
sealed interface YamlNode {

  Place place();

  /// A scalar.
  ///
  /// @param tag the whole tag, `tag:yaml.org,2002:str` for `!!str`; empty when there is none
  /// @param plain whether the text decides the type: it is neither quoted nor a block
  record Scalar(String tag, String text, boolean plain, Place place) implements YamlNode {}

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
