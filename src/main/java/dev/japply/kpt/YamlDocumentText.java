package dev.japply.kpt;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import org.jspecify.annotations.Nullable;

/// A part of a file: a line `---` and the text after it, up to the next one.
///
/// @param separator the line before it with its line end; empty at the start of a file
/// @param source the document in it; null if there are only comments
/// @param line the line where the body begins, from 1
record YamlDocumentText(String separator, String body, @Nullable YamlSource source, int line) {

  /// Whether it holds a Kubernetes object.
  boolean isResource() {
    return value() instanceof MapValue map
        && !map.text("kind").isEmpty()
        && !map.text("apiVersion").isEmpty();
  }

  Value value() {
    return source == null ? Value.NULL : source.value();
  }

  YamlDocumentText with(String text) {
    return new YamlDocumentText(separator, text, source, line);
  }

  /// The same behind another separator.
  YamlDocumentText behind(String other) {
    return new YamlDocumentText(other, body, source, line);
  }

  YamlSource document() {
    if (source == null) {
      throw new IllegalStateException("there is no document");
    }
    return source;
  }

  String text() {
    return separator + body;
  }
}
