package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.Optional;
import java.util.function.Consumer;

/// One document of a source: its text and its position.
///
/// @param start the position of `text` in the source
/// @param substitution the replacements for the marks in `text`
public record Document(
    String source, Form form, String text, TextPosition start, Substitution substitution) {

  enum Form {
    YAML,
    JSON
  }

  /// Returns the value of the document with its positions; empty if the document is empty. This
  /// reads the same as [#read] with less work.
  ///
  /// @param notices receives warnings about the document
  /// @throws SyntaxFailure if it cannot be read
  Optional<Positions> positions(Consumer<DocumentWarning> notices) {
    Positions usual =
        form == Form.YAML && substitution.isEmpty()
            ? DirectValueReader.read(source, text, start.line())
            : null;
    return usual == null
        ? read(notices).map(root -> Positions.of(source, root, root.value()))
        : Optional.of(usual);
  }

  /// Returns the value of the document with the positions of its parts; empty if the document is
  /// empty.
  ///
  /// @param notices receives warnings about the document
  /// @throws SyntaxFailure if it cannot be read
  Optional<PositionedValue> read(Consumer<DocumentWarning> notices) {
    var scalars = new SubstitutedScalars(substitution, text, start.line(), notices);
    return switch (form) {
      case YAML -> {
        LineBreaks.check(text, start.line(), notices);
        var node = YamlParser.parse(text, start.line(), notices);
        yield node.map(
            root -> new YamlDecoder(new KubectlScalars(scalars, notices), notices).read(root));
      }
      case JSON -> new JsonStream(text, start, scalars, notices).next();
    };
  }
}
