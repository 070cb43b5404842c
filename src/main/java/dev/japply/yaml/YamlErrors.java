package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Failures of the YAML reader, in the words of the one that `kubectl` uses.
final class YamlErrors {
  /// The conflict marks that git and package updates leave for the user to resolve.
  private static final Pattern MARKS = Pattern.compile("(?m)^<<<<<<< ");

  /// The beginning of the messages.
  static final String PREFIX = "error converting YAML to JSON: yaml: ";

  private static final Set<String> FIXED =
      Arrays.stream(YamlErrorMessages.values())
          .flatMap(phrase -> Stream.of(phrase.text(), phrase.hint()))
          .collect(Collectors.toSet());

  private YamlErrors() {}

  /// Returns true for a hint, or a message without its beginning, that quotes nothing of the text.
  static boolean isFixed(String message) {
    return FIXED.contains(message);
  }

  /// Returns a failure at `place`.
  ///
  /// @param phrase the message of `kubectl`. The place has its line
  static SyntaxFailure failure(String phrase, TextPosition place, String hint) {
    return new SyntaxFailure(PREFIX + phrase, place, hint);
  }

  static SyntaxFailure failure(YamlErrorMessages phrase, TextPosition place, String text) {
    String hint =
        MARKS.matcher(text).find()
            ? "choose a side of the conflict, and remove the marks"
            : LineBreaks.hint(text).orElse(phrase.hint());
    return failure(phrase.text(), place, hint);
  }
}
