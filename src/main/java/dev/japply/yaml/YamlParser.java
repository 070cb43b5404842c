package dev.japply.yaml;

import dev.japply.problem.WarningId;
import dev.japply.tree.Json;
import dev.japply.yaml.PositionedValue.TextPosition;
import dev.japply.yaml.YamlCursor.Mark;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import dev.japply.yaml.YamlNode.Span;
import dev.japply.yaml.YamlNode.Style;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the first YAML document of a text into nodes with the text that each takes up, by the
/// grammar of libyaml, which go-yaml has taken over:
///
/// ```
/// document  = DIRECTIVE* DOCUMENT-START node? DOCUMENT-END*
/// node      = ALIAS | (ANCHOR | TAG)* (SCALAR | block | flow)?
/// block     = BLOCK-SEQUENCE-START (BLOCK-ENTRY node?)* BLOCK-END
///           | BLOCK-MAPPING-START ((KEY node?)? (VALUE node?)?)* BLOCK-END
///           | (BLOCK-ENTRY node?)+                      as the value of a map
/// flow      = FLOW-SEQUENCE-START (entry FLOW-ENTRY)* entry? FLOW-SEQUENCE-END
///           | FLOW-MAPPING-START (entry FLOW-ENTRY)* entry? FLOW-MAPPING-END
/// entry     = node | KEY node? (VALUE node?)?
/// ```
///
/// [DirectYamlReader] reads most documents faster, without tokens.
final class YamlParser {
  private static final String VERSION = "1.1";

  private final YamlScanner tokens;
  private final String text;
  private final int line;
  private final Consumer<DocumentWarning> notices;
  private final Map<String, String> tags = new HashMap<>();
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private int depth;

  private YamlParser(String text, int line, Consumer<DocumentWarning> notices) {
    this.tokens = new YamlScanner(text, line);
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
    YamlNode usual = DirectNodeReader.read(text, line);
    return usual == null ? parseAny(text, line, notices) : Optional.of(usual);
  }

  /// Does the same by the grammar alone.
  static Optional<YamlNode> parseAny(String text, int line, Consumer<DocumentWarning> notices) {
    return new YamlParser(text, line, notices).document();
  }

  /// A text with one document.
  ///
  /// @param isAnchored whether any node has an anchor
  record Only(YamlNode root, boolean isAnchored) {}

  /// Returns the only document of `text`; empty if it is not YAML, or does not have exactly one
  /// document.
  static Optional<Only> only(String text) {
    YamlNode usual = DirectNodeReader.read(text, 1);
    if (usual != null) {
      return Optional.of(new Only(usual, false));
    }
    try {
      var parser = new YamlParser(text, 1, notice -> {});
      return parser
          .document()
          .filter(root -> parser.isLast())
          .map(root -> new Only(root, !parser.anchors.isEmpty()));
    } catch (SyntaxFailure e) {
      return Optional.empty();
    }
  }

  private boolean isLast() {
    while (tokens.peek().is(YamlToken.Type.DOCUMENT_END)) {
      tokens.next();
    }
    return tokens.peek().is(YamlToken.Type.STREAM_END);
  }

  private SyntaxFailure failure(YamlErrorMessages phrase, Mark mark) {
    return YamlErrors.failure(phrase, mark.place(), text);
  }

  private Optional<YamlNode> document() {
    YamlToken first = tokens.peek();
    if (first.is(YamlToken.Type.STREAM_END)) {
      return Optional.empty();
    }
    boolean isImplicit =
        !first.is(
            YamlToken.Type.VERSION_DIRECTIVE,
            YamlToken.Type.TAG_DIRECTIVE,
            YamlToken.Type.DOCUMENT_START);
    directives();
    YamlNode root = isImplicit ? node(true, false) : explicitRoot();
    YamlToken end = tokens.peek();
    if (end.is(YamlToken.Type.DOCUMENT_END)) {
      tokens.next();
      checkEnd(end.end().line() - line);
    }
    return Optional.of(root);
  }

  private void directives() {
    boolean hasVersion = false;
    YamlToken token = tokens.peek();
    while (token.is(YamlToken.Type.VERSION_DIRECTIVE, YamlToken.Type.TAG_DIRECTIVE)) {
      if (token.is(YamlToken.Type.TAG_DIRECTIVE)) {
        if (tags.put(token.text(), token.suffix()) != null) {
          throw failure(YamlErrorMessages.TAG_TWICE, token.start());
        }
      } else if (hasVersion) {
        throw failure(YamlErrorMessages.VERSION_TWICE, token.start());
      } else if (!token.suffix().equals(VERSION)) {
        throw failure(YamlErrorMessages.VERSION_OTHER, token.start());
      } else {
        hasVersion = true;
      }
      tokens.next();
      token = tokens.peek();
    }
    tags.putIfAbsent("!", "!");
    tags.putIfAbsent("!!", "tag:yaml.org,2002:");
  }

  private YamlNode explicitRoot() {
    YamlToken start = tokens.peek();
    if (!start.is(YamlToken.Type.DOCUMENT_START)) {
      throw failure(YamlErrorMessages.START, start.start());
    }
    tokens.next();
    boolean isOmitted =
        tokens
            .peek()
            .is(
                YamlToken.Type.VERSION_DIRECTIVE,
                YamlToken.Type.TAG_DIRECTIVE,
                YamlToken.Type.DOCUMENT_START,
                YamlToken.Type.DOCUMENT_END,
                YamlToken.Type.STREAM_END);
    return isOmitted ? omitted() : node(true, false);
  }

  /// Warns about text between a `...` and the next `---`, which is not read, as in `kubectl`.
  ///
  /// @param marker the number of lines above the `...`
  private void checkEnd(int marker) {
    List<String> rest = text.lines().skip(marker + 1L).toList();
    for (int i = 0; i < rest.size(); i++) {
      if (!rest.get(i).isBlank() && !rest.get(i).strip().startsWith("#")) {
        var place = new TextPosition(line + marker + 1 + i, 1);
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

  private void enter(TextPosition place) {
    if (++depth > Json.MAX_DEPTH) {
      throw YamlErrors.failure("exceeded max depth of " + Json.MAX_DEPTH, place, "");
    }
  }

  /// The beginning of a node: its properties, and the token after them.
  ///
  /// @param isEmpty whether the token is no part of the node, which consists of its properties
  private record Head(String anchor, String tag, YamlToken token, boolean isEmpty, Span span) {}

  /// Reads a node. Nested nodes are on the stack, so it has as few variables as possible.
  ///
  /// @param isBlock whether blocks are allowed
  /// @param isValue whether it is in a map, where a list requires no indentation of its own
  private YamlNode node(boolean isBlock, boolean isValue) {
    Head head = head(isBlock, isValue);
    enter(head.span.place());
    Span span = head.span;
    YamlNode node =
        switch (head.isEmpty ? YamlToken.Type.SCALAR : head.token.type()) {
          case FLOW_SEQUENCE_START -> flowSequence(keep(head.anchor, new Sequence(true, span)));
          case FLOW_MAPPING_START -> flowMapping(keep(head.anchor, new Mapping(true, span)));
          case BLOCK_ENTRY -> indentlessSequence(keep(head.anchor, new Sequence(false, span)));
          case BLOCK_SEQUENCE_START -> blockSequence(keep(head.anchor, new Sequence(false, span)));
          case BLOCK_MAPPING_START -> blockMapping(keep(head.anchor, new Mapping(false, span)));
          case ALIAS -> alias(head);
          default -> keep(head.anchor, head.isEmpty ? empty(head) : scalar(head));
        };
    depth--;
    return node;
  }

  private Head head(boolean isBlock, boolean isValue) {
    YamlToken token = tokens.peek();
    Mark start = token.start();
    Mark end = start;
    String anchor = "";
    YamlToken tag = null;
    while ((token.is(YamlToken.Type.ANCHOR) && anchor.isEmpty())
        || (token.is(YamlToken.Type.TAG) && tag == null)) {
      if (token.is(YamlToken.Type.TAG)) {
        tag = token;
      } else {
        anchor = token.text();
      }
      end = token.end();
      tokens.next();
      token = tokens.peek();
    }
    boolean hasProperties = tag != null || !anchor.isEmpty();
    String wholeTag = tag == null ? "" : whole(tag);
    boolean isEmpty =
        switch (token.type()) {
          case SCALAR, FLOW_SEQUENCE_START, FLOW_MAPPING_START -> false;
          case BLOCK_ENTRY -> !isValue;
          case BLOCK_SEQUENCE_START, BLOCK_MAPPING_START -> !isBlock;
          case ALIAS -> hasProperties;
          default -> true;
        };
    if (isEmpty && !hasProperties) {
      throw failure(YamlErrorMessages.NODE, token.start());
    }
    int last = (isEmpty ? end : token.end()).at();
    var span = new Span(start.place(), afterProperties(start.at(), last), last);
    return new Head(anchor, wholeTag, token, isEmpty, span);
  }

  private String whole(YamlToken tag) {
    if (tag.text().isEmpty()) {
      return tag.suffix();
    }
    String prefix = tags.get(tag.text());
    if (prefix == null || (prefix + tag.suffix()).isEmpty()) {
      throw failure(YamlErrorMessages.HANDLE, tag.start());
    }
    return prefix + tag.suffix();
  }

  /// Returns the start of a node after its `&anchor` and `!tag`. A block after them begins with its
  /// first part.
  private int afterProperties(int start, int end) {
    int at = start;
    while (at < end && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
      while (at < text.length() && !isBlank(text.charAt(at))) {
        at++;
      }
      while (at < end && isBlank(text.charAt(at))) {
        at++;
      }
    }
    return at;
  }

  private static boolean isBlank(char c) {
    return " \t\n".indexOf(c) >= 0;
  }

  private <T extends YamlNode> T keep(String anchor, T node) {
    if (!anchor.isEmpty()) {
      anchors.put(anchor, node);
    }
    return node;
  }

  private Alias alias(Head head) {
    String name = tokens.next().text();
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw YamlErrors.failure(
          "unknown anchor '" + name + "' referenced",
          head.span.place(),
          "define &" + name + " before it");
    }
    return new Alias(name, target, head.span);
  }

  private static Scalar empty(Head head) {
    head.span.end(Math.max(head.span.start(), head.span.end()));
    return new Scalar(head.tag, "", Style.PLAIN, head.span);
  }

  private Scalar scalar(Head head) {
    YamlToken token = tokens.next();
    Span span = head.span;
    int end = Math.max(span.start(), span.end());
    span.end(token.style().isBlock() ? endOfBlock(text, span.start(), end) : end);
    return new Scalar(head.tag, token.text(), token.style(), span);
  }

  /// Returns the end of a block: the end of its last line that is not empty, without the line
  /// break. With `+`, empty lines belong to the block, too.
  static int endOfBlock(String text, int start, int marked) {
    int lineEnd = text.indexOf('\n', start);
    boolean keeps = text.substring(start, lineEnd < 0 ? text.length() : lineEnd).contains("+");
    int end = Math.min(marked, text.length());
    if (keeps) {
      return end > start && text.charAt(end - 1) == '\n' ? end - 1 : end;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private YamlNode blockSequence(Sequence sequence) {
    tokens.next();
    while (tokens.peek().is(YamlToken.Type.BLOCK_ENTRY)) {
      Mark mark = tokens.next().end();
      sequence
          .items()
          .add(
              tokens.peek().is(YamlToken.Type.BLOCK_ENTRY, YamlToken.Type.BLOCK_END)
                  ? omitted(mark)
                  : node(true, false));
    }
    endBlock(YamlErrorMessages.BLOCK_ENTRY);
    return ended(sequence);
  }

  private YamlNode indentlessSequence(Sequence sequence) {
    while (tokens.peek().is(YamlToken.Type.BLOCK_ENTRY)) {
      sequence.items().add(part(false));
    }
    return ended(sequence);
  }

  private static Sequence ended(Sequence sequence) {
    List<YamlNode> items = sequence.items();
    int start = sequence.start();
    sequence.span().end(items.isEmpty() ? start : Math.max(start + 1, items.getLast().end()));
    return sequence;
  }

  private YamlNode blockMapping(Mapping mapping) {
    tokens.next();
    while (tokens.peek().is(YamlToken.Type.KEY)) {
      YamlNode key = part(true);
      mapping
          .pairs()
          .add(pair(key, tokens.peek().is(YamlToken.Type.VALUE) ? part(true) : omitted()));
    }
    endBlock(YamlErrorMessages.BLOCK_KEY);
    List<Pair> pairs = mapping.pairs();
    mapping.span().end(pairs.isEmpty() ? mapping.start() : pairs.getLast().end());
    return mapping;
  }

  /// Reads the node after the indicator that is next, in the column of a map.
  private YamlNode part(boolean isValue) {
    Mark mark = tokens.next().end();
    return tokens.peek().is(YamlToken.Type.KEY, YamlToken.Type.VALUE, YamlToken.Type.BLOCK_END)
            || (!isValue && tokens.peek().is(YamlToken.Type.BLOCK_ENTRY))
        ? omitted(mark)
        : node(true, isValue);
  }

  private void endBlock(YamlErrorMessages otherwise) {
    YamlToken token = tokens.next();
    if (!token.is(YamlToken.Type.BLOCK_END)) {
      throw failure(otherwise, token.start());
    }
  }

  /// Returns an entry of a map. An omitted value has its offset directly after the colon.
  private Pair pair(YamlNode key, YamlNode value) {
    if (value instanceof Scalar scalar && scalar.isOmitted()) {
      int from = Math.min(key.end(), value.start());
      int colon = text.indexOf(':', from, Math.min(text.length(), value.start() + 1));
      value.span().move(colon < 0 ? value.start() : colon + 1);
    }
    return new Pair(key, value);
  }

  private YamlNode flowSequence(Sequence sequence) {
    YamlToken token = firstEntry();
    while (!token.is(YamlToken.Type.FLOW_SEQUENCE_END)) {
      sequence.items().add(token.is(YamlToken.Type.KEY) ? flowPair() : node(false, false));
      token = nextEntry(YamlToken.Type.FLOW_SEQUENCE_END, YamlErrorMessages.FLOW_LIST);
    }
    sequence.span().end(tokens.next().end().at());
    return sequence;
  }

  private YamlToken firstEntry() {
    tokens.next();
    return tokens.peek();
  }

  /// Returns the first token of the next entry in brackets, or the closing token.
  private YamlToken nextEntry(YamlToken.Type end, YamlErrorMessages otherwise) {
    YamlToken token = tokens.peek();
    if (token.is(end)) {
      return token;
    }
    if (!token.is(YamlToken.Type.FLOW_ENTRY)) {
      throw failure(otherwise, token.start());
    }
    tokens.next();
    return tokens.peek();
  }

  /// Reads a map of one entry, which is written in a list without braces. As in libyaml, a token
  /// after a `?` without a key is skipped.
  private Mapping flowPair() {
    YamlToken start = tokens.next();
    enter(start.start().place());
    var span = new Span(start.start().place(), start.start().at(), start.end().at());
    var mapping = new Mapping(true, span);
    YamlToken token = tokens.peek();
    boolean isOmitted =
        token.is(YamlToken.Type.VALUE, YamlToken.Type.FLOW_ENTRY, YamlToken.Type.FLOW_SEQUENCE_END);
    if (isOmitted) {
      tokens.next();
    }
    YamlNode key = isOmitted ? omitted(token.end()) : node(false, false);
    mapping.pairs().add(pair(key, flowValue(YamlToken.Type.FLOW_SEQUENCE_END)));
    span.end(tokens.peek().start().at());
    depth--;
    return mapping;
  }

  private YamlNode flowMapping(Mapping mapping) {
    YamlToken token = firstEntry();
    while (!token.is(YamlToken.Type.FLOW_MAPPING_END)) {
      mapping
          .pairs()
          .add(token.is(YamlToken.Type.KEY) ? flowEntry() : pair(node(false, false), omitted()));
      token = nextEntry(YamlToken.Type.FLOW_MAPPING_END, YamlErrorMessages.FLOW_MAP);
    }
    mapping.span().end(tokens.next().end().at());
    return mapping;
  }

  private Pair flowEntry() {
    tokens.next();
    boolean isOmitted =
        tokens
            .peek()
            .is(YamlToken.Type.VALUE, YamlToken.Type.FLOW_ENTRY, YamlToken.Type.FLOW_MAPPING_END);
    YamlNode key = isOmitted ? omitted() : node(false, false);
    return pair(key, flowValue(YamlToken.Type.FLOW_MAPPING_END));
  }

  private YamlNode flowValue(YamlToken.Type end) {
    if (!tokens.peek().is(YamlToken.Type.VALUE)) {
      return omitted();
    }
    tokens.next();
    return tokens.peek().is(YamlToken.Type.FLOW_ENTRY, end) ? omitted() : node(false, false);
  }

  /// Returns a node that is omitted before the next token.
  private YamlNode omitted() {
    return omitted(tokens.peek().start());
  }

  private YamlNode omitted(Mark mark) {
    enter(mark.place());
    depth--;
    return new Scalar("", "", Style.PLAIN, new Span(mark.place(), mark.at(), mark.at()));
  }
}
