package dev.japply.manifest;

import dev.japply.tree.GoJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A row of a table in the test resources: a stream, and what is read from it.
///
/// @param where the row's file and line
/// @param text the stream
/// @param expected the documents as JSON with ` ;; ` between them, then `!` and a part of the error
///   if there is one; `?` when only the oracle is asked
record YamlCase(String where, String text, String expected) {

  /// The rows of a table. Lines that begin with `# ` and empty lines are skipped. A row is
  /// `stream => result`; in the stream `\n`, `\r`, `\t`, `\\` and `\` with `uXXXX` are escapes.
  static Stream<YamlCase> table(String name) {
    var cases = new ArrayList<YamlCase>();
    int number = 0;
    for (String line : lines(name)) {
      number++;
      int arrow = line.lastIndexOf(" => ");
      if (!line.isBlank() && !line.startsWith("# ")) {
        String text = unescape(line.substring(0, arrow));
        cases.add(new YamlCase(name + ":" + number, text, line.substring(arrow + 4).strip()));
      }
    }
    return cases.stream();
  }

  /// What is read from `text`, in the form of `expected` with the whole error.
  static String read(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    DocumentStream.Result result = DocumentStream.read("m.yaml", SourceText.decode(bytes));
    var parts = new ArrayList<String>();
    for (DocumentStream.Entry entry : result.entries()) {
      parts.add(GoJson.write(entry.root().value()));
    }
    result.failure().ifPresent(failure -> parts.add("!" + failure.getMessage()));
    return String.join(" ;; ", parts);
  }

  private static List<String> lines(String name) {
    try (InputStream stream = YamlCase.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unescape(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      i++;
      switch (text.charAt(i)) {
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case '\\' -> out.append('\\');
        case 'u' -> {
          out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> throw new IllegalArgumentException("unknown escape in " + text);
      }
    }
    return out.toString();
  }
}
