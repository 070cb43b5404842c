package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Characters that end lines in YAML 1.1, which `kubectl` reads, but not in YAML 1.2, nor in
/// editors.
final class LineBreaks {
  private static final String BREAKS = "\u0085\u2028\u2029";

  private LineBreaks() {}

  /// Gives notice of the first of them in `text`, which begins on `line`.
  static void check(String text, int line, Consumer<DocumentWarning> notices) {
    first(text)
        .ifPresent(found -> {
          String before = text.substring(0, found.start());
          int lines = (int) before.chars().filter(c -> c == '\n').count();
          var place = new TextPosition(line + lines, before.length() - before.lastIndexOf('\n'));
          notices.accept(
              new DocumentWarning(
                  WarningId.LINE_BREAK,
                  place,
                  "the character %s is read as a line break".formatted(name(found)),
                  "remove it, or write it as an escape in double quotes"));
        });
  }

  /// Returns whether `text` contains one of them.
  static boolean has(String text) {
    for (int i = 0; i < BREAKS.length(); i++) {
      if (text.indexOf(BREAKS.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /// Returns the hint for a `text` that cannot be read; empty if it contains no such character.
  static Optional<String> hint(String text) {
    return first(text)
        .map(found -> "remove the character %s, which ends a line".formatted(name(found)));
  }

  private static Optional<MatchResult> first(String text) {
    // Most texts have none, and this is found out for each document.
    return has(text)
        ? Pattern.compile("[" + BREAKS + "]").matcher(text).results().findFirst()
        : Optional.empty();
  }

  private static String name(MatchResult found) {
    return "U+%04X".formatted((int) found.group().charAt(0));
  }
}
