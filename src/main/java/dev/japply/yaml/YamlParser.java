package dev.japply.yaml;

import dev.japply.tree.Json;
import dev.japply.yaml.Located.Place;
import dev.japply.yaml.YamlNode.Alias;
import dev.japply.yaml.YamlNode.Mapping;
import dev.japply.yaml.YamlNode.Pair;
import dev.japply.yaml.YamlNode.Scalar;
import dev.japply.yaml.YamlNode.Sequence;
import dev.japply.yaml.YamlNode.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;

/// Reads the first YAML document of a text into nodes.
final class YamlParser {
  /// One repair finds all tabs, unless one that it lets pass hides another.
  private static final int MAX_REPAIRS = 5;

  private static final Pattern ANCHOR = Pattern.compile("[A-Za-z0-9_-]+");

  private final ParserImpl events;
  private final String text;
  private final CodePoints codePoints;
  private final int line;
  private final Consumer<Notice> notices;
  private final Map<Anchor, YamlNode> anchors = new HashMap<>();
  private int depth;

  private YamlParser(LoadSettings settings, String text, int line, Consumer<Notice> notices) {
    this.events = new ParserImpl(settings, YamlText.of(settings, text).scanner());
    this.text = text;
    this.codePoints = new CodePoints(text);
    this.line = line;
    this.notices = notices;
  }

  /// The first document of `text`, or nothing when it holds no document.
  ///
  /// @param line the line of the source on which `text` begins
  /// @param notices takes what is doubtful about the text
  /// @throws SyntaxFailure when `text` is not YAML
  static Optional<YamlNode> parse(String text, int line, Consumer<Notice> notices) {
    LoadSettings settings = YamlText.settings(text);
    String repaired = text;
    for (int repairs = 0; ; repairs++) {
      try {
        return new YamlParser(settings, repaired, line, notices).document();
      } catch (YamlEngineException e) {
        SyntaxFailure failure = YamlErrors.failure(e, text, line);
        if (repairs == MAX_REPAIRS) {
          throw failure;
        }
        repaired = TabRepair.repair(repaired, settings, e).orElseThrow(() -> failure);
      }
    }
  }

  private Optional<YamlNode> document() {
    events.next();
    if (events.checkEvent(ID.StreamEnd)) {
      return Optional.empty();
    }
    events.next();
    YamlNode root = node();
    checkEnd((DocumentEndEvent) events.next());
    return Optional.of(root);
  }

  /// Like `kubectl`, reads nothing between a `...` and the next `---`, but says so.
  private void checkEnd(DocumentEndEvent end) {
    Optional<Mark> mark = end.getEndMark().filter(at -> end.isExplicit());
    if (mark.isEmpty()) {
      return;
    }
    int ignored = mark.get().getLine();
    for (String rest : text.lines().skip(ignored).toList()) {
      boolean marker = ignored == mark.get().getLine();
      if (!marker && !rest.isBlank() && !rest.strip().startsWith("#")) {
        notices.accept(
            new Notice(
                new Place(line + ignored, 1),
                "the text after ... is not read",
                "begin a document with ---"));
        return;
      }
      ignored++;
    }
  }

  private YamlNode node() {
    Event event = events.next();
    Place place = place(event.getStartMark().orElse(null));
    if (++depth > Json.MAX_DEPTH) {
      throw YamlErrors.failure("exceeded max depth of " + Json.MAX_DEPTH, place, "");
    }
    YamlNode node =
        switch (event.getEventId()) {
          case Scalar -> scalar((ScalarEvent) event, place);
          case Alias -> alias(((AliasEvent) event).getAlias(), place);
          case SequenceStart -> sequence((SequenceStartEvent) event, place);
          case MappingStart -> mapping((MappingStartEvent) event, place);
          case StreamStart,
              StreamEnd,
              DocumentStart,
              DocumentEnd,
              SequenceEnd,
              MappingEnd,
              Comment ->
              throw new IllegalStateException("no node starts with " + event);
        };
    depth--;
    return node;
  }

  private Scalar scalar(ScalarEvent event, Place place) {
    if (event.getValue().codePoints().anyMatch(YamlParser::isSurrogate)) {
      throw YamlErrors.failure(
          "found invalid Unicode character escape code", place, "write the whole character");
    }
    String tag = event.getTag().orElse("");
    var scalar = new Scalar(tag, event.getValue(), style(event), place);
    keepAnchor(event, scalar);
    return scalar;
  }

  private static Style style(ScalarEvent event) {
    return switch (event.getScalarStyle()) {
      case PLAIN -> Style.PLAIN;
      case LITERAL, FOLDED -> Style.BLOCK;
      case SINGLE_QUOTED, DOUBLE_QUOTED, JSON_SCALAR_STYLE -> Style.QUOTED;
    };
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private Alias alias(Anchor anchor, Place place) {
    YamlNode target = anchors.get(anchor);
    if (target == null) {
      String name = anchor.getValue();
      throw YamlErrors.failure(
          "unknown anchor '" + name + "' referenced", place, "define &" + name + " before it");
    }
    return new Alias(anchor.getValue(), target, place);
  }

  private Sequence sequence(SequenceStartEvent event, Place place) {
    var sequence = new Sequence(new ArrayList<>(), place);
    keepAnchor(event, sequence);
    while (!events.checkEvent(ID.SequenceEnd)) {
      sequence.items().add(node());
    }
    events.next();
    return sequence;
  }

  private Mapping mapping(MappingStartEvent event, Place place) {
    var mapping = new Mapping(new ArrayList<>(), place);
    keepAnchor(event, mapping);
    while (!events.checkEvent(ID.MappingEnd)) {
      YamlNode key = node();
      Mark mark = events.peekEvent().getStartMark().orElse(null);
      YamlNode value = node();
      if (event.isFlow() && key instanceof Scalar scalar && scalar.plain()) {
        checkColon(value, mark);
      }
      mapping.pairs().add(new Pair(key, value));
    }
    events.next();
    return mapping;
  }

  private void keepAnchor(NodeEvent event, YamlNode node) {
    event
        .getAnchor()
        .ifPresent(anchor -> {
          check(anchor, node.place());
          anchors.put(anchor, node);
        });
  }

  private static void check(Anchor anchor, Place place) {
    if (!ANCHOR.matcher(anchor.getValue()).matches()) {
      throw YamlErrors.failure(
          "did not find expected alphabetic or numeric character",
          place,
          "put quotes around a value that begins with * or &");
    }
  }

  /// In `[a:]` and `{a:}` the colon belongs to the key for `kubectl`, but not for this parser.
  private void checkColon(YamlNode value, @Nullable Mark mark) {
    if (!(value instanceof Scalar scalar) || !scalar.text().isEmpty() || !scalar.plain()) {
      return;
    }
    int at = codePoints.offset(mark == null ? 0 : mark.getIndex());
    if (at > 0
        && at < text.length()
        && text.charAt(at - 1) == ':'
        && ",]}".indexOf(text.charAt(at)) >= 0) {
      throw YamlErrors.failure(
          "a value is missing after ':'", value.place(), "put a space after the ':', or quotes");
    }
  }

  private Place place(@Nullable Mark mark) {
    return mark == null
        ? new Place(line, 1)
        : new Place(line + mark.getLine(), mark.getColumn() + 1);
  }
}
