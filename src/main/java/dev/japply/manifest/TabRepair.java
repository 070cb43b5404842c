package dev.japply.manifest;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Lets tabs stand between tokens, as `key:<tab>value`, where go-yaml and the YAML specification
/// allow them and snakeyaml-engine does not. Tabs that indent stay errors.
final class TabRepair {
  private TabRepair() {}

  /// `text` with spaces in place of the tabs that `error` complains about, if they may stand there.
  static Optional<String> repair(String text, YamlEngineException error) {
    if (!(error instanceof MarkedYamlEngineException marked)
        || !marked.getProblem().startsWith("found character '\\t")) {
      return Optional.empty();
    }
    return marked.getProblemMark().map(Mark::getIndex).flatMap(index -> repair(text, index));
  }

  private static Optional<String> repair(String text, int codePoints) {
    int at = text.offsetByCodePoints(0, codePoints);
    int end = at;
    while (end < text.length() && text.charAt(end) == '\t') {
      end++;
    }
    String before = text.substring(text.lastIndexOf('\n', at - 1) + 1, at);
    if (end == at || !separates(before, text.substring(end))) {
      return Optional.empty();
    }
    return Optional.of(text.substring(0, at) + " ".repeat(end - at) + text.substring(end));
  }

  /// Whether a tab between `before` on its line and `after` indents nothing.
  private static boolean separates(String before, String after) {
    String token = before.strip();
    if (token.isEmpty()) {
      String rest = after.stripLeading();
      boolean lineEnds = after.substring(0, after.length() - rest.length()).contains("\n");
      return !before.isEmpty() && (lineEnds || rest.isEmpty() || rest.startsWith("#"));
    }
    return !token.equals("-") && !token.equals("?") && !token.endsWith(" -");
  }
}
