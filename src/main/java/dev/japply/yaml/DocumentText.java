package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.List;

/// The text of a document.
///
/// @param text lines that end with `\n`, but perhaps the last one
/// @param isAnchored whether parts of it have anchors, so that one edit may change several values
/// @param lines the start of each line
record DocumentText(String text, boolean isAnchored, List<Integer> lines) {
  DocumentText {
    lines = List.copyOf(lines);
  }

  static DocumentText of(String text, boolean isAnchored) {
    var lines = new ArrayList<>(List.of(0));
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      lines.add(at + 1);
    }
    return new DocumentText(text, isAnchored, lines);
  }

  int offset(TextPosition place) {
    return text.offsetByCodePoints(lines.get(place.line() - 1), place.column() - 1);
  }
}
