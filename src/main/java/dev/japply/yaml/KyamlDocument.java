package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One document of a source as kyaml, kustomize's YAML library, reads it: with YAML 1.2's booleans,
/// with dates, and with explicit keys that override `<<`.
///
/// @param line the first line of the document in the source
public record KyamlDocument(String source, String text, int line) {
  private static final Pattern SEPARATOR = Pattern.compile("\n---(.*)\n");

  /// Returns the documents of `text`, including empty ones.
  ///
  /// @throws SyntaxFailure if anything but a comment follows a separator
  public static List<KyamlDocument> split(String source, String text) {
    var documents = new ArrayList<KyamlDocument>();
    String unix = text.replace("\r\n", "\n");
    Matcher separators = SEPARATOR.matcher(unix);
    int begin = 0;
    int line = 1;
    boolean isOne = unix.indexOf("\n---") < 0; // the search is much faster than the expression
    while (!isOne && separators.find()) {
      String rest = SourceText.strip(separators.group(1));
      int at = line + lines(unix, begin, separators.start() + 1);
      if (!rest.isEmpty() && !rest.startsWith("#")) {
        throw new SyntaxFailure(
            "invalid document separator: ---" + separators.group(1).stripTrailing(),
            new TextPosition(at, 1),
            "write only --- on this line; a line inside a text must not begin with it");
      }
      documents.add(
          new KyamlDocument(source, unix.substring(begin, separators.start()) + "\n", line));
      begin = separators.end();
      line = at + 1;
    }
    documents.add(new KyamlDocument(source, unix.substring(begin), line));
    return documents;
  }

  private static int lines(String text, int from, int to) {
    int lines = 0;
    for (int i = from; i < to; i++) {
      lines += text.charAt(i) == '\n' ? 1 : 0;
    }
    return lines;
  }

  /// Returns the value of the document with its positions; empty if the document is empty.
  ///
  /// @throws SyntaxFailure if it cannot be read
  public Optional<PositionedValue> read(ScalarStyle spelling) {
    return YamlParser.parse(text, line, notice -> {})
        .map(root -> new YamlDecoder(new KyamlScalars(spelling), notice -> {}).read(root));
  }
}
