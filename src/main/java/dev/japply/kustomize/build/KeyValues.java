package dev.japply.kustomize.build;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.GeneratorEntry;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.SourceText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The data of a generated object: from env files, then literals, then files.
final class KeyValues {
  private final FileLoader directory;
  private final GeneratorEntry entry;
  private final Map<String, byte[]> data = new LinkedHashMap<>();
  private final Map<String, List<LineRange>> lines = new LinkedHashMap<>();
  private long size;

  private KeyValues(FileLoader directory, GeneratorEntry entry) {
    this.directory = directory;
    this.entry = entry;
  }

  /// Reads the values of an entry.
  ///
  /// @throws JapplyException when a source cannot be read, or a key comes twice
  static KeyValues of(FileLoader directory, GeneratorEntry entry) {
    var values = new KeyValues(directory, entry);
    entry.sources().envs().forEach(values::readEnv);
    entry.sources().literals().forEach(values::readLiteral);
    entry.sources().files().forEach(values::readFile);
    return values;
  }

  Map<String, byte[]> data() {
    return data;
  }

  /// Returns the lines that decide the value of each key: in a file of the data, or of the entry.
  Map<String, List<LineRange>> lines() {
    return lines;
  }

  private void put(TextEntry source, String key, byte[] value, LineRange line) {
    put(source, key, value, line, "the key `" + key + "`");
  }

  /// @param line the lines of the value in its file
  /// @param named the description of the key for messages
  private void put(TextEntry source, String key, byte[] value, LineRange line, String named) {
    size += value.length;
    if (size > ByteLimit.DEFAULT.bytes()) { // one file may be named many times
      String what =
          "the data of %s is larger than %d bytes"
              .formatted(entry.named().name(), ByteLimit.DEFAULT.bytes());
      throw new JapplyException(source.place(), what, "generate several");
    }
    if (data.putIfAbsent(key, value) != null) {
      String what = "configmap %s illegally repeats %s".formatted(entry.named().name(), named);
      throw new JapplyException(source.place(), what, "remove one of them");
    }
    lines.put(key, List.of(line, LineRange.at(source.place())));
  }

  private void readEnv(TextEntry source) {
    FileContent file = directory.load(source);
    byte[] content = file.bytes();
    int line = 0;
    int start = 0;
    while (start < content.length) {
      int end = start;
      while (end < content.length && content[end] != '\n') {
        end++;
      }
      int stop = end > start && content[end - 1] == '\r' ? end - 1 : end;
      readLine(source, text(source, content, start, stop), line, file.name());
      line++;
      start = end + 1;
    }
  }

  private static String text(TextEntry source, byte[] content, int start, int end) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(content, start, end - start))
          .toString();
    } catch (CharacterCodingException e) {
      String what = "%s has a line with invalid utf8 bytes".formatted(source.text());
      throw new JapplyException(Problem.error(source.place(), what, "save it as UTF-8"), e);
    }
  }

  private void readLine(TextEntry source, String written, int number, String file) {
    String line = number == 0 && written.startsWith("\ufeff") ? written.substring(1) : written;
    int first = 0;
    while (first < line.length() && SourceText.isSpace(line.charAt(first))) {
      first++;
    }
    line = line.substring(first);
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    int equals = line.indexOf('=');
    var place = new LineRange(file, number + 1, number + 1);
    if (equals < 0) {
      // Perhaps a line of a value that has several.
      put(source, line, new byte[0], place, "a line without =");
    } else if (equals > 0) {
      byte[] value = line.substring(equals + 1).getBytes(StandardCharsets.UTF_8);
      put(source, line.substring(0, equals), value, place);
    }
  }

  private void readLiteral(TextEntry source) {
    int equals = source.text().indexOf('=');
    if (equals <= 0) {
      throw new JapplyException(
          source.place(),
          "invalid literal source, expected key=value",
          "write the key, = and the value");
    }
    String value = unquoted(source.text().substring(equals + 1));
    put(
        source,
        source.text().substring(0, equals),
        value.getBytes(StandardCharsets.UTF_8),
        LineRange.of(source.place(), source.text()));
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() >= 2
            && text.charAt(0) == text.charAt(text.length() - 1)
            && (text.charAt(0) == '"' || text.charAt(0) == '\'');
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  private void readFile(TextEntry source) {
    String text = source.text();
    long separators = text.chars().filter(c -> c == '=').count();
    int equals = text.indexOf('=');
    if (separators > 1 || equals == 0 || equals == text.length() - 1) {
      String what =
          separators > 1
              ? "source \"%s\" key name or file path contains '='"
              : equals == 0
                  ? "missing key name for file path in source \"%s\""
                  : "missing file path for key name in source \"%s\"";
      throw new JapplyException(source.place(), what.formatted(text), "write FILE or KEY=FILE");
    }
    String path = text.substring(equals + 1);
    String key = equals < 0 ? baseName(path) : text.substring(0, equals);
    FileContent file = directory.load(new TextEntry(path, source.place()));
    put(source, key, file.bytes(), LineRange.all(file.name()));
  }

  private static String baseName(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    String trimmed = path.substring(0, end);
    return trimmed.substring(trimmed.lastIndexOf('/') + 1);
  }
}
