package dev.japply.golang;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A regular expression from an untrusted source, in Go's syntax. RE2 matches it in time
/// proportional to the text, whatever the expression. Most expressions are plain texts, so that RE2
/// need not be loaded.
///
/// <https://github.com/google/re2/wiki/Syntax>
public final class GoPattern {
  private final String written;
  private final @Nullable Pattern pattern;

  private GoPattern(String written, @Nullable Pattern pattern) {
    this.written = written;
    this.pattern = pattern;
  }

  /// Compiles the expression `text`.
  ///
  /// @throws IllegalArgumentException if it is malformed or too large
  public static GoPattern compile(String text) {
    try {
      new Size(text).check();
      return new GoPattern(text, isPlain(text) ? null : Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'%s' is no regular expression: %s".formatted(text, e.getMessage()), e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("the expression '%s' is too large".formatted(text), e);
    }
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c == '-' || c == '/' || c == '_' || isLetterOrDigit(c));
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /// Returns whether the expression matches all of `text`.
  public boolean matches(String text) {
    return pattern == null ? text.equals(written) : pattern.matches(text);
  }

  /// Returns whether the expression matches a part of `text`.
  public boolean finds(String text) {
    return pattern == null ? text.contains(written) : pattern.matcher(text).find();
  }

  /// Computes the size of an expression with all repetitions expanded, as RE2 does. Go limits this
  /// size, too, but the library does not.
  private static final class Size {
    private static final int MOST = 20_000;
    private static final int DEPTH = 200;

    private final String text;
    private final Deque<Long> above = new ArrayDeque<>();
    private int at;

    /// The size of the group so far. `last` is the size of the part that a count would repeat.
    private long group;

    private long last;

    Size(String text) {
      this.text = text;
    }

    /// @throws PatternSyntaxException when it is too large
    void check() {
      while (at < text.length()) {
        char c = text.charAt(at);
        at++;
        switch (c) {
          case '(' -> {
            above.push(group);
            group = 0;
            last = 0;
          }
          case ')' -> {
            last = group;
            group += above.isEmpty() ? 0 : above.pop();
          }
          case '{' -> repeat();
          default -> {
            at += c == '\\' ? 1 : 0;
            last = 1;
            group++;
          }
        }
        if (group > MOST || above.size() > DEPTH) {
          throw new PatternSyntaxException("expression too large");
        }
      }
    }

    /// `{2}`, `{2,}` or `{2,3}`.
    private void repeat() {
      int end = text.indexOf('}', at);
      long times = 1;
      for (String count : (end < 0 ? "" : text.substring(at, end)).split(",", 2)) {
        times = count.matches("\\d{1,4}") ? Math.max(times, Long.parseLong(count)) : times;
      }
      group += last * (times - 1);
      last *= times;
    }
  }
}
