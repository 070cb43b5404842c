package dev.japply.kpt;

import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A file of manifests as segments, whose texts together are the file's.
///
/// @param crlf whether its lines end with `\r\n`
/// @param marked whether it begins with a byte order mark
record YamlFile(List<YamlDocumentText> segments, boolean crlf, boolean marked) {
  private static final String SEPARATOR = "---";
  private static final String MARK = "\ufeff";

  YamlFile {
    segments = List.copyOf(segments);
  }

  /// The manifests in a file; empty when it is none of manifests: a template, or any other text.
  static Optional<YamlFile> parse(String path, PackageFile file) {
    return parse(path, file, YamlSource::parse);
  }

  /// The same.
  ///
  /// @param parser reads one document
  static Optional<YamlFile> parse(
      String path, PackageFile file, Function<String, Optional<YamlSource>> parser) {
    boolean named = path.endsWith(".yaml") || path.endsWith(".yml");
    if (!named || !file.isText()) {
      return Optional.empty();
    }
    String all = file.text();
    boolean marked = all.startsWith(MARK);
    String text = marked ? all.substring(1) : all;
    boolean crlf = text.contains("\r\n");
    if (crlf) {
      text = text.replace("\r\n", "\n");
    }
    boolean mixed =
        !(marked ? MARK : "").concat(crlf ? text.replace("\n", "\r\n") : text).equals(all);
    if (mixed || text.indexOf('\r') >= 0) {
      return Optional.empty();
    }
    return segments(text, parser).map(segments -> new YamlFile(segments, crlf, marked));
  }

  private static Optional<List<YamlDocumentText>> segments(
      String text, Function<String, Optional<YamlSource>> parser) {
    var segments = new ArrayList<YamlDocumentText>();
    String separator = "";
    int at = 0;
    int line = 1;
    int begin = 0;
    int beginLine = 1;
    while (at <= text.length()) {
      int end = at == text.length() ? at : text.indexOf('\n', at) + 1;
      end = end == 0 ? text.length() : end;
      if (at == text.length() || text.startsWith(SEPARATOR, at)) {
        Optional<YamlDocumentText> segment =
            segment(separator, text.substring(begin, at), beginLine, parser);
        if (segment.isEmpty()) {
          return Optional.empty();
        }
        segments.add(segment.get());
        separator = text.substring(at, end);
        begin = end;
        beginLine = line + 1;
      }
      at = at == text.length() ? at + 1 : end;
      line++;
    }
    return Optional.of(segments);
  }

  private static Optional<YamlDocumentText> segment(
      String separator, String body, int line, Function<String, Optional<YamlSource>> parser) {
    boolean empty = body.lines().allMatch(each -> each.isBlank() || each.strip().startsWith("#"));
    if (empty) {
      return Optional.of(new YamlDocumentText(separator, body, null, line));
    }
    return parser
        .apply(body)
        .filter(source -> source.value() instanceof MapValue)
        .map(source -> new YamlDocumentText(separator, body, source, line));
  }

  /// The file with these segments in place of its own.
  PackageFile with(PackageFile file, List<YamlDocumentText> other) {
    String text = other.stream().map(YamlDocumentText::text).collect(Collectors.joining());
    return file.with((marked ? MARK : "") + (crlf ? text.replace("\n", "\r\n") : text));
  }

  /// A part of a file: a line `---` and the text after it, up to the next one.
  ///
  /// @param separator the line before it with its line end; empty at the start of a file
  /// @param source the document in it; null if there are only comments
  /// @param line the line where the body begins, from 1
  record YamlDocumentText(String separator, String body, @Nullable YamlSource source, int line) {

    /// Whether it holds a Kubernetes object.
    boolean isResource() {
      return value() instanceof MapValue map
          && !map.text("kind").isEmpty()
          && !map.text("apiVersion").isEmpty();
    }

    Value value() {
      return source == null ? Value.NULL : source.value();
    }

    YamlDocumentText with(String text) {
      return new YamlDocumentText(separator, text, source, line);
    }

    /// The same behind another separator.
    YamlDocumentText behind(String other) {
      return new YamlDocumentText(other, body, source, line);
    }

    YamlSource document() {
      if (source == null) {
        throw new IllegalStateException("there is no document");
      }
      return source;
    }

    String text() {
      return separator + body;
    }
  }
}
