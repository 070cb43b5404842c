package dev.japply.yaml;

import dev.japply.yaml.Located.Place;
import java.util.Optional;
import java.util.function.Consumer;

/// One document of a source: its text, and where that stands.
///
/// @param source the name of the source
/// @param start where `text` begins in the source
/// @param substitution what becomes of the marks in `text`
public record Document(
    String source, Form form, String text, Place start, Substitution substitution) {

  /// How a document is written.
  enum Form {
    YAML,
    JSON
  }

  /// The value of the document with its places, or nothing when the document is empty.
  ///
  /// @param notices takes what is doubtful about the document
  /// @throws SyntaxFailure when it cannot be read
  Optional<Located> read(Consumer<Notice> notices) {
    var scalars = new ScalarTexts(substitution, text, start.line(), notices);
    return switch (form) {
      case YAML -> {
        LineBreaks.check(text, start.line(), notices);
        var node = YamlParser.parse(text, start.line(), notices);
        yield node.map(root -> new YamlDecoder(scalars, notices).decode(root));
      }
      case JSON -> new JsonStream(text, start, scalars, notices).next();
    };
  }
}
