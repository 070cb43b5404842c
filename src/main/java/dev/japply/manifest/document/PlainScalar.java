package dev.japply.manifest.document;

import dev.japply.manifest.document.Located.Place;
import dev.japply.manifest.document.YamlNode.Scalar;
import dev.japply.tree.Value;
import dev.japply.tree.Value.StringValue;

/// What a text means that stands without quotes and tag in a document that kyaml reads.
public final class PlainScalar {
  private PlainScalar() {}

  /// The value of `text`.
  ///
  /// @param spelling hears how it is written
  public static Value read(String text, Spelling spelling) {
    return new KyamlDecoder(spelling).decode(new Scalar("", text, true, new Place(1, 1))).value();
  }

  /// Whether `text` is a string without quotes, for all that read YAML.
  public static boolean isString(String text) {
    return ScalarResolver.resolve(new Scalar("", text, true, new Place(1, 1)))
        instanceof StringValue;
  }
}
