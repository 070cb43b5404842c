package dev.japply.yaml;

import dev.japply.problem.Severity;
import dev.japply.tree.Value.NullValue;
import dev.japply.yaml.Document.Form;
import dev.japply.yaml.PositionedValue.Leaf;
import dev.japply.yaml.PositionedValue.TextPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Splits a source into documents as `kubectl` reads a stream that may be YAML or JSON.
///
/// A stream whose first character is `{` is read as a sequence of JSON values. If that fails at the
/// first or second value, the rest is read as YAML; if that fails too, the JSON error is reported.
/// The first error ends the stream: later documents are not read.
public final class DocumentStream {
  /// The number of characters to search for the first one that is no space, as in `kubectl`.
  private static final int LOOK_AHEAD = 4096;

  /// The switch to YAML needs this many bytes left, or it does not happen.
  private static final int SWITCH_BYTES = 4;

  /// An action of a Go template, as in Helm charts. It is compiled only for texts that fail.
  private static final String TEMPLATE =
      "\\{\\{-?"
          + " *(\\.|\\$|/\\*|(if|range|with|end|else|define|include|template|toYaml|tpl)\\b)";

  private static final String RENDER =
      "the file is a template of a Helm chart: apply the output of helm template";

  private final String source;
  private final String text;
  private final Substitution substitution;
  private final Output output;
  private boolean addsLineEnd = true;
  private int count;
  private DocumentWarnings notices = new DocumentWarnings();

  private DocumentStream(String source, String text, Substitution substitution, Output output) {
    this.source = source;
    this.text = text;
    this.substitution = substitution;
    this.output = output;
  }

  /// A document, with the values of its parts and their positions.
  public record DocumentEntry(
      Document document, PositionedValue root, List<DocumentWarning> notices) {}

  /// A document, with its value and the positions of its parts. It takes less work to read.
  public record ValueEntry(Document document, Positions positions, List<DocumentWarning> notices) {}

  /// The receiver of the documents.
  private sealed interface Output {
    record Entries(Consumer<DocumentEntry> receiver) implements Output {}

    record Values(Consumer<ValueEntry> receiver) implements Output {}
  }

  /// Reads the documents of `text`, whose lines end with `\n`, and hands over all but empty ones.
  ///
  /// @return the failure that ended the stream early, if there was one
  public static Optional<SyntaxFailure> read(
      String source, String text, Consumer<DocumentEntry> entries) {
    return read(source, text, Substitution.NONE, entries);
  }

  /// Reads like the overload without a substitution, and replaces the marks in `text` by the values
  /// of `substitution`.
  public static Optional<SyntaxFailure> read(
      String source, String text, Substitution substitution, Consumer<DocumentEntry> entries) {
    var output = new Output.Entries(entries);
    return Optional.ofNullable(new DocumentStream(source, text, substitution, output).read());
  }

  /// Reads the same documents as values.
  ///
  /// @return the failure that ended the stream early, if there was one
  public static Optional<SyntaxFailure> readValues(
      String source, String text, Substitution substitution, Consumer<ValueEntry> entries) {
    var output = new Output.Values(entries);
    return Optional.ofNullable(new DocumentStream(source, text, substitution, output).read());
  }

  /// Reads a text whose last line may lack its line break, which matters if it is part of a block.
  public static Optional<SyntaxFailure> readAsItEnds(
      String source, String text, Consumer<DocumentEntry> entries) {
    var stream = new DocumentStream(source, text, Substitution.NONE, new Output.Entries(entries));
    stream.addsLineEnd = false;
    return Optional.ofNullable(stream.read());
  }

  private @Nullable SyntaxFailure read() {
    SyntaxFailure failure = readDocuments();
    return failure != null && Pattern.compile(TEMPLATE).matcher(text).find()
        ? new SyntaxFailure(String.valueOf(failure.getMessage()), failure.place(), RENDER)
        : failure;
  }

  private @Nullable SyntaxFailure readDocuments() {
    String head = text.substring(0, Math.min(LOOK_AHEAD, text.length()));
    int first = skipSpace(head, 0);
    boolean json = first < head.length() && head.charAt(first) == '{';
    return json ? readJson() : readYaml(0, null);
  }

  private @Nullable SyntaxFailure readJson() {
    // Not a method reference: each document has notices of its own.
    Consumer<DocumentWarning> warnings = notice -> notices.add(notice);
    var scalars = new SubstitutedScalars(substitution, text, 1, warnings);
    var stream = new JsonStream(text, new TextPosition(1, 1), scalars, warnings);
    int begin = 0;
    try {
      for (var value = stream.next(); value.isPresent(); value = stream.next()) {
        TextPosition place = value.get().place();
        String json = text.substring(offset(begin), stream.end());
        begin = stream.end();
        add(new Document(source, Form.JSON, json, place, substitution), value.get());
      }
      return null;
    } catch (SyntaxFailure failure) {
      notices = new DocumentWarnings();
      return count > 1 ? failure : switchToYaml(begin, failure);
    }
  }

  /// Returns the offset of the first value after `begin`.
  private int offset(int begin) {
    int at = begin;
    while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private @Nullable SyntaxFailure switchToYaml(int begin, SyntaxFailure failure) {
    int at = begin;
    while (bytesFrom(at) >= SWITCH_BYTES) {
      boolean space = SourceText.isSpace(text.charAt(at));
      if (space) {
        at++;
      }
      if (!space || text.charAt(at - 1) == '\n') {
        return readYaml(at, failure);
      }
    }
    return failure;
  }

  private int bytesFrom(int at) {
    int chars = Math.min(SWITCH_BYTES, text.length() - at);
    return text.substring(at, at + chars).getBytes(StandardCharsets.UTF_8).length;
  }

  private @Nullable SyntaxFailure readYaml(int begin, @Nullable SyntaxFailure jsonFailure) {
    var chunks = new YamlChunks(text, begin, addsLineEnd);
    SyntaxFailure before = jsonFailure;
    try {
      for (var chunk = chunks.next(); chunk.isPresent(); chunk = chunks.next()) {
        TextPosition start = new TextPosition(chunk.get().line(), 1);
        var document = new Document(source, Form.YAML, chunk.get().text(), start, substitution);
        read(document);
        before = null;
      }
      return null;
    } catch (SyntaxFailure failure) {
      return before == null ? failure : before;
    }
  }

  private void read(Document document) {
    switch (output) {
      case Output.Entries entries ->
          document.read(notice -> notices.add(notice)).ifPresent(root -> add(document, root));
      case Output.Values(var receiver) ->
          document
              .positions(notice -> notices.add(notice))
              .ifPresent(positions -> add(document, positions, receiver));
    }
  }

  private void add(Document document, PositionedValue root) {
    switch (output) {
      case Output.Entries(var receiver) ->
          end(
              root instanceof Leaf leaf && leaf.value() instanceof NullValue,
              found -> receiver.accept(new DocumentEntry(document, root, found)));
      case Output.Values(var receiver) ->
          add(document, Positions.of(source, root, root.value()), receiver);
    }
  }

  private void add(Document document, Positions positions, Consumer<ValueEntry> receiver) {
    end(
        positions.value() instanceof NullValue,
        found -> receiver.accept(new ValueEntry(document, positions, found)));
  }

  /// Ends a document, and hands it over with its notices unless it is empty.
  private void end(boolean isEmpty, Consumer<List<DocumentWarning>> receiver) {
    count++;
    if (!isEmpty) {
      receiver.accept(notices.all());
    }
    notices = new DocumentWarnings();
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && SourceText.isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /// The notices about one document. Of many, the first ones are kept, and the number of the
  /// others.
  private static final class DocumentWarnings {
    private static final int MOST = 100;

    private final List<DocumentWarning> kept = new ArrayList<>();
    private int more;
    private boolean hasError;

    void add(DocumentWarning notice) {
      boolean firstError = notice.severity() == Severity.ERROR && !hasError;
      if (kept.size() < MOST || firstError) {
        kept.add(notice);
        hasError |= firstError;
      } else {
        more++;
      }
    }

    List<DocumentWarning> all() {
      var all = new ArrayList<DocumentWarning>(kept);
      if (more > 0) {
        String what = "%d more are not listed".formatted(more);
        DocumentWarning last = kept.getLast();
        String hint = "correct the first ones";
        all.add(new DocumentWarning(Severity.WARNING, last.place(), what, hint, last.id()));
      }
      return all;
    }
  }

  /// Cuts a YAML stream into documents as `kubectl` does: at every line that begins with `---`,
  /// even inside a block scalar.
  private static final class YamlChunks {
    private static final String SEPARATOR = "---";

    private final String text;
    private final boolean addsLineEnd;
    private int at;
    private int line;

    /// @param text a stream whose lines end with `\n`, but perhaps the last one
    /// @param at start of the first piece
    /// @param addsLineEnd whether the last line ends in its piece although it does not in the
    ///   stream
    YamlChunks(String text, int at, boolean addsLineEnd) {
      this.addsLineEnd = addsLineEnd || text.endsWith("\n");
      this.text = text.endsWith("\n") ? text : text + "\n";
      this.at = at;
      this.line = 1 + lines(0, at);
    }

    /// A piece of the stream.
    record Chunk(String text, int line) {}

    /// Returns the next piece; empty at the end.
    ///
    /// @throws SyntaxFailure if anything but a comment follows a separator
    Optional<Chunk> next() {
      if (at == text.length()) {
        return Optional.empty();
      }
      int start = at;
      int startLine = line;
      if (text.startsWith(SEPARATOR, start)) {
        check(start);
      }
      int end = text.indexOf("\n" + SEPARATOR, start) + 1;
      if (end == 0) {
        at = text.length();
        return Optional.of(new Chunk(text.substring(start, addsLineEnd ? at : at - 1), startLine));
      }
      line += lines(start, end);
      check(end);
      at = text.indexOf('\n', end) + 1;
      line++;
      return Optional.of(new Chunk(text.substring(start, end), startLine));
    }

    private int lines(int from, int to) {
      int lines = 0;
      for (int i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) {
        lines++;
      }
      return lines;
    }

    /// Checks the separator that begins at `start`.
    private void check(int start) {
      String rest =
          SourceText.strip(text.substring(start + SEPARATOR.length(), text.indexOf('\n', start)));
      if (!rest.isEmpty() && !rest.startsWith("#")) {
        throw new SyntaxFailure(
            "invalid Yaml document separator: " + rest,
            new TextPosition(line, 1),
            "write only --- on this line; a line inside a text must not begin with it");
      }
    }
  }
}
