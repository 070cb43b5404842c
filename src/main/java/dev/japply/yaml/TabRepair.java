package dev.japply.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Lets tabs stand between tokens, as `key:<tab>value`, where go-yaml and the YAML specification
/// allow them and snakeyaml-engine does not. Tabs that indent stay errors.
///
/// The tokens of the whole text are read once more, without what the parser makes of them, and
/// behind each such tab the reading goes on. So the time it takes grows with the text alone,
/// however many tabs there are.
final class TabRepair {
  private final String text;
  private final CodePoints codePoints;
  private final StringBuilder repaired;
  private int repairs;

  private TabRepair(String text) {
    this.text = text;
    this.codePoints = new CodePoints(text);
    this.repaired = new StringBuilder(text);
  }

  /// `text` with spaces in place of the tabs that may stand where they do, when `error` complains
  /// of one of them.
  static Optional<String> repair(String text, LoadSettings settings, YamlEngineException error) {
    if (!isTab(error)) {
      return Optional.empty();
    }
    var repair = new TabRepair(text);
    repair.scan(YamlText.of(settings, text));
    return repair.repairs == 0 ? Optional.empty() : Optional.of(repair.repaired.toString());
  }

  private static boolean isTab(YamlEngineException error) {
    return error instanceof MarkedYamlEngineException marked
        && marked.getProblem().startsWith("found character '\\t");
  }

  private void scan(YamlText source) {
    int blanks = 0;
    boolean more = true;
    while (more) {
      try {
        source.reader().forward(blanks);
        while (source.scanner().hasNext()) {
          source.scanner().next();
        }
        more = false;
      } catch (YamlEngineException e) {
        blanks = isTab(e) ? replace(codePoints.offset(source.reader().getIndex())) : 0;
        more = blanks > 0;
      }
    }
  }

  /// Replaces the tabs at `at`, and the spaces behind them, by spaces. The answer is how many
  /// characters that are, 0 when no tab may stand there.
  private int replace(int at) {
    int end = at;
    while (end < text.length() && isBlank(text.charAt(end))) {
      end++;
    }
    if (!separates(at, end)) {
      return 0;
    }
    for (int i = at; i < end; i++) {
      repaired.setCharAt(i, ' ');
    }
    repairs++;
    return end - at;
  }

  /// Whether the blanks from `from` to `to` indent nothing.
  private boolean separates(int from, int to) {
    int token = from;
    while (token > 0 && isBlank(text.charAt(token - 1))) {
      token--;
    }
    if (isLineStart(token)) {
      boolean nothing = to == text.length() || "\n\r#".indexOf(text.charAt(to)) >= 0;
      return token < from && nothing;
    }
    char last = text.charAt(token - 1);
    boolean alone = isLineStart(token - 1) || isBlank(text.charAt(token - 2));
    return !alone || (last != '-' && last != '?');
  }

  private boolean isLineStart(int at) {
    return at == 0 || text.charAt(at - 1) == '\n';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
