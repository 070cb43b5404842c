package dev.japply.yaml;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One document as it is written: its text, its value, and the positions of its parts in the text.
///
/// ```java
/// YamlSource local = YamlSource.parse("a: 1 # one\n").orElseThrow();
/// String edited = YamlEditor.edit(local, MapValue.of("a", Value.number(2)), null); // a: 2 # one
/// ```
public final class YamlSource {
  private final String text;
  private final PositionedValue located;
  private final Value value;
  private final boolean clear;

  /// The parts of the document; null until first used, since most documents are only read.
  private @Nullable DocumentPart whole;

  private YamlSource(String text, PositionedValue located, boolean clear) {
    this.text = text;
    this.located = located;
    this.value = located.value();
    this.clear = clear;
  }

  /// Parses the only document of `text`, whose lines end with `\n`; empty if there is no document,
  /// more than one, or one that cannot be read.
  public static Optional<YamlSource> parse(String text) {
    var entries = new ArrayList<DocumentStream.DocumentEntry>();
    Optional<SyntaxFailure> failure = DocumentStream.read("", text, entries::add);
    if (failure.isPresent() || entries.size() != 1) {
      return Optional.empty();
    }
    DocumentStream.DocumentEntry entry = entries.getFirst();
    var source = new YamlSource(text, entry.root(), entry.notices().isEmpty());
    return isSpecial(text) && source.parts().isEmpty() ? Optional.empty() : Optional.of(source);
  }

  /// Returns whether the text may contain several documents or parts that are not plain YAML.
  private static boolean isSpecial(String text) {
    return text.indexOf('\t') >= 0
        || text.stripLeading().startsWith("{")
        || Stream.of("---", "...", "%", "{", "[")
            .anyMatch(start -> text.startsWith(start) || text.contains("\n" + start));
  }

  public String text() {
    return text;
  }

  public Value value() {
    return value;
  }

  /// Returns whether there are no warnings about it, such as about a repeated key.
  public boolean isClear() {
    return clear;
  }

  /// Returns whether each value is written exactly once, at its field: there are no anchors, merge
  /// keys or repeated keys.
  public boolean isPlain() {
    return isClear() && parts().isPresent() && !isAnchored() && !text.contains("<<");
  }

  /// Returns the line of a field, from 1; the line of its nearest existing parent if it does not
  /// exist.
  public int line(FieldPath path) {
    return located.find(path.numberedIn(value)).line();
  }

  /// Returns the whole document as a part.
  ///
  /// @throws Unspliceable if the positions of its parts are unknown
  DocumentPart whole() {
    return parts()
        .orElseThrow(() -> new UneditableException("the positions of its parts are unknown"));
  }

  /// Returns whether any part has an anchor.
  boolean isAnchored() {
    return parts().map(part -> part.source().isAnchored()).orElse(false);
  }

  private Optional<DocumentPart> parts() {
    DocumentPart known = whole;
    if (known == null) {
      known =
          YamlParser.only(text)
              .map(found ->
                  new DocumentPart(
                      DocumentText.of(text, found.isAnchored()), found.root(), located))
              .orElse(null);
      whole = known;
    }
    return Optional.ofNullable(known);
  }
}
