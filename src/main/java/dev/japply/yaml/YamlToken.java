package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;

/// A token of a YAML text.
///
/// @param text the text of a scalar; the name of an anchor; the handle of a tag; else empty
/// @param suffix the tag after its handle; the prefix of a `%TAG`; the version of a `%YAML`
record YamlToken(
    Type type, Mark start, Mark end, String text, String suffix, YamlNode.Style style) {

  enum Type {
    STREAM_END,
    VERSION_DIRECTIVE,
    TAG_DIRECTIVE,
    DOCUMENT_START,
    DOCUMENT_END,
    BLOCK_SEQUENCE_START,
    BLOCK_MAPPING_START,
    BLOCK_END,
    FLOW_SEQUENCE_START,
    FLOW_SEQUENCE_END,
    FLOW_MAPPING_START,
    FLOW_MAPPING_END,
    BLOCK_ENTRY,
    FLOW_ENTRY,
    KEY,
    VALUE,
    ALIAS,
    ANCHOR,
    TAG,
    SCALAR
  }

  /// Creates a token without text.
  static YamlToken of(Type type, Mark start, Mark end) {
    return of(type, start, end, "");
  }

  static YamlToken of(Type type, Mark start, Mark end, String text) {
    return new YamlToken(type, start, end, text, "", YamlNode.Style.PLAIN);
  }

  boolean is(Type one) {
    return type == one;
  }

  boolean is(Type... types) {
    for (Type each : types) {
      if (each == type) {
        return true;
      }
    }
    return false;
  }
}
