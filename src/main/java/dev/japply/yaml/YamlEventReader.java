package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;
import dev.japply.yaml.YamlEvent.Alias;
import dev.japply.yaml.YamlEvent.DocumentEnd;
import dev.japply.yaml.YamlEvent.DocumentStart;
import dev.japply.yaml.YamlEvent.MappingEnd;
import dev.japply.yaml.YamlEvent.MappingStart;
import dev.japply.yaml.YamlEvent.Scalar;
import dev.japply.yaml.YamlEvent.SequenceEnd;
import dev.japply.yaml.YamlEvent.SequenceStart;
import dev.japply.yaml.YamlEvent.StreamEnd;
import dev.japply.yaml.YamlEvent.Style;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The events of a YAML text, by the grammar of libyaml, which go-yaml has taken over:
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
final class YamlEventReader {
  private static final String VERSION = "1.1";

  private static final YamlToken.Type[] AFTER_ITEM = {
    YamlToken.Type.BLOCK_ENTRY, YamlToken.Type.BLOCK_END
  };
  private static final YamlToken.Type[] AFTER_INDENTLESS_ITEM = {
    YamlToken.Type.BLOCK_ENTRY, YamlToken.Type.KEY, YamlToken.Type.VALUE, YamlToken.Type.BLOCK_END
  };
  private static final YamlToken.Type[] AFTER_FIELD = {
    YamlToken.Type.KEY, YamlToken.Type.VALUE, YamlToken.Type.BLOCK_END
  };

  private final YamlScanner tokens;
  private final Deque<State> states = new ArrayDeque<>();
  private final Map<String, String> tags = new HashMap<>();
  private State state = State.FIRST_DOCUMENT;
  private @Nullable YamlEvent next;

  /// @param line the first line of `text` in the source
  YamlEventReader(String text, int line) {
    this.tokens = new YamlScanner(text, line);
  }

  /// The part of the grammar that is next.
  private enum State {
    FIRST_DOCUMENT,
    DOCUMENT,
    DOCUMENT_CONTENT,
    DOCUMENT_END,
    BLOCK_NODE,
    BLOCK_SEQUENCE_FIRST,
    BLOCK_SEQUENCE_ENTRY,
    INDENTLESS_SEQUENCE_ENTRY,
    BLOCK_MAPPING_FIRST,
    BLOCK_MAPPING_KEY,
    BLOCK_MAPPING_VALUE,
    FLOW_SEQUENCE_FIRST,
    FLOW_SEQUENCE_ENTRY,
    FLOW_PAIR_KEY,
    FLOW_PAIR_VALUE,
    FLOW_PAIR_END,
    FLOW_MAPPING_FIRST,
    FLOW_MAPPING_KEY,
    FLOW_MAPPING_VALUE,
    FLOW_MAPPING_NO_VALUE,
    END
  }

  /// Returns the next event without consuming it.
  ///
  /// @throws SyntaxFailure if the text is not YAML
  YamlEvent peek() {
    YamlEvent known = next;
    if (known == null) {
      known = read();
      next = known;
    }
    return known;
  }

  /// Goes past the event of [#peek].
  YamlEvent next() {
    YamlEvent event = peek();
    next = null;
    return event;
  }

  private YamlEvent read() {
    return switch (state) {
      case FIRST_DOCUMENT, DOCUMENT -> documentStart();
      case DOCUMENT_CONTENT -> documentContent();
      case DOCUMENT_END -> documentEnd();
      case BLOCK_NODE -> node(true, false);
      case BLOCK_SEQUENCE_FIRST -> {
        tokens.next();
        yield blockSequenceEntry();
      }
      case BLOCK_SEQUENCE_ENTRY -> blockSequenceEntry();
      case INDENTLESS_SEQUENCE_ENTRY -> indentlessSequenceEntry();
      case BLOCK_MAPPING_FIRST -> {
        tokens.next();
        yield blockMappingKey();
      }
      case BLOCK_MAPPING_KEY -> blockMappingKey();
      case BLOCK_MAPPING_VALUE -> blockMappingValue();
      case FLOW_SEQUENCE_FIRST -> {
        tokens.next();
        yield flowSequenceEntry(true);
      }
      case FLOW_SEQUENCE_ENTRY -> flowSequenceEntry(false);
      case FLOW_PAIR_KEY -> flowPairKey();
      case FLOW_PAIR_VALUE -> flowValue(YamlToken.Type.FLOW_SEQUENCE_END, State.FLOW_PAIR_END);
      case FLOW_PAIR_END -> {
        state = State.FLOW_SEQUENCE_ENTRY;
        Mark mark = tokens.peek().start();
        yield new MappingEnd(mark, mark);
      }
      case FLOW_MAPPING_FIRST -> {
        tokens.next();
        yield flowMappingKey(true);
      }
      case FLOW_MAPPING_KEY -> flowMappingKey(false);
      case FLOW_MAPPING_VALUE -> flowValue(YamlToken.Type.FLOW_MAPPING_END, State.FLOW_MAPPING_KEY);
      case FLOW_MAPPING_NO_VALUE -> {
        state = State.FLOW_MAPPING_KEY;
        yield empty(tokens.peek().start());
      }
      case END -> new StreamEnd(tokens.peek().start(), tokens.peek().end());
    };
  }

  private SyntaxFailure failure(YamlErrorMessages phrase, Mark mark) {
    return YamlErrors.failure(phrase, mark.place(), tokens.text());
  }

  private static Scalar empty(Mark mark) {
    return new Scalar("", "", "", Style.PLAIN, mark, mark);
  }

  private YamlEvent documentStart() {
    YamlToken token = tokens.peek();
    if (state == State.DOCUMENT) {
      while (token.is(YamlToken.Type.DOCUMENT_END)) {
        tokens.next();
        token = tokens.peek();
      }
    }
    if (token.is(YamlToken.Type.STREAM_END)) {
      state = State.END;
      return new StreamEnd(token.start(), token.end());
    }
    boolean isImplicit =
        state == State.FIRST_DOCUMENT
            && !token.is(
                YamlToken.Type.VERSION_DIRECTIVE,
                YamlToken.Type.TAG_DIRECTIVE,
                YamlToken.Type.DOCUMENT_START);
    directives();
    states.push(State.DOCUMENT_END);
    state = isImplicit ? State.BLOCK_NODE : State.DOCUMENT_CONTENT;
    if (isImplicit) {
      return new DocumentStart(token.start(), token.end());
    }
    YamlToken start = tokens.peek();
    if (!start.is(YamlToken.Type.DOCUMENT_START)) {
      throw failure(YamlErrorMessages.START, start.start());
    }
    tokens.next();
    return new DocumentStart(token.start(), start.end());
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

  private YamlEvent documentContent() {
    YamlToken token = tokens.peek();
    if (token.is(
        YamlToken.Type.VERSION_DIRECTIVE,
        YamlToken.Type.TAG_DIRECTIVE,
        YamlToken.Type.DOCUMENT_START,
        YamlToken.Type.DOCUMENT_END,
        YamlToken.Type.STREAM_END)) {
      state = states.pop();
      return empty(token.start());
    }
    return node(true, false);
  }

  private YamlEvent documentEnd() {
    YamlToken token = tokens.peek();
    boolean isExplicit = token.is(YamlToken.Type.DOCUMENT_END);
    if (isExplicit) {
      tokens.next();
    }
    tags.clear();
    state = State.DOCUMENT;
    return new DocumentEnd(isExplicit, token.start(), isExplicit ? token.end() : token.start());
  }

  private record Properties(String anchor, String tag, Mark start, Mark end) {}

  private Properties properties() {
    Mark start = tokens.peek().start();
    Mark end = start;
    String anchor = "";
    YamlToken tag = null;
    YamlToken token = tokens.peek();
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
    return new Properties(anchor, tag == null ? "" : whole(tag), start, end);
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

  /// Returns the first event of a node.
  ///
  /// @param isBlock whether blocks are allowed
  /// @param isValue whether it is in a map, where a list requires no indentation of its own
  private YamlEvent node(boolean isBlock, boolean isValue) {
    if (tokens.peek().is(YamlToken.Type.ALIAS)) {
      YamlToken alias = tokens.next();
      state = states.pop();
      return new Alias(alias.text(), alias.start(), alias.end());
    }
    Properties own = properties();
    YamlToken token = tokens.peek();
    boolean isAllowed =
        switch (token.type()) {
          case BLOCK_ENTRY -> isValue;
          case BLOCK_SEQUENCE_START, BLOCK_MAPPING_START -> isBlock;
          default -> true;
        };
    return isAllowed ? content(own, token) : noContent(own, token);
  }

  private YamlEvent content(Properties own, YamlToken token) {
    return switch (token.type()) {
      case SCALAR -> {
        tokens.next();
        state = states.pop();
        yield new Scalar(own.anchor, own.tag, token.text(), token.style(), own.start, token.end());
      }
      case BLOCK_ENTRY -> sequence(State.INDENTLESS_SEQUENCE_ENTRY, own, token, false);
      case FLOW_SEQUENCE_START -> sequence(State.FLOW_SEQUENCE_FIRST, own, token, true);
      case FLOW_MAPPING_START -> mapping(State.FLOW_MAPPING_FIRST, own, token, true);
      case BLOCK_SEQUENCE_START -> sequence(State.BLOCK_SEQUENCE_FIRST, own, token, false);
      case BLOCK_MAPPING_START -> mapping(State.BLOCK_MAPPING_FIRST, own, token, false);
      default -> noContent(own, token);
    };
  }

  private Scalar noContent(Properties own, YamlToken token) {
    if (own.anchor.isEmpty() && own.tag.isEmpty()) {
      throw failure(YamlErrorMessages.NODE, token.start());
    }
    state = states.pop();
    return new Scalar(own.anchor, own.tag, "", Style.PLAIN, own.start, own.end);
  }

  private SequenceStart sequence(State first, Properties own, YamlToken token, boolean isFlow) {
    state = first;
    return new SequenceStart(own.anchor, isFlow, own.start, token.end());
  }

  private MappingStart mapping(State first, Properties own, YamlToken token, boolean isFlow) {
    state = first;
    return new MappingStart(own.anchor, isFlow, own.start, token.end());
  }

  /// Returns a node after an indicator that ends at `mark`, or an empty one if a token of `others`
  /// comes first.
  private YamlEvent nodeOrEmpty(
      State then, Mark mark, boolean isBlock, boolean isValue, YamlToken.Type... others) {
    if (tokens.peek().is(others)) {
      state = then;
      return empty(mark);
    }
    states.push(then);
    return node(isBlock, isValue);
  }

  private YamlEvent blockSequenceEntry() {
    YamlToken token = tokens.peek();
    if (token.is(YamlToken.Type.BLOCK_ENTRY)) {
      tokens.next();
      return nodeOrEmpty(State.BLOCK_SEQUENCE_ENTRY, token.end(), true, false, AFTER_ITEM);
    }
    if (!token.is(YamlToken.Type.BLOCK_END)) {
      throw failure(YamlErrorMessages.BLOCK_ENTRY, token.start());
    }
    tokens.next();
    state = states.pop();
    return new SequenceEnd(token.start(), token.end());
  }

  private YamlEvent indentlessSequenceEntry() {
    YamlToken token = tokens.peek();
    if (token.is(YamlToken.Type.BLOCK_ENTRY)) {
      tokens.next();
      return nodeOrEmpty(
          State.INDENTLESS_SEQUENCE_ENTRY, token.end(), true, false, AFTER_INDENTLESS_ITEM);
    }
    state = states.pop();
    return new SequenceEnd(token.start(), token.start());
  }

  private YamlEvent blockMappingKey() {
    YamlToken token = tokens.peek();
    if (token.is(YamlToken.Type.KEY)) {
      return blockMappingNode(State.BLOCK_MAPPING_VALUE);
    }
    if (!token.is(YamlToken.Type.BLOCK_END)) {
      throw failure(YamlErrorMessages.BLOCK_KEY, token.start());
    }
    tokens.next();
    state = states.pop();
    return new MappingEnd(token.start(), token.end());
  }

  private YamlEvent blockMappingValue() {
    YamlToken token = tokens.peek();
    if (token.is(YamlToken.Type.VALUE)) {
      return blockMappingNode(State.BLOCK_MAPPING_KEY);
    }
    state = State.BLOCK_MAPPING_KEY;
    return empty(token.start());
  }

  /// Returns the key or the value after the indicator that is next.
  private YamlEvent blockMappingNode(State then) {
    Mark end = tokens.next().end();
    return nodeOrEmpty(then, end, true, true, AFTER_FIELD);
  }

  private YamlEvent flowSequenceEntry(boolean isFirst) {
    YamlToken token = entry(isFirst, YamlToken.Type.FLOW_SEQUENCE_END, YamlErrorMessages.FLOW_LIST);
    if (token.is(YamlToken.Type.KEY)) {
      tokens.next();
      state = State.FLOW_PAIR_KEY;
      return new MappingStart("", true, token.start(), token.end());
    }
    if (!token.is(YamlToken.Type.FLOW_SEQUENCE_END)) {
      states.push(State.FLOW_SEQUENCE_ENTRY);
      return node(false, false);
    }
    tokens.next();
    state = states.pop();
    return new SequenceEnd(token.start(), token.end());
  }

  /// Returns the first token of an entry in brackets, or the closing token.
  private YamlToken entry(boolean isFirst, YamlToken.Type end, YamlErrorMessages otherwise) {
    YamlToken token = tokens.peek();
    if (isFirst || token.is(end)) {
      return token;
    }
    if (!token.is(YamlToken.Type.FLOW_ENTRY)) {
      throw failure(otherwise, token.start());
    }
    tokens.next();
    return tokens.peek();
  }

  /// Returns the key of a pair in a list. As in libyaml, a token after a `?` without a key is
  /// skipped.
  private YamlEvent flowPairKey() {
    YamlToken token = tokens.peek();
    if (token.is(
        YamlToken.Type.VALUE, YamlToken.Type.FLOW_ENTRY, YamlToken.Type.FLOW_SEQUENCE_END)) {
      tokens.next();
      state = State.FLOW_PAIR_VALUE;
      return empty(token.end());
    }
    states.push(State.FLOW_PAIR_VALUE);
    return node(false, false);
  }

  private YamlEvent flowMappingKey(boolean isFirst) {
    YamlToken token = entry(isFirst, YamlToken.Type.FLOW_MAPPING_END, YamlErrorMessages.FLOW_MAP);
    if (token.is(YamlToken.Type.KEY)) {
      tokens.next();
      return nodeOrEmpty(
          State.FLOW_MAPPING_VALUE,
          tokens.peek().start(),
          false,
          false,
          YamlToken.Type.VALUE,
          YamlToken.Type.FLOW_ENTRY,
          YamlToken.Type.FLOW_MAPPING_END);
    }
    if (!token.is(YamlToken.Type.FLOW_MAPPING_END)) {
      states.push(State.FLOW_MAPPING_NO_VALUE);
      return node(false, false);
    }
    tokens.next();
    state = states.pop();
    return new MappingEnd(token.start(), token.end());
  }

  private YamlEvent flowValue(YamlToken.Type end, State then) {
    if (tokens.peek().is(YamlToken.Type.VALUE)) {
      tokens.next();
      return nodeOrEmpty(then, tokens.peek().start(), false, false, YamlToken.Type.FLOW_ENTRY, end);
    }
    state = then;
    return empty(tokens.peek().start());
  }
}
