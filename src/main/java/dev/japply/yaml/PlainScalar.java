package dev.japply.yaml;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.Located.Place;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Style;
import java.util.regex.Pattern;

/// What a text means that stands without quotes and tag in a document that kyaml reads.
public final class PlainScalar {
  /// Texts that are one scalar, which need no parser.
  private static final Pattern SCALAR =
      Pattern.compile("[A-Za-z0-9_/](?:[ -~&&[^:#]]|:(?=[!-~])|(?<! )#)*+(?<! )");

  private PlainScalar() {}

  /// The value of `text`.
  ///
  /// @param spelling hears how it is written
  public static Value read(String text, Spelling spelling) {
    return new KyamlDecoder(spelling).decode(scalar(text)).value();
  }

  /// What a field becomes when kyaml puts `text` into it: in the quotes that `before` had, or else
  /// what the text says. A field that was not there gets quotes when it would be no string without.
  public static Value inPlaceOf(Node before, String text, Spelling spelling) {
    boolean isQuoted = before instanceof Missing ? !isString(text) : spelling.isQuoted(before);
    if (isQuoted) {
      return spelling.quoted(text);
    }
    Value plain = read(text, spelling);
    spelling.untag(plain);
    return plain;
  }

  /// Whether kyaml takes `text` for a string without quotes: all but what is something else when it
  /// is read as a document of its own. It does not read what is empty, or has several lines.
  public static boolean isString(String text) {
    if (text.isEmpty() || text.indexOf('\n') >= 0) {
      return true;
    }
    try {
      YamlNode root =
          SCALAR.matcher(text).matches()
              ? scalar(text)
              : YamlParser.parse(text, 1, notice -> {}).orElse(null);
      return root instanceof Scalar scalar && ScalarResolver.resolve(scalar) instanceof StringValue;
    } catch (SyntaxFailure e) {
      return true;
    }
  }

  private static Scalar scalar(String text) {
    return new Scalar("", text, Style.PLAIN, new Place(1, 1));
  }
}
