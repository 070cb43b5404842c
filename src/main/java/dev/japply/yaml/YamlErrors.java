package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.Place;
import java.util.regex.Pattern;

/// Failures of the YAML reader, in the words of the one that `kubectl` uses.
final class YamlErrors {
  /// The conflict marks that git and package updates leave for the user to resolve.
  private static final Pattern MARKS = Pattern.compile("(?m)^<<<<<<< ");

  private YamlErrors() {}

  /// Returns a failure at `place`.
  ///
  /// @param phrase the message of `kubectl`
  static SyntaxFailure failure(String phrase, Place place, String hint) {
    String message = "error converting YAML to JSON: yaml: line " + place.line() + ": " + phrase;
    return new SyntaxFailure(message, place, hint);
  }

  /// Returns a failure at the position of `cursor`.
  static SyntaxFailure failure(YamlErrorMessages phrase, YamlCursor cursor) {
    return failure(phrase, cursor.mark().place(), cursor.text());
  }

  /// Returns a failure at `place` of `text`.
  static SyntaxFailure failure(YamlErrorMessages phrase, Place place, String text) {
    String hint =
        MARKS.matcher(text).find()
            ? "choose a side of the conflict, and remove the marks"
            : LineBreaks.hint(text).orElse(phrase.hint());
    return failure(phrase.text(), place, hint);
  }
}
