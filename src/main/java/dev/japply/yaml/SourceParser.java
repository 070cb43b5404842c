package dev.japply.yaml;

import dev.japply.yaml.SourceNode.Alias;
import dev.japply.yaml.SourceNode.Entry;
import dev.japply.yaml.SourceNode.Mapping;
import dev.japply.yaml.SourceNode.Scalar;
import dev.japply.yaml.SourceNode.ScalarStyle;
import dev.japply.yaml.SourceNode.Sequence;
import dev.japply.yaml.YamlEvent.MappingEnd;
import dev.japply.yaml.YamlEvent.MappingStart;
import dev.japply.yaml.YamlEvent.SequenceEnd;
import dev.japply.yaml.YamlEvent.SequenceStart;
import dev.japply.yaml.YamlEvent.StreamEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Finds the positions of all nodes in a text with one document.

final class SourceParser {
  private final String text;
  private final YamlEventReader events;
  private final Set<Integer> anchored = new HashSet<>();

  private SourceParser(String text) {
    this.text = text;
    this.events = new YamlEventReader(text, 1);
  }

  /// The result of parsing.
  ///
  /// @param anchored the start positions of nodes with an anchor
  record Found(SourceNode root, Set<Integer> anchored) {}

  /// Returns the root node of `text`; empty if it is not YAML, or does not have exactly one
  /// document.
  static Optional<Found> parse(String text) {
    try {
      return new SourceParser(text).document();
    } catch (SyntaxFailure e) {
      return Optional.empty();
    }
  }

  private Optional<Found> document() {
    if (events.next() instanceof StreamEnd) {
      return Optional.empty();
    }
    SourceNode root = node();
    events.next();
    return events.peek() instanceof StreamEnd
        ? Optional.of(new Found(root, Set.copyOf(anchored)))
        : Optional.empty();
  }

  private SourceNode node() {
    YamlEvent event = events.next();
    int start = behindProperties(event);
    return switch (event) {
      case YamlEvent.Scalar scalar -> scalar(scalar, start);
      case SequenceStart sequence -> sequence(sequence, start);
      case MappingStart mapping -> mapping(mapping, start);
      default -> new Alias(start, event.end().at());
    };
  }

  /// Returns the start of a node after its `&anchor` and `!tag`. A block after them begins with its
  /// first part.
  private int behindProperties(YamlEvent event) {
    int at = event.start().at();
    if (!(event instanceof YamlEvent.Node node)) {
      return at;
    }
    if (!node.anchor().isEmpty()) {
      anchored.add(at);
    }
    int end = event.end().at();
    while (at < end && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
      int behind = endOfWord(at);
      at = skipBlanks(behind, end);
    }
    if (at != event.start().at() && !node.anchor().isEmpty()) {
      anchored.add(at);
    }
    return at;
  }

  private int endOfWord(int from) {
    int at = from;
    while (at < text.length() && " \t\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private int skipBlanks(int from, int end) {
    int at = from;
    while (at < end && " \t\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private Scalar scalar(YamlEvent.Scalar event, int start) {
    int end = Math.max(start, event.end().at());
    ScalarStyle style =
        switch (event.style()) {
          case SINGLE_QUOTED -> ScalarStyle.SINGLE_QUOTED;
          case DOUBLE_QUOTED -> ScalarStyle.DOUBLE_QUOTED;
          case LITERAL, FOLDED -> ScalarStyle.BLOCK;
          case PLAIN -> ScalarStyle.PLAIN;
        };
    if (style == ScalarStyle.BLOCK) {
      end = endOfBlock(start, end);
    }
    return new Scalar(start, end, style);
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
    while (end > start && " \t\n".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private SourceNode sequence(SequenceStart event, int start) {
    var items = new ArrayList<SourceNode>();
    while (!(events.peek() instanceof SequenceEnd)) {
      items.add(node());
    }
    YamlEvent end = events.next();
    if (event.isFlow()) {
      return new Sequence(items, true, start, end.end().at());
    }
    int last = items.isEmpty() ? start : Math.max(start + 1, items.getLast().end());
    return new Sequence(items, false, start, last);
  }

  private SourceNode mapping(MappingStart event, int start) {
    var entries = new ArrayList<Entry>();
    while (!(events.peek() instanceof MappingEnd)) {
      SourceNode key = node();
      entries.add(new Entry(key, value(key)));
    }
    YamlEvent end = events.next();
    if (event.isFlow()) {
      return new Mapping(entries, true, start, end.end().at());
    }
    return new Mapping(entries, false, start, entries.isEmpty() ? start : entries.getLast().end());
  }

  /// Returns the value of `key`. An omitted value has its position directly after the colon.
  private SourceNode value(SourceNode key) {
    SourceNode value = node();
    if (!(value instanceof Scalar scalar) || !scalar.isEmpty()) {
      return value;
    }
    int colon = text.indexOf(':', key.end());
    int at = colon < 0 ? value.start() : colon + 1;
    return new Scalar(at, at, ScalarStyle.PLAIN);
  }
}
