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
    this.line = 1 + lines(0, at);
  }

  /// A piece of the stream.
  record Chunk(String text, int line) {}

  /// Returns the next piece; empty at the end.
  ///
  /// @throws SyntaxFailure if anything but a comment follows a separator
  Optional<Chunk> next() {
    if (at == text.length()) {
      return Optional.empty();
    }
    int start = at;
    int startLine = line;
    if (text.startsWith(SEPARATOR, start)) {
      check(start);
    }
    int end = text.indexOf("\n" + SEPARATOR, start) + 1;
    if (end == 0) {
      at = text.length();
      return Optional.of(new Chunk(text.substring(start, addsLineEnd ? at : at - 1), startLine));
    }
    line += lines(start, end);
    check(end);
    at = text.indexOf('\n', end) + 1;
    line++;
    return Optional.of(new Chunk(text.substring(start, end), startLine));
  }

  private int lines(int from, int to) {
    int lines = 0;
    for (int i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) {
      lines++;
    }
    return lines;
  }

  /// Checks the separator that begins at `start`.
  private void check(int start) {
    String rest =
        GoSpace.strip(text.substring(start + SEPARATOR.length(), text.indexOf('\n', start)));
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw new SyntaxFailure(
          "invalid Yaml document separator: " + rest,
          new Place(line, 1),
          "write only --- on this line; a line inside a text must not begin with it");
    }
  }
}
