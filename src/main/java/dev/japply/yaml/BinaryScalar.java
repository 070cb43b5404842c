package dev.japply.yaml;

import dev.japply.yaml.YamlNode.Scalar;
import java.util.Base64;

/// Scalars with the tag `!!binary`, which become the text that their bytes are in UTF-8.
final class BinaryScalar {
  private BinaryScalar() {}

  static String decode(Scalar scalar) {
    String base64 = scalar.text().replace("\n", "").replace("\r", "");
    try {
      if (base64.length() % 4 != 0) {
        throw new IllegalArgumentException("padding is missing");
      }
      return SourceText.utf8(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw YamlErrors.failure(
          "!!binary value contains invalid base64 data", scalar.place(), "remove the tag");
    }
  }
}
