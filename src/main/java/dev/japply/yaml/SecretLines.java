package dev.japply.yaml;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Removes content of Secrets from error messages, which may quote the faulty line. An unreadable
/// text counts as a Secret if it contains the word anywhere, since its kind is unknown.
public final class SecretLines {
  private static final String KIND = "Secret";

  /// The replacement for a word that may be a value.
  private static final String HIDDEN = "***";

  /// Expressions, which few texts need: those with an error.
  private static final class Patterns {
    /// The quotable words of a message: words as long as values that messages hide elsewhere,
    /// except line numbers.
    static final Pattern WORD =
        Pattern.compile(
            "(?<![\\p{L}\\p{N}])(?<!line )[\\p{L}\\p{N}][^\\s'\"`,;:]{2,}[\\p{L}\\p{N}=]");

    static final Pattern NUMBER = Pattern.compile("[0-9.eE+-]+");

    static final Pattern KEY = Pattern.compile("^[\\s\\-{]*[\"']?[-._A-Za-z0-9]+[\"']?\\s*:");
  }

  private final String text;
  private final List<String> signs;

  /// Whether a sign was found; null until there is an error.
  private @Nullable Boolean isFound;

  private SecretLines(String text, List<String> signs) {
    this.text = text;
    this.signs = signs;
  }

  private boolean mayBeSecret() {
    Boolean known = isFound;
    if (known == null) {
      known = signs.stream().anyMatch(text::contains);
      isFound = known;
    }
    return known;
  }

  /// Returns the lines of a manifest or a kustomization.
  public static SecretLines of(String text) {
    return new SecretLines(text, List.of(KIND, "secretGenerator"));
  }

  /// Returns the lines of a JSON patch, which does not contain the kind of its target.
  public static SecretLines ofPatch(String text) {
    return new SecretLines(text, List.of(KIND, "/data", "/stringData"));
  }

  /// Returns an error about unreadable text without the values of Secrets.
  ///
  /// @param line the line of the text that the error is about
  public Problem unread(int line, Problem problem) {
    return mayBeSecret() ? hidden(problem, around(line)) : problem;
  }

  /// Returns an error about an object that was read, without the values of Secrets; keys may be
  /// named.
  public Problem read(Problem problem) {
    boolean named = !problem.subject().isEmpty() && !problem.subject().startsWith(KIND);
    return mayBeSecret() && !named
        ? hidden(problem, Patterns.KEY.matcher(line(problem.origin().line())).replaceFirst(""))
        : problem;
  }

  /// Returns the message without words of `quoted`. The words of the reader itself stay.
  private static String hidden(String message, String quoted) {
    int start = message.startsWith(YamlErrors.PREFIX) ? YamlErrors.PREFIX.length() : 0;
    String rest = message.substring(start);
    return message.substring(0, start)
        + (YamlErrors.isFixed(rest)
            ? rest
            : Patterns.WORD.matcher(rest).replaceAll(word -> shown(word, quoted)));
  }

  private static Problem hidden(Problem problem, String quoted) {
    UnaryOperator<String> hide = message -> hidden(message, quoted);
    Origin origin = problem.origin();
    return problem.movedTo(origin).reworded(hide.apply(problem.what()), hide.apply(problem.hint()));
  }

  private static String shown(MatchResult word, String quoted) {
    boolean isHidden =
        quoted.contains(word.group()) || Patterns.NUMBER.matcher(word.group()).matches();
    return isHidden ? HIDDEN : Matcher.quoteReplacement(word.group());
  }

  /// Returns the line with its neighbours: the parser may have advanced to the next line, or
  /// started in the previous one.
  private String around(int line) {
    return line(line - 1) + "\n" + line(line) + "\n" + line(line + 1);
  }

  private String line(int line) {
    return line < 1 ? "" : text.lines().skip(line - 1L).findFirst().orElse("");
  }
}
