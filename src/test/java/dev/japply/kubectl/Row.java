package dev.japply.kubectl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// A row of the tables in `src/test/resources/dev/japply/kubectl`. It starts with `##### ` and what
/// it is about; its sections with `=== ` and one of
///
/// - `file NAME`, `program NAME`: what lies in the directory, for all tools the same;
/// - `env`: variables, each on a line; `stdin`;
/// - `args`: after `apply -f cm.yaml`; or `command`: all arguments, one a line or with spaces
///   between;
/// - `facts`: what both do, see [Facts]; `kubectl` and `japply`: what either does where they
///   differ;
/// - `error`: what both say on standard error; `kubectl error`, `japply error`;
/// - `exit`: the status of both, else they are compared; `japply exit`;
/// - `process`: japply runs in a process of its own, in the directory; `pod`: both run as in a Pod
///   whose service account has the files of the directory `pod`.
record Row(String table, String title, Map<String, String> sections) {
  private static final Set<String> INPUT =
      Set.of("file", "program", "env", "stdin", "args", "command", "pod");

  static List<Row> all(String table) {
    try {
      Path file = Path.of(Objects.requireNonNull(Row.class.getResource(table)).toURI());
      var rows = new ArrayList<Row>();
      for (String text : Files.readString(file).split("(?m)^##### ", -1)) {
        if (!text.isBlank() && !text.startsWith("#")) {
          rows.add(parse(table, text));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Row parse(String table, String text) {
    String[] parts = text.split("(?m)^=== ", -1);
    var sections = new LinkedHashMap<String, String>();
    for (int i = 1; i < parts.length; i++) {
      int end = parts[i].indexOf('\n');
      String body = parts[i].substring(end + 1).stripTrailing();
      sections.put(parts[i].substring(0, end).strip(), body.isEmpty() ? "" : body + "\n");
    }
    return new Row(table, parts[0].strip(), sections);
  }

  /// What both get, as one text.
  String input() {
    return sections.entrySet().stream()
        .filter(section -> INPUT.contains(section.getKey().split(" ", 2)[0]))
        .map(section -> section.getKey() + "\n" + section.getValue())
        .sorted()
        .collect(Collectors.joining());
  }

  boolean has(String section) {
    return sections.containsKey(section);
  }

  List<String> lines(String section) {
    return sections.getOrDefault(section, "").lines().filter(line -> !line.isBlank()).toList();
  }

  /// The lines for a tool: its own section, else that of both.
  List<String> lines(String section, String own) {
    return lines(has(own) ? own : section);
  }

  String text(String section) {
    return sections.getOrDefault(section, "");
  }
}
