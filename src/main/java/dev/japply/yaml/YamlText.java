package dev.japply.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// A text as snakeyaml-engine reads it.
///
/// @param reader tells how far it was read
/// @param scanner gives its tokens
record YamlText(StreamReader reader, ScannerImpl scanner) {
  private static final int LEAST_BUFFER = 1024;

  /// How `text` is read. The library looks ahead to the end of a line, and at each filling of its
  /// buffer copies what it has looked at; so that this takes no time that grows with the square of
  /// a line, the buffer holds the longest one.
  static LoadSettings settings(String text) {
    int buffer = Math.max(LEAST_BUFFER, longestLine(text) + 2);
    return LoadSettings.builder()
        .setCodePointLimit(Integer.MAX_VALUE)
        .setBufferSize(buffer)
        .build();
  }

  static YamlText of(LoadSettings settings, String text) {
    var reader = new StreamReader(settings, text);
    return new YamlText(reader, new ScannerImpl(settings, reader));
  }

  private static int longestLine(String text) {
    int longest = 0;
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      longest = Math.max(longest, end - start);
      start = end + 1;
    }
    return longest;
  }
}
