package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Json;
import dev.japply.yaml.PositionedValue.Place;
import dev.japply.yaml.YamlEvent.DocumentEnd;
import dev.japply.yaml.YamlEvent.MappingEnd;
import dev.japply.yaml.YamlEvent.MappingStart;
import dev.japply.yaml.YamlEvent.SequenceEnd;
import dev.japply.yaml.YamlEvent.SequenceStart;
import dev.japply.yaml.YamlEvent.StreamEnd;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import dev.japply.yaml.YamlNode.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the first YAML document of a text into nodes with the text that each takes up.
final class YamlParser {
  private final YamlEventReader events;
  private final String text;
  private final int line;
  private final Consumer<DocumentWarning> notices;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private int depth;

  private YamlParser(String text, int line, Consumer<DocumentWarning> notices) {
    this.events = new YamlEventReader(text, line);
    this.text = text;
    this.line = line;
    this.notices = notices;
  }

  /// Returns the first document of `text`; empty if there is none.
  ///
  /// @param line the first line of `text` in the source
  /// @param notices receives warnings about the text
  /// @throws SyntaxFailure if `text` is not YAML
  static Optional<YamlNode> parse(String text, int line, Consumer<DocumentWarning> notices) {
    return new YamlParser(text, line, notices).document();
  }

  /// A text with one document.
  ///
  /// @param isAnchored whether any node has an anchor
  record Only(YamlNode root, boolean isAnchored) {}

  /// Returns the only document of `text`; empty if it is not YAML, or does not have exactly one
  /// document.
  static Optional<Only> only(String text) {
    try {
      var parser = new YamlParser(text, 1, notice -> {});
      return parser
          .document()
          .filter(root -> parser.events.peek() instanceof StreamEnd)
          .map(root -> new Only(root, !parser.anchors.isEmpty()));
    } catch (SyntaxFailure e) {
      return Optional.empty();
    }
  }

  private Optional<YamlNode> document() {
    if (events.next() instanceof StreamEnd) {
      return Optional.empty();
    }
    YamlNode root = node();
    checkEnd((DocumentEnd) events.next());
    return Optional.of(root);
  }

  /// Warns about text between a `...` and the next `---`, which is not read, as in `kubectl`.
  private void checkEnd(DocumentEnd end) {
    if (!end.isExplicit()) {
      return;
    }
    int marker = end.end().line() - line;
    List<String> rest = text.lines().skip(marker + 1L).toList();
    for (int i = 0; i < rest.size(); i++) {
      if (!rest.get(i).isBlank() && !rest.get(i).strip().startsWith("#")) {
        var place = new Place(line + marker + 1 + i, 1);
        notices.accept(
            new DocumentWarning(
                WarningId.UNREAD_TEXT,
                place,
                "the text after ... is not read",
                "begin a document with ---"));
        return;
      }
    }
  }

  private YamlNode node() {
    YamlEvent event = events.next();
    Place place = event.start().place();
    if (++depth > Json.MAX_DEPTH) {
      throw YamlErrors.failure("exceeded max depth of " + Json.MAX_DEPTH, place, "");
    }
    var span = new Span(place, afterProperties(event), event.end().at());
    YamlNode node =
        switch (event) {
          case YamlEvent.Scalar scalar -> scalar(scalar, span);
          case YamlEvent.Alias alias -> alias(alias.name(), span);
          case SequenceStart start -> sequence(start, span);
          case MappingStart start -> mapping(start, span);
          case StreamEnd end -> throw unexpected(end);
          case YamlEvent.DocumentStart start -> throw unexpected(start);
          case DocumentEnd end -> throw unexpected(end);
          case SequenceEnd end -> throw unexpected(end);
          case MappingEnd end -> throw unexpected(end);
        };
    depth--;
    return node;
  }

  private static IllegalStateException unexpected(YamlEvent event) {
    return new IllegalStateException("no node starts with " + event);
  }

  /// Returns the start of a node after its `&anchor` and `!tag`. A block after them begins with its
  /// first part.
  private int afterProperties(YamlEvent event) {
    int at = event.start().at();
    int end = event.end().at();
    while (event instanceof YamlEvent.Node
        && at < end
        && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
      while (at < text.length() && !isBlank(at)) {
        at++;
      }
      while (at < end && isBlank(at)) {
        at++;
      }
    }
    return at;
  }

  private boolean isBlank(int at) {
    return " \t\n".indexOf(text.charAt(at)) >= 0;
  }

  private Scalar scalar(YamlEvent.Scalar event, Span span) {
    var scalar = new Scalar(event.tag(), event.text(), event.style(), span);
    int end = Math.max(scalar.start(), scalar.end());
    span.end(event.style().isBlock() ? endOfBlock(scalar.start(), end) : end);
    return keep(event.anchor(), scalar);
  }

  /// Returns the end of a block: the end of its last line that is not empty, without the line
  /// break. With `+`, empty lines belong to the block, too.
  private int endOfBlock(int start, int marked) {
    int lineEnd = text.indexOf('\n', start);
    boolean keeps = text.substring(start, lineEnd < 0 ? text.length() : lineEnd).contains("+");
    int end = Math.min(marked, text.length());
    if (keeps) {
      return end > start && text.charAt(end - 1) == '\n' ? end - 1 : end;
    }
    while (end > start && isBlank(end - 1)) {
      end--;
    }
    return end;
  }

  private Alias alias(String name, Span span) {
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw YamlErrors.failure(
          "unknown anchor '" + name + "' referenced",
          span.place(),
          "define &" + name + " before it");
    }
    return new Alias(name, target, span);
  }

  private Sequence sequence(SequenceStart event, Span span) {
    var sequence = keep(event.anchor(), new Sequence(event.isFlow(), span));
    List<YamlNode> items = sequence.items();
    while (!(events.peek() instanceof SequenceEnd)) {
      items.add(node());
    }
    int end = events.next().end().at();
    int last = items.isEmpty() ? span.start() : Math.max(span.start() + 1, items.getLast().end());
    span.end(event.isFlow() ? end : last);
    return sequence;
  }

  private Mapping mapping(MappingStart event, Span span) {
    var mapping = keep(event.anchor(), new Mapping(event.isFlow(), span));
    List<Pair> pairs = mapping.pairs();
    while (!(events.peek() instanceof MappingEnd)) {
      YamlNode key = node();
      pairs.add(new Pair(key, value(key)));
    }
    int end = events.next().end().at();
    int last = pairs.isEmpty() ? span.start() : pairs.getLast().end();
    span.end(event.isFlow() ? end : last);
    return mapping;
  }

  /// Returns the value of `key`. An omitted value has its offset directly after the colon.
  private YamlNode value(YamlNode key) {
    YamlNode value = node();
    if (value instanceof Scalar scalar && scalar.isOmitted()) {
      int from = Math.min(key.end(), value.start());
      int colon = text.indexOf(':', from, Math.min(text.length(), value.start() + 1));
      value.span().move(colon < 0 ? value.start() : colon + 1);
    }
    return value;
  }

  private <T extends YamlNode> T keep(String anchor, T node) {
    if (!anchor.isEmpty()) {
      anchors.put(anchor, node);
    }
    return node;
  }
}
