package dev.japply.yaml;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;

/// Reads text without quotes and tag as kyaml does.
public final class PlainScalar {
  private PlainScalar() {}

  /// Returns the value of `text`.
  public static Value read(String text, ScalarStyle spelling) {
    return new YamlDecoder(new KyamlScalars(spelling), notice -> {}).read(Scalar.of(text)).value();
  }

  /// Returns the value of a field after kyaml replaces `before` by `text`: a string in quotes if
  /// `before` was quoted, else the plain value. A new field is quoted if its text would not be a
  /// string otherwise.
  public static Value inPlaceOf(Node before, String text, ScalarStyle spelling) {
    boolean isQuoted = before instanceof Missing ? !isString(text) : spelling.isQuoted(before);
    if (isQuoted) {
      return spelling.quoted(text);
    }
    Value plain = read(text, spelling);
    spelling.untag(plain);
    return plain;
  }

  /// Returns whether kyaml reads `text` as a string without quotes. It parses the text as a
  /// document of its own. Text that is empty, has several lines or cannot be parsed counts as a
  /// string.
  public static boolean isString(String text) {
    if (text.isEmpty() || text.indexOf('\n') >= 0) {
      return true;
    }
    try {
      YamlNode root =
          isScalar(text) ? Scalar.of(text) : YamlParser.parse(text, 1, notice -> {}).orElse(null);
      return root instanceof Scalar scalar && ScalarResolver.resolve(scalar) instanceof StringValue;
    } catch (SyntaxFailure e) {
      return true;
    }
  }

  /// Returns whether the text certainly is one scalar without quotes, which needs no parser.
  public static boolean isScalar(String text) {
    if (ScalarAnalysis.isWord(text)) {
      return true;
    }
    char first = text.isEmpty() ? '#' : text.charAt(0);
    boolean isScalar = Character.isLetterOrDigit(first) || first == '_' || first == '/';
    for (int i = 0; isScalar && i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
      boolean isIndicator = (c == ' ' && next == '#') || ((c == ' ' || c == ':') && next == ' ');
      isScalar = c >= ' ' && c <= '~' && !isIndicator;
    }
    return isScalar;
  }
}
