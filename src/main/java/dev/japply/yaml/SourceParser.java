package dev.japply.yaml;

import dev.japply.yaml.SourceNode.Alias;
import dev.japply.yaml.SourceNode.Entry;
import dev.japply.yaml.SourceNode.Mapping;
import dev.japply.yaml.SourceNode.Scalar;
import dev.japply.yaml.SourceNode.ScalarStyle;
import dev.japply.yaml.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Finds where in a text the nodes of its only document stand.
final class SourceParser {
  private static final int LEAST_BUFFER = 1024;

  private final String text;
  private final ParserImpl events;
  private final Set<Integer> anchored = new HashSet<>();

  /// Where each code point begins; empty where each is one character.
  private final int[] offsets;

  private SourceParser(String text) {
    this.text = text;
    this.offsets = offsets(text);
    int longest = text.lines().mapToInt(String::length).max().orElse(0);
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            .setBufferSize(Math.max(LEAST_BUFFER, longest + 2))
            .build();
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
  }

  private static int[] offsets(String text) {
    int count = text.codePointCount(0, text.length());
    if (count == text.length()) {
      return new int[0];
    }
    var offsets = new int[count + 1];
    for (int i = 1; i <= count; i++) {
      offsets[i] = text.offsetByCodePoints(offsets[i - 1], 1);
    }
    return offsets;
  }

  /// What was found.
  ///
  /// @param anchored where the nodes stand that have an anchor
  record Found(SourceNode root, Set<Integer> anchored) {}

  /// The root node of `text`; empty when it is no YAML, or has another number of documents than
  /// one.
  static Optional<Found> parse(String text) {
    try {
      return new SourceParser(text).document();
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  private Optional<Found> document() {
    events.next();
    if (events.checkEvent(ID.StreamEnd)) {
      return Optional.empty();
    }
    events.next();
    SourceNode root = node();
    events.next();
    return events.checkEvent(ID.StreamEnd)
        ? Optional.of(new Found(root, Set.copyOf(anchored)))
        : Optional.empty();
  }

  private SourceNode node() {
    Event event = events.next();
    int start = behindProperties(event);
    return switch (event) {
      case ScalarEvent scalar -> scalar(scalar, start);
      case SequenceStartEvent sequence -> sequence(sequence, start);
      case MappingStartEvent mapping -> mapping(mapping, start);
      default -> new Alias(start, endOf(event));
    };
  }

  /// Where the node begins behind `&anchor` and `!tag`. A block that follows them begins with its
  /// first part.
  private int behindProperties(Event event) {
    int at = startOf(event);
    if (!(event instanceof NodeEvent node) || event.getEventId() == ID.Alias) {
      return at;
    }
    if (node.getAnchor().isPresent()) {
      anchored.add(at);
    }
    int end = endOf(event);
    while (at < end && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
      int behind = endOfWord(at);
      at = skipBlanks(behind, end);
    }
    if (at != startOf(event) && node.getAnchor().isPresent()) {
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

  private Scalar scalar(ScalarEvent event, int start) {
    int end = Math.max(start, endOf(event));
    ScalarStyle style =
        switch (event.getScalarStyle()) {
          case SINGLE_QUOTED -> ScalarStyle.SINGLE_QUOTED;
          case DOUBLE_QUOTED -> ScalarStyle.DOUBLE_QUOTED;
          case LITERAL, FOLDED -> ScalarStyle.BLOCK;
          default -> ScalarStyle.PLAIN;
        };
    if (style == ScalarStyle.BLOCK) {
      end = endOfBlock(start, end);
    }
    return new Scalar(start, end, style);
  }

  /// A block ends with its last line that is not empty, without the line break; with `+` also the
  /// empty ones belong to it.
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

  private SourceNode sequence(SequenceStartEvent event, int start) {
    var items = new ArrayList<SourceNode>();
    while (!events.checkEvent(ID.SequenceEnd)) {
      items.add(node());
    }
    Event end = events.next();
    if (event.isFlow()) {
      return new Sequence(items, true, start, endOf(end));
    }
    int last = items.isEmpty() ? start : Math.max(start + 1, items.getLast().end());
    return new Sequence(items, false, start, last);
  }

  private SourceNode mapping(MappingStartEvent event, int start) {
    var entries = new ArrayList<Entry>();
    while (!events.checkEvent(ID.MappingEnd)) {
      SourceNode key = node();
      entries.add(new Entry(key, value(key)));
    }
    Event end = events.next();
    if (event.isFlow()) {
      return new Mapping(entries, true, start, endOf(end));
    }
    return new Mapping(entries, false, start, entries.isEmpty() ? start : entries.getLast().end());
  }

  /// The value of `key`. One that is not written stands right behind the colon.
  private SourceNode value(SourceNode key) {
    SourceNode value = node();
    if (!(value instanceof Scalar scalar) || !scalar.isEmpty()) {
      return value;
    }
    int colon = text.indexOf(':', key.end());
    int at = colon < 0 ? value.start() : colon + 1;
    return new Scalar(at, at, ScalarStyle.PLAIN);
  }

  private int startOf(Event event) {
    return offset(event.getStartMark().orElseThrow());
  }

  private int endOf(Event event) {
    return offset(event.getEndMark().orElseThrow());
  }

  private int offset(Mark mark) {
    return offsets.length == 0 ? mark.getIndex() : offsets[mark.getIndex()];
  }
}
