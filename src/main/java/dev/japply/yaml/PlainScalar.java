package dev.japply.yaml;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlNode.Scalar;
import java.util.regex.Pattern;

/// Reads text without quotes and tag as kyaml does.
public final class PlainScalar {
  /// Texts that are one scalar, which need no parser.
  private static final Pattern SCALAR =
      Pattern.compile("[A-Za-z0-9_/](?:[ -~&&[^:#]]|:(?=[!-~])|(?<! )#)*+(?<! )");

  private PlainScalar() {}

  /// Returns the value of `text`.
  ///
  /// @param spelling receives its style
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
          ScalarAnalysis.isWord(text) || SCALAR.matcher(text).matches()
              ? Scalar.of(text)
              : YamlParser.parse(text, 1, notice -> {}).orElse(null);
      return root instanceof Scalar scalar && ScalarResolver.resolve(scalar) instanceof StringValue;
    } catch (SyntaxFailure e) {
      return true;
    }
  }
}
