package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;
import java.util.Optional;

/// Cuts a YAML stream into documents as `kubectl` does: at every line that begins with `---`, even
/// inside a block scalar.
final class YamlChunks {
  private static final String SEPARATOR = "---";

  private final String text;
  private final boolean addsLineEnd;
  private int at;
  private int line;

  /// @param text a stream whose lines end with `\n`, but perhaps the last one
  /// @param at start of the first piece
  /// @param addsLineEnd whether the last line ends in its piece although it does not in the stream
  YamlChunks(String text, int at, boolean addsLineEnd) {
    this.addsLineEnd = addsLineEnd || text.endsWith("\n");
    this.text = text.endsWith("\n") ? text : text + "\n";
    this.at = at;
    this.line = 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  /// A piece of the stream.
  record Chunk(String text, int line) {}

  /// Returns the next piece; empty at the end.
  ///
  /// @throws SyntaxFailure if anything but a comment follows a separator
  Optional<Chunk> next() {
    int start = at;
    int startLine = line;
    while (at < text.length()) {
      int end = text.indexOf('\n', at) + 1;
      boolean separator = text.startsWith(SEPARATOR, at);
      if (separator) {
        check(text.substring(at + SEPARATOR.length(), end));
      }
      int before = at;
      at = end;
      line++;
      if (separator && before > start) {
        return Optional.of(new Chunk(text.substring(start, before), startLine));
      }
    }
    return start == at
        ? Optional.empty()
        : Optional.of(
            new Chunk(
                text.substring(start, addsLineEnd ? text.length() : text.length() - 1), startLine));
  }

  private void check(String line) {
    String rest = GoSpace.strip(line);
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw new SyntaxFailure(
          "invalid Yaml document separator: " + rest,
          new Place(this.line, 1),
          "write only --- on this line; a line inside a text must not begin with it");
    }
  }
}
