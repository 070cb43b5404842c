package dev.japply.yaml;

import dev.japply.yaml.YamlCursor.Mark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tokens of a YAML text, by the algorithm of libyaml, which go-yaml has taken over. So a text
/// has the tokens here that it has for `kubectl`, and is refused for the same reason.
///
/// Only a `:` makes a key of the scalar before it. So tokens wait in a queue while one of them may
/// be a key, which is at most until the end of its line, and for [#LONGEST_KEY] characters.
final class YamlScanner {
  private static final int LONGEST_KEY = 1024;
  private static final String NO_PLAIN = "-?:,[]{}#&*!|>'\"%@`";

  private final YamlCursor cursor;
  private final ScalarScanner scalars;
  private final TagScanner tags;
  private final List<YamlToken> queue = new ArrayList<>();
  private final Deque<Integer> indents = new ArrayDeque<>();

  /// The latest possible key of each level of brackets, the innermost last.
  private final Deque<SimpleKey> keys = new ArrayDeque<>();

  private final Map<Long, SimpleKey> keysByToken = new HashMap<>();
  private int head;

  /// Whether the first token of the queue can no longer become a key.
  private boolean isSettled;

  private long taken;
  private int indent = -1;
  private int flowLevel;
  private boolean allowsKey = true;

  /// @param line the first line of `text` in the source
  YamlScanner(String text, int line) {
    this.cursor = new YamlCursor(text, line);
    this.scalars = new ScalarScanner(cursor);
    this.tags = new TagScanner(cursor);
    keys.add(new SimpleKey(false, 0, cursor));
    if (cursor.peek() == '\ufeff') {
      cursor.skipByteOrderMark();
    }
  }

  /// A position where a key may begin.
  private static final class SimpleKey {
    private final boolean isRequired;
    private final long token;
    private final Mark mark;
    private final int row;
    private final int column;
    private boolean isPossible;

    SimpleKey(boolean isRequired, long token, YamlCursor cursor) {
      this.isRequired = isRequired;
      this.token = token;
      this.mark = cursor.mark();
      this.row = cursor.row();
      this.column = cursor.column();
    }
  }

  String text() {
    return cursor.text();
  }

  /// Returns the next token without consuming it.
  YamlToken peek() {
    while (!isSettled && (head == queue.size() || mayBeKey())) {
      fetch();
      cursor.check();
    }
    isSettled = true;
    return queue.get(head);
  }

  /// Goes past the token of [#peek].
  YamlToken next() {
    YamlToken token = peek();
    isSettled = false;
    head++;
    taken++;
    if (head == queue.size()) {
      queue.clear();
      head = 0;
    }
    return token;
  }

  private boolean mayBeKey() {
    SimpleKey key = keysByToken.get(taken);
    return key != null && isValid(key);
  }

  private void fetch() {
    skipToToken();
    unroll(cursor.column());
    if (cursor.isEnd()) {
      streamEnd();
    } else if (cursor.column() == 0 && cursor.peek() == '%') {
      endBlocks();
      queue.add(tags.directive());
    } else if (cursor.isDocumentMark("---")) {
      endBlocks();
      add(YamlToken.Type.DOCUMENT_START, 3);
    } else if (cursor.isDocumentMark("...")) {
      endBlocks();
      add(YamlToken.Type.DOCUMENT_END, 3);
    } else {
      fetchInDocument();
    }
  }

  private void fetchInDocument() {
    char c = cursor.peek();
    switch (c) {
      case '[' -> flowStart(YamlToken.Type.FLOW_SEQUENCE_START);
      case '{' -> flowStart(YamlToken.Type.FLOW_MAPPING_START);
      case ']' -> flowEnd(YamlToken.Type.FLOW_SEQUENCE_END);
      case '}' -> flowEnd(YamlToken.Type.FLOW_MAPPING_END);
      case ',' -> {
        removeKey();
        allowsKey = true;
        add(YamlToken.Type.FLOW_ENTRY, 1);
      }
      case '*' -> word(YamlToken.Type.ALIAS);
      case '&' -> word(YamlToken.Type.ANCHOR);
      case '!' -> word(YamlToken.Type.TAG);
      case '\'', '"' -> {
        saveKey();
        allowsKey = false;
        queue.add(scalars.quoted(c == '\''));
      }
      default -> fetchByContext(c, flowLevel > 0);
    }
  }

  /// Reads a token that this character starts only in some contexts.
  private void fetchByContext(char c, boolean isFlow) {
    boolean isAlone = cursor.isGap(1);
    if (c == '-' && isAlone) {
      blockEntry();
    } else if (c == '?' && (isFlow || isAlone)) {
      key();
    } else if (c == ':' && (isFlow || isAlone)) {
      value();
    } else if ((c == '|' || c == '>') && !isFlow) {
      removeKey();
      allowsKey = true;
      queue.add(scalars.block(c == '|', indent));
    } else if (c != '\t' && (NO_PLAIN.indexOf(c) < 0 || "-?:".indexOf(c) >= 0)) {
      saveKey();
      queue.add(scalars.plain(indent, isFlow));
      allowsKey = scalars.endedLine();
    } else {
      throw cursor.failure(c == '\t' ? YamlErrorMessages.TAB : YamlErrorMessages.TOKEN);
    }
  }

  private void skipToToken() {
    boolean more = true;
    while (more) {
      while (cursor.peek() == ' ' || (cursor.peek() == '\t' && (flowLevel > 0 || !allowsKey))) {
        cursor.skip();
      }
      if (cursor.peek() == '#') {
        cursor.skipLine();
      }
      more = cursor.isBreak(0);
      if (more) {
        cursor.skipBreak();
        allowsKey |= flowLevel == 0;
      }
    }
  }

  /// Adds a token of `length` characters and advances past it.
  private void add(YamlToken.Type type, int length) {
    Mark start = cursor.mark();
    cursor.skip(length);
    queue.add(YamlToken.of(type, start, cursor.mark()));
  }

  private void streamEnd() {
    cursor.endLine();
    endBlocks();
    queue.add(YamlToken.of(YamlToken.Type.STREAM_END, cursor.mark(), cursor.mark()));
  }

  private void endBlocks() {
    unroll(-1);
    removeKey();
    allowsKey = false;
  }

  private void flowStart(YamlToken.Type type) {
    saveKey();
    keys.add(new SimpleKey(false, nextToken(), cursor));
    flowLevel++;
    allowsKey = true;
    add(type, 1);
  }

  private void flowEnd(YamlToken.Type type) {
    removeKey();
    if (flowLevel > 0) {
      flowLevel--;
      keysByToken.remove(keys.removeLast().token);
    }
    allowsKey = false;
    add(type, 1);
  }

  private void blockEntry() {
    require(YamlErrorMessages.ENTRIES, YamlToken.Type.BLOCK_SEQUENCE_START);
    removeKey();
    allowsKey = true;
    add(YamlToken.Type.BLOCK_ENTRY, 1);
  }

  private void key() {
    require(YamlErrorMessages.KEYS, YamlToken.Type.BLOCK_MAPPING_START);
    removeKey();
    allowsKey = flowLevel == 0;
    add(YamlToken.Type.KEY, 1);
  }

  private void value() {
    SimpleKey key = keys.getLast();
    if (isValid(key)) {
      insert(key.token, YamlToken.of(YamlToken.Type.KEY, key.mark, key.mark));
      roll(key.column, key.token, YamlToken.Type.BLOCK_MAPPING_START, key.mark);
      key.isPossible = false;
      keysByToken.remove(key.token);
      allowsKey = false;
    } else {
      require(YamlErrorMessages.VALUES, YamlToken.Type.BLOCK_MAPPING_START);
      allowsKey = flowLevel == 0;
    }
    add(YamlToken.Type.VALUE, 1);
  }

  /// Lets a part of a block begin here, which begins the block if its indentation is a new one.
  private void require(YamlErrorMessages otherwise, YamlToken.Type block) {
    if (flowLevel == 0) {
      if (!allowsKey) {
        throw cursor.failure(otherwise);
      }
      roll(cursor.column(), nextToken(), block, cursor.mark());
    }
  }

  private void word(YamlToken.Type type) {
    saveKey();
    allowsKey = false;
    queue.add(type == YamlToken.Type.TAG ? tags.tag() : tags.anchor(type));
  }

  /// Begins a block at `column` if that is deeper than the one around it.
  private void roll(int column, long number, YamlToken.Type block, Mark mark) {
    if (flowLevel == 0 && indent < column) {
      indents.push(indent);
      indent = column;
      insert(number, YamlToken.of(block, mark, mark));
    }
  }

  /// Inserts a token so that it gets that number; at the end if that token was taken.
  private void insert(long number, YamlToken token) {
    queue.add(number < taken ? queue.size() : head + (int) (number - taken), token);
  }

  /// Ends the blocks that are deeper than `column`.
  private void unroll(int column) {
    while (flowLevel == 0 && indent > column) {
      queue.add(YamlToken.of(YamlToken.Type.BLOCK_END, cursor.mark(), cursor.mark()));
      indent = indents.pop();
    }
  }

  private long nextToken() {
    return taken + queue.size() - head;
  }

  private boolean isValid(@Nullable SimpleKey key) {
    if (key == null || !key.isPossible) {
      return false;
    }
    boolean isPast = key.row < cursor.row() || key.column + LONGEST_KEY < cursor.column();
    if (isPast && key.isRequired) {
      throw cursor.failure(YamlErrorMessages.COLON);
    }
    key.isPossible = !isPast;
    return key.isPossible;
  }

  /// Notes that a key may begin here. It must if it has the indentation of the block around it.
  private void saveKey() {
    if (allowsKey) {
      removeKey();
      var key = new SimpleKey(flowLevel == 0 && indent == cursor.column(), nextToken(), cursor);
      key.isPossible = true;
      keys.removeLast();
      keys.add(key);
      keysByToken.put(key.token, key);
    }
  }

  private void removeKey() {
    SimpleKey key = keys.getLast();
    if (key.isPossible) {
      if (key.isRequired) {
        throw cursor.failure(YamlErrorMessages.COLON);
      }
      key.isPossible = false;
    }
    keysByToken.remove(key.token, key);
  }
}
