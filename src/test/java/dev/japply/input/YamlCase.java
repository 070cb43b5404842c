package dev.japply.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A row of a table in the test resources: a stream, and what is read from it.
///
/// @param where the row's file and line
/// @param text the stream
/// @param expected the documents as JSON with ` ;; ` between them, then `!` and a part of the error
///   if there is one
record YamlCase(String where, String text, String expected) {
  private static final String SEPARATOR = " ;; ";
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-f]{4}|.)");

  /// The rows of a table, which are the lines of the form `stream => result`; in the stream `\n`,
  /// `\r`, `\t`, `\\` and `\` with `uXXXX` are escapes.
  static Stream<YamlCase> table(String name) {
    var cases = new ArrayList<YamlCase>();
    int number = 0;
    for (String line : lines(name)) {
      number++;
      int arrow = line.lastIndexOf(" => ");
      if (arrow >= 0) {
        String text = unescape(line.substring(0, arrow));
        cases.add(new YamlCase(name + ":" + number, text, line.substring(arrow + 4)));
      }
    }
    return cases.stream();
  }

  /// A row of the table of scalars, made a row of documents.
  YamlCase inMap() {
    boolean error = expected.startsWith("!") || expected.isEmpty();
    return new YamlCase(where, "k: " + text, error ? expected : "{\"k\":" + expected + "}");
  }

  /// What `expected` says.
  Reading reading() {
    int mark = expected.startsWith("!") ? 0 : expected.indexOf(SEPARATOR + "!");
    String json = mark < 0 ? expected : expected.substring(0, mark);
    List<String> documents = json.isEmpty() ? List.of() : List.of(json.split(SEPARATOR));
    return mark < 0
        ? Reading.of(documents)
        : Reading.of(documents, expected.substring(expected.indexOf('!', mark) + 1));
  }

  private static List<String> lines(String name) {
    try (InputStream stream = YamlCase.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unescape(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(escape -> Matcher.quoteReplacement(character(escape.group(1))));
  }

  private static String character(String escape) {
    return switch (escape.charAt(0)) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case '\\' -> "\\";
      case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
      default -> throw new IllegalArgumentException("unknown escape " + escape);
    };
  }
}
