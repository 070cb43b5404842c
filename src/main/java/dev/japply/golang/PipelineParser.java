package dev.japply.golang;

import dev.japply.golang.TemplateNode.Command;
import dev.japply.golang.TemplateNode.Operand;
import dev.japply.golang.TemplateNode.Pipe;
import dev.japply.golang.TemplateNode.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads pipelines, and tracks the variables in scope.
final class PipelineParser {
  /// The maximum depth of parentheses; Go's is higher.
  private static final int MAX_DEPTH = 1_000;

  private static final Set<Token.Type> FIRST_WORDS =
      Set.of(
          Token.Type.BOOL,
          Token.Type.CHAR_CONSTANT,
          Token.Type.COMPLEX,
          Token.Type.DOT,
          Token.Type.FIELD,
          Token.Type.IDENTIFIER,
          Token.Type.NUMBER,
          Token.Type.NIL,
          Token.Type.RAW_STRING,
          Token.Type.STRING,
          Token.Type.VARIABLE,
          Token.Type.LEFT_PAREN);

  /// The tokens that may follow the comma of a declaration. Only a variable makes it a valid
  /// pipeline.
  private static final Set<Token.Type> AFTER_COMMA =
      Set.of(Token.Type.VARIABLE, Token.Type.RIGHT_DELIMITER, Token.Type.RIGHT_PAREN);

  private final Tokens tokens;
  private final TemplateErrors failures;
  private final List<String> variables = new ArrayList<>(List.of("$"));
  private int depth;

  PipelineParser(Tokens tokens, TemplateErrors failures) {
    this.tokens = tokens;
    this.failures = failures;
  }

  int variables() {
    return variables.size();
  }

  /// Leaves only the first `count` variables.
  void forget(int count) {
    variables.subList(count, variables.size()).clear();
  }

  /// A pipeline.
  ///
  /// @param context its construct, for messages
  Pipe read(String context, Token.Type end) {
    int at = tokens.peekNonSpace().at();
    var declared = new ArrayList<Variable>();
    boolean assigns = declarations(context, declared);
    var commands = new ArrayList<Command>();
    Token token = tokens.nextNonSpace();
    while (token.type() != end) {
      if (!FIRST_WORDS.contains(token.type())) {
        throw failures.unexpected(token, context);
      }
      tokens.putBack();
      commands.add(command());
      token = tokens.nextNonSpace();
    }
    check(commands, context);
    return new Pipe(at, assigns, declared, commands);
  }

  /// Reads `$a :=`, `$a =` and `$a, $b :=`, and returns whether it was an assignment.
  private boolean declarations(String context, List<Variable> declared) {
    Token variable = tokens.peekNonSpace();
    if (variable.type() != Token.Type.VARIABLE) {
      return false;
    }
    tokens.next();
    Token after = tokens.peek();
    Token next = tokens.peekNonSpace();
    if (next.type() == Token.Type.ASSIGN || next.type() == Token.Type.DECLARE) {
      tokens.nextNonSpace();
      declare(variable, declared);
      return next.type() == Token.Type.ASSIGN;
    }
    if (next.type() == Token.Type.CHAR && next.text().equals(",")) {
      tokens.nextNonSpace();
      declare(variable, declared);
      return secondDeclaration(context, declared);
    }
    if (after.type() == Token.Type.SPACE) {
      tokens.putBack(variable, after);
    } else {
      tokens.putBack(variable);
    }
    return false;
  }

  private void declare(Token variable, List<Variable> declared) {
    declared.add(new Variable(variable.at(), names(variable.text())));
    variables.add(variable.text());
  }

  private boolean secondDeclaration(String context, List<Variable> declared) {
    if (!context.equals("range") || declared.size() >= 2) {
      throw failures.at("too many declarations in " + context);
    }
    if (!AFTER_COMMA.contains(tokens.peekNonSpace().type())) {
      throw failures.at("range can only initialize variables");
    }
    return declarations(context, declared);
  }

  private void check(List<Command> commands, String context) {
    if (commands.isEmpty()) {
      throw failures.at("missing value for " + context);
    }
    for (int i = 1; i < commands.size(); i++) {
      switch (commands.get(i).words().getFirst()) {
        case TemplateNode.Dot dot -> throw notExecutable(i);
        case TemplateNode.Literal literal -> throw notExecutable(i);
        case TemplateNode.Field field -> {}
        case TemplateNode.Chain chain -> {}
        case TemplateNode.Function function -> {}
        case Variable variable -> {}
        case Pipe pipe -> {}
      }
    }
  }

  private TemplateException notExecutable(int index) {
    return failures.at("non executable command in pipeline stage " + (index + 1));
  }

  private Command command() {
    int at = tokens.peekNonSpace().at();
    var words = new ArrayList<Operand>();
    boolean more = true;
    while (more) {
      tokens.peekNonSpace();
      readOperand(words);
      Token token = tokens.next();
      more = token.type() == Token.Type.SPACE;
      if (token.type() == Token.Type.RIGHT_DELIMITER || token.type() == Token.Type.RIGHT_PAREN) {
        tokens.putBack();
      } else if (!more && token.type() != Token.Type.PIPE) {
        throw failures.unexpected(token, "operand");
      }
    }
    if (words.isEmpty()) {
      throw failures.at("empty command");
    }
    return new Command(at, words);
  }

  private void readOperand(List<Operand> words) {
    Token token = tokens.nextNonSpace();
    if (!FIRST_WORDS.contains(token.type())) {
      tokens.putBack();
      return;
    }
    Operand term = term(token);
    int at = tokens.peek().at();
    var fields = new ArrayList<String>();
    while (tokens.peek().type() == Token.Type.FIELD) {
      fields.add(tokens.next().text().substring(1));
    }
    words.add(fields.isEmpty() ? term : chain(at, term, fields));
  }

  private Operand chain(int at, Operand term, List<String> fields) {
    return switch (term) {
      case TemplateNode.Field(int first, List<String> names) ->
          new TemplateNode.Field(at, joined(names, fields));
      case Variable(int first, List<String> names) -> new Variable(at, joined(names, fields));
      case TemplateNode.Function function -> new TemplateNode.Chain(at, term, fields);
      case Pipe pipe -> new TemplateNode.Chain(at, term, fields);
      case TemplateNode.Chain chain -> throw fieldless(chain);
      case TemplateNode.Dot dot -> throw fieldless(dot);
      case TemplateNode.Literal literal -> throw fieldless(literal);
    };
  }

  private TemplateException fieldless(Operand term) {
    return failures.at("unexpected . after term " + ByteText.decode(Quoted.quote(term.shown())));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static List<String> names(String text) {
    return List.of(text.split("\\.", -1));
  }

  private Operand term(Token token) {
    int at = token.at();
    return switch (token.type()) {
      case IDENTIFIER -> function(token);
      case DOT -> new TemplateNode.Dot(at);
      case NIL -> new TemplateNode.Nil(at);
      case VARIABLE -> variable(token);
      case FIELD -> new TemplateNode.Field(at, names(token.text().substring(1)));
      case BOOL -> new TemplateNode.Bool(at, token.text().equals("true"));
      case CHAR_CONSTANT, COMPLEX, NUMBER -> number(token);
      case LEFT_PAREN -> parenthesized();
      case RAW_STRING, STRING ->
          new TemplateNode.Quote(
              at,
              token.text(),
              Quoted.unquote(token.text()).orElseThrow(() -> failures.at("invalid syntax")));
      default -> throw failures.unexpected(token, "operand");
    };
  }

  private Operand function(Token token) {
    if (!Functions.NAMES.contains(token.text())) {
      throw failures.at("function " + ByteText.decode(Quoted.quote(token.text())) + " not defined");
    }
    return new TemplateNode.Function(token.at(), token.text());
  }

  private Operand variable(Token token) {
    if (!variables.contains(token.text())) {
      throw failures.at("undefined variable " + ByteText.decode(Quoted.quote(token.text())));
    }
    return new Variable(token.at(), List.of(token.text()));
  }

  private Operand number(Token token) {
    try {
      return token.type() == Token.Type.CHAR_CONSTANT
          ? NumberSyntax.character(token.at(), token.text())
          : NumberSyntax.read(token.at(), token.text());
    } catch (TemplateException e) {
      throw failures.at(String.valueOf(e.getMessage()));
    }
  }

  private Operand parenthesized() {
    if (depth >= MAX_DEPTH) {
      throw failures.at("max expression depth exceeded");
    }
    depth++;
    Pipe pipe = read("parenthesized pipeline", Token.Type.RIGHT_PAREN);
    depth--;
    return pipe;
  }
}
