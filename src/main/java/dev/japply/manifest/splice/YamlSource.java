package dev.japply.manifest.splice;

import dev.japply.manifest.document.DocumentStream;
import dev.japply.manifest.document.Located;
import dev.japply.manifest.document.SyntaxFailure;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.Optional;

/// One document as it is written: its text, the value that it has, and where in the text each part
/// of it stands.
///
/// ```java
/// YamlSource local = YamlSource.parse("a: 1 # one\n").orElseThrow();
/// String edited = YamlEditor.edit(local, MapValue.of("a", Value.number(2)), null); // a: 2 # one
/// ```
public final class YamlSource {
  private final DocumentText text;
  private final SourceNode root;
  private final Located located;
  private final boolean clear;

  private YamlSource(DocumentText text, SourceNode root, Located located, boolean clear) {
    this.text = text;
    this.root = root;
    this.located = located;
    this.clear = clear;
  }

  /// The only document of `text`, whose lines end with `\n`; empty when it has none, several, or
  /// one that cannot be read.
  public static Optional<YamlSource> parse(String text) {
    var entries = new ArrayList<DocumentStream.Entry>();
    Optional<SyntaxFailure> failure = DocumentStream.read("", text, entries::add);
    if (failure.isPresent() || entries.size() != 1) {
      return Optional.empty();
    }
    Located located = entries.getFirst().root();
    return SourceParser.parse(text)
        .map(found ->
            new YamlSource(
                DocumentText.of(text, !found.anchored().isEmpty()),
                found.root(),
                located,
                entries.getFirst().notices().isEmpty()));
  }

  public String text() {
    return text.text();
  }

  public Value value() {
    return located.value();
  }

  /// Whether nothing in it is doubtful, such as a key that is written twice.
  public boolean isClear() {
    return clear;
  }

  /// The line of a field, from 1; of the nearest one above it that is there.
  public int line(FieldPath path) {
    return located.find(path.numberedIn(value())).line();
  }

  /// The whole of it.
  Part whole() {
    return new Part(text, root, located);
  }
}
