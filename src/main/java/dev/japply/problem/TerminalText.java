package dev.japply.problem;

import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Text as a terminal may get it. Names, kinds, file names and what servers say are written by
/// others: a control character among them could clear the screen or begin a line that looks like
/// one of ours, and one that turns the direction of writing could show a name as another.
///
/// Such characters are written as Go writes them in strings: `\x1b`, `\r`, `\u202e`. Backslashes
/// stay as they are, so that texts without such characters do, too. Invisible characters are
/// treated alike, but for the two joiners that some scripts are written with.
///
/// The log of a CI system is a terminal, too. Its runner takes commands from the lines of a
/// program: `::error::` behind any blanks, `##[error]`, `##vso[…]` and `##teamcity[…]` anywhere.
/// Their first character is written as `\x3a` or `\x23`, so that they stay text that can be read.
public final class TerminalText {
  private static final int BYTE = 0xff;
  private static final int JOINER_FROM = 0x200c;
  private static final int JOINER_TO = 0x200d;

  /// The first character of a command to the runner of a CI system.
  private static final Pattern COMMAND =
      Pattern.compile("(?md)^([\\s\\p{Z}&&[^\\n]]*+):(?=:[^\\n]*?::)|#(?=#[a-z]*\\[)");

  private TerminalText() {}

  /// `text` on one line; line ends in it are escaped.
  public static String line(String text) {
    return escaped(text, false, TerminalText::escape);
  }

  /// `text`, whose line ends are meant.
  public static String lines(String text) {
    return escaped(text, true, TerminalText::escape);
  }

  /// JSON that means the same as `json`, whose line ends are meant.
  public static String json(String json) {
    return escaped(json, true, TerminalText::escapeInJson);
  }

  /// XML that means the same as `xml`, whose line ends are meant; it has no other characters than
  /// XML 1.0 knows.
  public static String xml(String xml) {
    return escaped(xml, true, "&#x%x;"::formatted);
  }

  private static String escaped(String text, boolean lines, IntFunction<String> escape) {
    String safe = controlled(text, lines, escape);
    boolean may = safe.contains("::") || safe.contains("##");
    return may ? COMMAND.matcher(safe).replaceAll(found -> inert(found, escape)) : safe;
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

  /// Where the first character from `start` on is that must be escaped; the end if there is none.
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
