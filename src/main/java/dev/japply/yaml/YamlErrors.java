package dev.japply.yaml;

import dev.japply.yaml.Located.Place;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/// Says the YAML parser's complaints in the words of the one that `kubectl` uses.
final class YamlErrors {
  /// What git, and updates of packages, leave where somebody has to choose.
  private static final Pattern MARKS = Pattern.compile("(?m)^<<<<<<< ");

  private YamlErrors() {}

  /// A failure at `place`.
  ///
  /// @param phrase what is wrong, in `kubectl`'s words
  static SyntaxFailure failure(String phrase, Place place, String hint) {
    String message = "error converting YAML to JSON: yaml: line " + place.line() + ": " + phrase;
    return new SyntaxFailure(message, place, hint);
  }

  /// The failure that the parser reports for `text`, which begins on `line` of its source.
  static SyntaxFailure failure(YamlEngineException e, String text, int line) {
    return switch (e) {
      case ReaderException reader -> unreadable(reader, text, line);
      case MarkedYamlEngineException marked -> {
        Optional<Mark> mark = marked.getProblemMark().or(marked::getContextMark);
        Place place =
            mark.map(at -> new Place(line + at.getLine(), at.getColumn() + 1))
                .orElse(new Place(line, 1));
        yield phrase(
            String.valueOf(marked.getContext()),
            String.valueOf(marked.getProblem()),
            place,
            MARKS.matcher(text).find());
      }
      case YamlVersionException version ->
          failure("found incompatible YAML document", new Place(line, 1), "write %YAML 1.1");
      default -> failure(oneLine(String.valueOf(e.getMessage())), new Place(line, 1), "");
    };
  }

  private static SyntaxFailure unreadable(ReaderException e, String text, int line) {
    int at = text.offsetByCodePoints(0, e.getPosition());
    String before = text.substring(0, at);
    int newlines = (int) before.chars().filter(c -> c == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    String hint = "remove the character U+%04X".formatted(e.getCodePoint());
    return failure("control characters are not allowed", new Place(line + newlines, column), hint);
  }

  private static SyntaxFailure phrase(
      String context, String problem, Place place, boolean hasMarks) {
    for (YamlPhrase phrase : YamlPhrase.values()) {
      if (phrase.matches(context, problem)) {
        String hint =
            hasMarks ? "choose a side of the conflict, and remove the marks" : phrase.hint();
        return failure(phrase.text(), place, hint);
      }
    }
    return failure(oneLine(problem), place, "");
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
