package dev.japply.yaml;

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
import dev.japply.yaml.YamlNode.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the first YAML document of a text into nodes.
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
                place, "the text after ... is not read", "begin a document with ---"));
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
    YamlNode node =
        switch (event) {
          case YamlEvent.Scalar scalar ->
              keep(
                  scalar.anchor(),
                  new Scalar(scalar.tag(), scalar.text(), style(scalar.style()), place));
          case YamlEvent.Alias alias -> alias(alias.name(), place);
          case SequenceStart start -> sequence(start, place);
          case MappingStart start -> mapping(start, place);
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

  private static Style style(YamlEvent.Style style) {
    return switch (style) {
      case PLAIN -> Style.PLAIN;
      case LITERAL -> Style.LITERAL;
      case FOLDED -> Style.FOLDED;
      case SINGLE_QUOTED, DOUBLE_QUOTED -> Style.QUOTED;
    };
  }

  private Alias alias(String name, Place place) {
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw YamlErrors.failure(
          "unknown anchor '" + name + "' referenced", place, "define &" + name + " before it");
    }
    return new Alias(name, target, place);
  }

  private Sequence sequence(SequenceStart start, Place place) {
    var sequence = keep(start.anchor(), new Sequence(new ArrayList<>(), place));
    while (!(events.peek() instanceof SequenceEnd)) {
      sequence.items().add(node());
    }
    events.next();
    return sequence;
  }

  private Mapping mapping(MappingStart start, Place place) {
    var mapping = keep(start.anchor(), new Mapping(new ArrayList<>(), place));
    while (!(events.peek() instanceof MappingEnd)) {
      YamlNode key = node();
      mapping.pairs().add(new Pair(key, node()));
    }
    events.next();
    return mapping;
  }

  private <T extends YamlNode> T keep(String anchor, T node) {
    if (!anchor.isEmpty()) {
      anchors.put(anchor, node);
    }
    return node;
  }
}
