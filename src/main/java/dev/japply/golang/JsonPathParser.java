package dev.japply.golang;

import dev.japply.golang.ByteText.Rune;
import dev.japply.golang.JsonPathNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a template: text, and actions in braces. Works on byte texts.
///
/// The language is what Kubernetes' parser takes, also where that is lenient: a filter or a union
/// is cut out first and read by itself afterwards.
final class JsonPathParser {
  private static final int END = -1;
  private static final String TERMINATORS = " \t\r\n.,[]$@{}";
  private static final Pattern COMPARISON =
      Pattern.compile("([^!<>=]+)([!<>=]+)(.+)", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("'([^']*)'");

  private final String input;
  private final List<JsonPathNode> found = new ArrayList<>();
  private int at;

  private JsonPathParser(String input) {
    this.input = input;
  }

  /// The parts of a template.
  ///
  /// @throws JsonPathException when it is malformed
  static List<JsonPathNode> parse(String template) {
    var parser = new JsonPathParser(template);
    while (parser.at < template.length()) {
      parser.readTextOrAction();
    }
    return List.copyOf(parser.found);
  }

  /// Parses the action `text`, which had no braces within a larger one.
  private static Sequence inner(String text) {
    return (Sequence) parse("{" + text + "}").getFirst();
  }

  private void readTextOrAction() {
    int brace = input.indexOf('{', at);
    int end = brace < 0 ? input.length() : brace;
    if (end > at) {
      found.add(new JsonPathNode.Text(input.substring(at, end)));
    }
    at = end + 1;
    if (brace >= 0) {
      found.add(action());
    }
  }

  private Sequence action() {
    var nodes = new ArrayList<JsonPathNode>();
    while (!input.startsWith("}", at)) {
      readPart(nodes);
    }
    at++;
    return new Sequence(nodes);
  }

  private void readPart(List<JsonPathNode> nodes) {
    if (input.startsWith("[?(", at)) {
      nodes.add(filter());
      return;
    }
    if (input.startsWith("..", at)) {
      descend(nodes);
      return;
    }
    int first = peek();
    switch (first) {
      case END, '\r', '\n' -> throw new JsonPathException("unclosed action");
      case ' ', '@', '$' -> at++;
      case '[' -> nodes.addAll(brackets());
      case '"', '\'' -> nodes.add(new JsonPathNode.Text(quoted((char) first)));
      case '.' -> {
        at++;
        nodes.add(field());
      }
      default -> nodes.add(numberOrWord(first));
    }
  }

  private JsonPathNode numberOrWord(int first) {
    if (first == '+' || first == '-' || Character.isDigit(first)) {
      return number();
    }
    if (ByteText.isWord(first)) {
      return word();
    }
    String shown = ByteText.isPrint(first) ? " '" + Character.toString(first) + "'" : "";
    throw new JsonPathException(
        "unrecognized character in action: U+%04X%s".formatted(first, shown));
  }

  private int peek() {
    return at < input.length() ? ByteText.rune(input, at).code() : END;
  }

  /// Goes on while characters are wanted.
  private String take(IntPredicate wanted) {
    int from = at;
    while (at < input.length()) {
      Rune rune = ByteText.rune(input, at);
      if (!wanted.test(rune.code())) {
        break;
      }
      at += rune.width();
    }
    return input.substring(from, at);
  }

  private JsonPathNode word() {
    String word = take(c -> TERMINATORS.indexOf(c) < 0);
    return switch (word) {
      case "true" -> new JsonPathNode.Constant(GoValue.bool(true));
      case "false" -> new JsonPathNode.Constant(GoValue.bool(false));
      default -> new JsonPathNode.Word(word);
    };
  }

  private void descend(List<JsonPathNode> nodes) {
    if (!nodes.isEmpty() && nodes.getLast() instanceof JsonPathNode.Descent) {
      throw new JsonPathException("invalid multiple recursive descent");
    }
    at += "..".length();
    nodes.add(new JsonPathNode.Descent());
    if (ByteText.isWord(peek())) {
      nodes.add(field());
    }
  }

  private JsonPathNode number() {
    int from = at;
    at += input.charAt(at) == '+' || input.charAt(at) == '-' ? 1 : 0;
    take(c -> c == '.' || (c >= 0 && Character.isDigit(c)));
    String text = input.substring(from, at);
    return new JsonPathNode.Constant(Constants.number(text));
  }

  private JsonPathNode field() {
    int from = at;
    boolean escaped = false;
    while (at < input.length()) {
      Rune rune = ByteText.rune(input, at);
      if (!escaped && TERMINATORS.indexOf(rune.code()) >= 0) {
        break;
      }
      escaped = !escaped && rune.code() == '\\';
      at += rune.width();
    }
    String name = input.substring(from, at);
    return name.equals("*")
        ? new JsonPathNode.Wildcard()
        : new JsonPathNode.Field(name.replace("\\", ""));
  }

  private String quoted(char mark) {
    int from = at++;
    boolean open = true;
    while (open) {
      if (at >= input.length() || input.charAt(at) == '\n') {
        throw new JsonPathException("unterminated quoted string");
      }
      open = input.charAt(at) != mark || input.charAt(at - 1) == '\\';
      at++;
    }
    Optional<String> text = Quoted.unescape(input.substring(from + 1, at - 1), mark);
    return text.orElseThrow(() ->
        new JsonPathException(
            "unquote string "
                + ByteText.decode(input.substring(from, at))
                + " error invalid syntax"));
  }

  private List<JsonPathNode> brackets() {
    int end = input.indexOf(']', at);
    int line = input.indexOf('\n', at);
    if (end < 0 || (line >= 0 && line < end)) {
      throw new JsonPathException("unterminated array");
    }
    String text = input.substring(at + 1, end);
    at = end + 1;
    return selection(text.equals("*") ? ":" : text);
  }

  private static List<JsonPathNode> selection(String text) {
    String[] choices = text.split(",", -1);
    if (choices.length > 1) {
      var union = new ArrayList<Sequence>();
      for (String choice : choices) {
        union.add(inner("[" + trim(choice) + "]"));
      }
      return List.of(new JsonPathNode.Union(union));
    }
    Matcher key = KEY.matcher(text);
    if (key.matches()) {
      return inner("." + key.group(1)).nodes();
    }
    return List.of(Constants.slice(text));
  }

  private static String trim(String text) {
    return text.replaceAll("^ +| +$", "");
  }

  private JsonPathNode filter() {
    at += "[?(".length();
    String text = filterText();
    if (peek() != ']') {
      throw new JsonPathException("unclosed array expect ]");
    }
    at++;
    Matcher comparison = COMPARISON.matcher(text);
    return comparison.matches()
        ? new JsonPathNode.Filter(
            inner(comparison.group(1)), inner(comparison.group(3)), comparison.group(2))
        : new JsonPathNode.Filter(inner(text), new Sequence(List.of()), JsonPathNode.Filter.EXISTS);
  }

  /// Returns the text before the closing parenthesis of the filter; parentheses in quotes do not
  /// count.
  private String filterText() {
    int from = at;
    char mark = 0;
    boolean closed = false;
    for (; at < input.length() && input.charAt(at) != '\n'; at++) {
      char c = input.charAt(at);
      if (c == ')' && (mark == 0 || closed)) {
        return input.substring(from, at++);
      }
      if (mark == 0 && (c == '"' || c == '\'')) {
        mark = c;
      } else if (c == mark && input.charAt(at - 1) != '\\') {
        closed = true;
      }
    }
    throw new JsonPathException("unterminated filter");
  }
}
