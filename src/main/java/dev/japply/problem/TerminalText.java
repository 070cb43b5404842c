package dev.japply.problem;

import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Escapes text so that it is safe to print on a terminal. Names, kinds, file names and messages of
/// servers are untrusted. A control character in them could clear the screen or start a line that
/// imitates japply's output. A character that changes the text direction could disguise a name.
///
/// Such characters are escaped as in Go strings: `\x1b`, `\r`, `\u202e`. Backslashes are not
/// escaped, so that text without such characters is unchanged. Invisible characters are escaped as
/// well, except for the two joiners that some scripts require.
///
/// The log of a CI system is a terminal, too. Its runner executes commands in the output of a
/// program: `::error::` after any blanks, `##[error]`, `##vso[…]` and `##teamcity[…]` anywhere.
/// Their first character is printed as `\x3a` or `\x23`, so that they remain readable text.
public final class TerminalText {
  private static final int BYTE = 0xff;
  private static final int JOINER_FROM = 0x200c;
  private static final int JOINER_TO = 0x200d;

  /// Compiled if a text may have one.
  private static final class Patterns {
    /// The first character of a command to a CI runner.
    static final Pattern COMMAND =
        Pattern.compile("(?md)^([\\s\\p{Z}&&[^\\n]]*+):(?=:[^\\n]*?::)|#(?=#[a-z]*\\[)");
  }

  private TerminalText() {}

  /// Escapes `text` for one line, including line breaks.
  public static String line(String text) {
    return escaped(text, false, TerminalText::escape);
  }

  /// Escapes `text` and preserves line breaks.
  public static String lines(String text) {
    return escaped(text, true, TerminalText::escape);
  }

  /// Escapes `json` without changing its meaning, and preserves line breaks.
  public static String json(String json) {
    return escaped(json, true, TerminalText::escapeInJson);
  }

  /// Escapes `xml` without changing its meaning, and preserves line breaks. The result contains
  /// only characters that XML 1.0 allows.
  public static String xml(String xml) {
    return escaped(xml, true, "&#x%x;"::formatted);
  }

  private static String escaped(String text, boolean lines, IntFunction<String> escape) {
    String safe = controlled(text, lines, escape);
    boolean may = safe.contains("::") || safe.contains("##");
    return may ? Patterns.COMMAND.matcher(safe).replaceAll(found -> inert(found, escape)) : safe;
  }

  private static String inert(MatchResult command, IntFunction<String> escape) {
    String blanks = command.group(1);
    return Matcher.quoteReplacement(
        blanks == null ? escape.apply('#') : blanks + escape.apply(':'));
  }

  private static String controlled(String text, boolean lines, IntFunction<String> escape) {
    int at = unsafe(text, 0, lines);
    if (at == text.length()) {
      return text;
    }
    var safe = new StringBuilder(text.length() + BYTE);
    int plain = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      safe.append(text, plain, at).append(escape.apply(c));
      plain = at + Character.charCount(c);
      at = unsafe(text, plain, lines);
    }
    return safe.append(text, plain, text.length()).toString();
  }

  /// Returns the index of the first character from `start` that must be escaped; the length if
  /// there is none.
  private static int unsafe(String text, int start, boolean lines) {
    int at = start;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (isUnsafe(c) && !(lines && c == '\n')) {
        return at;
      }
      at += Character.charCount(c);
    }
    return at;
  }

  private static boolean isUnsafe(int c) {
    if (c >= ' ' && c <= '~') {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\t';
      case Character.FORMAT -> c < JOINER_FROM || c > JOINER_TO;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case 0x0b -> "\\v";
      default ->
          (c <= BYTE ? "\\x%02x" : Character.isBmpCodePoint(c) ? "\\u%04x" : "\\U%08x")
              .formatted(c);
    };
  }

  private static String escapeInJson(int c) {
    return new String(Character.toChars(c))
        .chars()
        .mapToObj("\\u%04x"::formatted)
        .collect(Collectors.joining());
  }
}
