package dev.japply.golang;

import dev.japply.golang.TemplateNode.Branch;
import dev.japply.golang.TemplateNode.Jump;
import dev.japply.golang.TemplateNode.Pipe;
import dev.japply.golang.TemplateNode.Sequence;
import dev.japply.golang.TemplateNode.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the text and the actions of one template; those that are defined in it have a parser of
/// their own, on the same words.
final class TemplateParser {
  private final Lexer lexer;
  private final Map<String, Sequence> templates;
  private final Tokens tokens;
  private final TemplateErrors failures;
  private final PipelineParser pipes;
  private int loops;

  private TemplateParser(Lexer lexer, Map<String, Sequence> templates) {
    this.lexer = lexer;
    this.templates = templates;
    this.tokens = new Tokens(lexer);
    this.failures = new TemplateErrors(tokens);
    this.pipes = new PipelineParser(tokens, failures);
  }

  /// The templates that `text` defines, and, as [TemplateException#NAME], itself.
  ///
  /// @param text a byte text
  /// @throws TemplateException when it is malformed
  static Map<String, Sequence> parse(String text) {
    var templates = new LinkedHashMap<String, Sequence>();
    var parser = new TemplateParser(new Lexer(text), templates);
    parser.add(TemplateException.NAME, parser.all());
    return templates;
  }

  private Sequence all() {
    int at = tokens.peek().at();
    var nodes = new ArrayList<Statement>();
    while (tokens.peek().type() != Token.Type.END_OF_FILE) {
      if (!definition()) {
        Statement node = textOrAction();
        if (isEnd(node) || isElse(node)) {
          throw failures.at("unexpected " + node.shown());
        }
        nodes.add(node);
      }
    }
    return new Sequence(at, nodes);
  }

  /// Reads a definition, if one begins here.
  private boolean definition() {
    if (tokens.peek().type() != Token.Type.LEFT_DELIMITER) {
      return false;
    }
    Token delimiter = tokens.next();
    if (tokens.nextNonSpace().type() != Token.Type.DEFINE) {
      tokens.putBack(delimiter);
      return false;
    }
    var parser = new TemplateParser(lexer, templates);
    String context = "define clause";
    Token name = parser.tokens.nextNonSpace();
    String defined = parser.name(name, context);
    parser.failures.expectEnd(context);
    parser.add(defined, parser.toEnd(context, parser.failures));
    return true;
  }

  /// @param where creates the error if the end is wrong
  private Sequence toEnd(String context, TemplateErrors where) {
    Parts list = list();
    if (!isEnd(list.last())) {
      throw where.at("unexpected " + list.last().shown() + " in " + context);
    }
    return list.nodes();
  }

  private String name(Token name, String context) {
    if (name.type() != Token.Type.STRING && name.type() != Token.Type.RAW_STRING) {
      throw failures.unexpected(name, context);
    }
    return Quoted.unquote(name.text()).orElseThrow(() -> failures.at("invalid syntax"));
  }

  private void add(String name, Sequence body) {
    Sequence old = templates.get(name);
    if (old == null || isEmpty(old)) {
      templates.put(name, body);
    } else if (!isEmpty(body)) {
      throw failures.at(
          "template: multiple definition of template " + ByteText.decode(Quoted.quote(name)));
    }
  }

  private static boolean isEmpty(Statement statement) {
    return switch (statement) {
      case Sequence sequence -> sequence.nodes().stream().allMatch(TemplateParser::isEmpty);
      case TemplateNode.Text text -> ByteText.decode(text.shown()).isBlank();
      case TemplateNode.Action action -> false;
      case Branch branch -> false;
      case TemplateNode.Call call -> false;
      case Jump jump -> false;
    };
  }

  /// Parts, and the `end` or `else` behind them.
  private record Parts(Sequence nodes, Statement last) {}

  private Parts list() {
    int at = tokens.peekNonSpace().at();
    var nodes = new ArrayList<Statement>();
    while (tokens.peekNonSpace().type() != Token.Type.END_OF_FILE) {
      Statement node = textOrAction();
      if (isEnd(node) || isElse(node)) {
        return new Parts(new Sequence(at, nodes), node);
      }
      nodes.add(node);
    }
    throw failures.at("unexpected EOF");
  }

  private static boolean isEnd(Statement node) {
    return node instanceof Jump(int at, String word) && word.equals("end");
  }

  private static boolean isElse(Statement node) {
    return node instanceof Jump(int at, String word) && word.equals("else");
  }

  private Statement textOrAction() {
    Token token = tokens.nextNonSpace();
    if (token.type() == Token.Type.TEXT) {
      return new TemplateNode.Text(token.at(), token.text());
    }
    if (token.type() != Token.Type.LEFT_DELIMITER) {
      throw failures.unexpected(token, "input");
    }
    failures.enter(token.line());
    Statement action = action();
    failures.leave();
    return action;
  }

  private Statement action() {
    Token token = tokens.nextNonSpace();
    return switch (token.type()) {
      case BLOCK -> block();
      case BREAK, CONTINUE -> jump(token);
      case ELSE -> otherwise();
      case END -> new Jump(failures.expectEnd("end").at(), "end");
      case IF, RANGE, WITH -> branch(token.text());
      case TEMPLATE -> call();
      // Anything else begins a pipeline; reading the pipeline reports the errors in it.
      default -> {
        tokens.putBack();
        Token first = tokens.peek();
        yield new TemplateNode.Action(
            first.at(), pipes.read("command", Token.Type.RIGHT_DELIMITER));
      }
    };
  }

  private Statement jump(Token word) {
    String shown = "{{" + word.text() + "}}";
    Token end = tokens.nextNonSpace();
    if (end.type() != Token.Type.RIGHT_DELIMITER) {
      throw failures.unexpected(end, shown);
    }
    if (loops == 0) {
      throw failures.at(shown + " outside {{range}}");
    }
    return new Jump(word.at(), word.text());
  }

  private Statement otherwise() {
    Token next = tokens.peekNonSpace();
    boolean chained = next.type() == Token.Type.IF || next.type() == Token.Type.WITH;
    Token last = chained ? next : failures.expectEnd("else");
    return new Jump(last.at(), "else");
  }

  private Branch branch(String word) {
    int variables = pipes.variables();
    Pipe pipe = pipes.read(word, Token.Type.RIGHT_DELIMITER);
    int loop = word.equals("range") ? 1 : 0;
    loops += loop;
    Parts then = list();
    loops -= loop;
    Sequence otherwise = isElse(then.last()) ? otherwise(word, then.last().at()) : null;
    pipes.forget(variables);
    return new Branch(pipe.at(), word, pipe, then.nodes(), otherwise);
  }

  private Sequence otherwise(String word, int at) {
    Token.Type next = tokens.peek().type();
    boolean chained =
        (word.equals("if") && next == Token.Type.IF)
            || (word.equals("with") && next == Token.Type.WITH);
    if (chained) {
      tokens.next();
      return new Sequence(at, List.of(branch(word)));
    }
    Parts rest = list();
    if (!isEnd(rest.last())) {
      throw failures.at("expected end; found " + rest.last().shown());
    }
    return rest.nodes();
  }

  private Statement call() {
    String context = "template clause";
    Token token = tokens.nextNonSpace();
    String name = name(token, context);
    if (tokens.nextNonSpace().type() == Token.Type.RIGHT_DELIMITER) {
      return new TemplateNode.Call(token.at(), name, null);
    }
    tokens.putBack();
    Pipe pipe = pipes.read(context, Token.Type.RIGHT_DELIMITER);
    return new TemplateNode.Call(token.at(), name, pipe);
  }

  private Statement block() {
    String context = "block clause";
    Token token = tokens.nextNonSpace();
    String name = name(token, context);
    Pipe pipe = pipes.read(context, Token.Type.RIGHT_DELIMITER);
    var parser = new TemplateParser(lexer, templates);
    parser.add(name, parser.toEnd(context, failures));
    return new TemplateNode.Call(token.at(), name, pipe);
  }
}
