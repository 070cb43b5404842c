package dev.japply.cli.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Splits a command line as a shell does: at spaces, except in quotes or after a backslash. Expands
/// nothing. Quotes a word for a command line.
public final class ShellWords {
  private static final char NONE = 0;

  /// Characters that no shell expands within a word.
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private char quote = NONE;

  private ShellWords() {}

  /// Returns the words of `line`; `name` is for the message about an unclosed quote.
  public static List<String> of(String name, String line) {
    var words = new ShellWords();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length() && words.escapes(line.charAt(i + 1))) {
        words.take(line.charAt(++i));
      } else {
        words.read(c);
      }
    }
    if (words.quote != NONE) {
      throw new UsageException(
          "%s has a %s that is not closed: %s".formatted(name, words.quote, line));
    }
    words.end();
    return words.words;
  }

  /// Returns `word` as a shell reads it: in quotes, unless it needs none.
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private boolean escapes(char c) {
    return quote == NONE || (quote == '"' && (c == '"' || c == '\\'));
  }

  private void read(char c) {
    if (c == quote) {
      quote = NONE;
    } else if (quote == NONE && (c == '"' || c == '\'')) {
      quote = c;
      inWord = true;
    } else if (quote == NONE && Character.isWhitespace(c)) {
      end();
    } else {
      take(c);
    }
  }

  private void take(char c) {
    word.append(c);
    inWord = true;
  }

  private void end() {
    if (inWord) {
      words.add(word.toString());
    }
    word.setLength(0);
    inWord = false;
  }
}
