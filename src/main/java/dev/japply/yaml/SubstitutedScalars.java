package dev.japply.yaml;

import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The texts of the scalars of one document, with the values of variables in them.
final class SubstitutedScalars {
  private final Substitution substitution;
  private final String text;
  private final int line;
  private final Consumer<DocumentWarning> notices;
  private final Set<DocumentWarning> reported = new HashSet<>();

  /// @param text the text of the document, with marks
  /// @param line its first line in the source
  /// @param notices takes the errors that variables are not set
  SubstitutedScalars(
      Substitution substitution, String text, int line, Consumer<DocumentWarning> notices) {
    this.substitution = substitution;
    this.text = text;
    this.line = line;
    this.notices = notices;
  }

  /// Returns the text of a scalar that begins at `place`.
  String of(String scalar, TextPosition place) {
    return substitution.isEmpty()
        ? scalar
        : substitution.filled(scalar, name -> complain(name, place));
  }

  /// Reports once for each line, even if aliases repeat the text.
  private void complain(String name, TextPosition place) {
    var notice =
        DocumentWarning.error(
            place(name, place),
            "${" + name + "}: the variable is not set in the environment",
            "set it, or leave it out of --substitute");
    if (reported.add(notice)) {
      notices.accept(notice);
    }
  }

  /// Returns the first line of the scalar that contains the variable.
  private TextPosition place(String name, TextPosition scalar) {
    int at = 0;
    for (int i = line; i < scalar.line(); i++) {
      at = text.indexOf('\n', at) + 1;
    }
    int found = text.indexOf(substitution.mark(name), at);
    int lines =
        (int) text.substring(at, Math.max(at, found)).chars().filter(c -> c == '\n').count();
    return lines == 0 ? scalar : new TextPosition(scalar.line() + lines, 1);
  }
}
