package dev.japply.template;

import dev.japply.golang.ByteText;
import dev.japply.golang.GoConstants;
import dev.japply.golang.GoFormatException;
import dev.japply.golang.GoValue;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Dict;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.Quoted;
import dev.japply.template.Functions.Signature;
import dev.japply.template.Node.Command;
import dev.japply.template.Node.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The values of pipelines.
///
/// @param scope the variables
record Evaluation(Scope scope) {

  /// The value of a pipeline, out of its interface; variables that it declares are set.
  GoValue pipe(GoValue dot, Pipe pipe) {
    scope.at(pipe);
    Optional<GoValue> last = Optional.empty();
    for (Command command : pipe.commands()) {
      last = Optional.of(command(dot, command, last).unboxed());
    }
    GoValue value = last.orElse(GoConstants.INVALID);
    for (Node.Variable variable : pipe.variables()) {
      String name = variable.names().getFirst();
      if (pipe.assigns()) {
        scope.set(name, value);
      } else {
        scope.add(name, value);
      }
    }
    return value;
  }

  private GoValue command(GoValue dot, Command command, Optional<GoValue> last) {
    Node first = command.words().getFirst();
    boolean arguments = command.words().size() > 1 || last.isPresent();
    return switch (first) {
      case Node.Field field -> field(dot, field, arguments);
      case Node.Chain chain -> chain(dot, chain, arguments);
      case Node.Function function -> call(dot, function, command, last);
      case Pipe pipe -> {
        noArguments(first, arguments);
        yield pipe(dot, pipe);
      }
      case Node.Variable variable -> variable(variable, arguments);
      default -> {
        scope.at(first);
        noArguments(first, arguments);
        yield first instanceof Node.Dot ? dot : constant(first);
      }
    };
  }

  private void noArguments(Node word, boolean arguments) {
    if (arguments) {
      throw scope.failure("can't give argument to non-function " + ByteText.decode(word.shown()));
    }
  }

  private GoValue constant(Node node) {
    scope.at(node);
    return switch (node) {
      case Node.Bool bool -> GoValue.bool(bool.value());
      case Node.Quote quote -> new Text(quote.value());
      case Node.Numeral number ->
          switch (number.kind()) {
            case INT -> GoValue.whole(number.integer());
            case FLOAT -> new GoValue.Real(number.fraction());
            case TOO_LARGE -> throw scope.failure(number.shown() + " overflows int");
          };
      case Node.Nil nil -> throw scope.failure("nil is not a command");
      default -> throw scope.failure("can't evaluate command " + Quoted.quote(node.shown()));
    };
  }

  private GoValue field(GoValue dot, Node.Field field, boolean arguments) {
    scope.at(field);
    return fields(dot, field.names(), arguments);
  }

  private GoValue chain(GoValue dot, Node.Chain chain, boolean arguments) {
    scope.at(chain);
    return fields(argument(dot, Optional.empty(), chain.of()), chain.names(), arguments);
  }

  private GoValue variable(Node.Variable variable, boolean arguments) {
    scope.at(variable);
    GoValue value = scope.get(variable.names().getFirst());
    List<String> fields = variable.names().subList(1, variable.names().size());
    if (fields.isEmpty()) {
      noArguments(new Node.Variable(variable.at(), variable.names()), arguments);
      return value;
    }
    return fields(value, fields, arguments);
  }

  private GoValue fields(GoValue value, List<String> names, boolean arguments) {
    GoValue current = value;
    for (int i = 0; i < names.size(); i++) {
      current = field(current, names.get(i), arguments && i == names.size() - 1);
    }
    return current;
  }

  private GoValue field(GoValue value, String name, boolean arguments) {
    String shown = ByteText.decode(name);
    String quoted = ByteText.decode(Quoted.quote(name));
    return switch (value) {
      case Invalid() when scope.allowMissing() -> GoConstants.INVALID;
      case Invalid() -> throw scope.failure("nil data; no entry for key " + quoted);
      case Boxed(Invalid()) -> throw scope.failure("nil pointer evaluating interface {}." + shown);
      default -> {
        if (!(value.unboxed() instanceof Dict dict)) {
          throw scope.failure("can't evaluate field " + shown + " in type " + value.typeName());
        }
        if (arguments) {
          throw scope.failure(shown + " is not a method but has arguments");
        }
        GoValue found = dict.entries().getOrDefault(name, GoConstants.INVALID);
        if (found instanceof Invalid && !scope.allowMissing()) {
          throw scope.failure("map has no entry for key " + quoted);
        }
        yield found;
      }
    };
  }

  private GoValue call(GoValue dot, Node.Function function, Node shown, Optional<GoValue> last) {
    scope.at(function);
    String name = function.shown();
    Signature signature = Functions.signature(name);
    List<Node> words = shown instanceof Command command ? command.words() : List.of(function);
    List<Node> arguments = words.subList(1, words.size());
    signature
        .problem(name, arguments.size(), last.isPresent())
        .ifPresent(problem -> {
          throw scope.failure(problem);
        });
    if (name.equals("and") || name.equals("or")) {
      return firstThat(name.equals("or"), dot, arguments, last);
    }
    var values = new ArrayList<GoValue>();
    for (Node argument : arguments) {
      values.add(argument(dot, Optional.of(signature.kind(values.size())), argument));
    }
    last.ifPresent(value -> values.add(checked(value, signature.kind(values.size()))));
    try {
      if (name.equals("call")) {
        throw Functions.uncallable(values.getFirst(), calleeName(arguments, last));
      }
      return Functions.call(name, values);
    } catch (CallException | GoFormatException e) {
      scope.at(shown);
      throw scope.failure("error calling " + name + ": " + e.getMessage());
    }
  }

  private static String calleeName(List<Node> arguments, Optional<GoValue> last) {
    if (!arguments.isEmpty()) {
      return ByteText.decode(arguments.getFirst().shown());
    }
    GoValue value = last.orElse(GoConstants.INVALID);
    return switch (value) {
      case Invalid() -> "<invalid Value>";
      default -> "<" + value.typeName() + " Value>";
    };
  }

  /// The first argument that is true, or false; else the last one.
  private GoValue firstThat(
      boolean truth, GoValue dot, List<Node> arguments, Optional<GoValue> last) {
    GoValue value = GoConstants.INVALID;
    for (Node argument : arguments) {
      value = argument(dot, Optional.of(Functions.Kind.VALUE), argument);
      if (Truth.of(value.unboxed()) == truth) {
        return value;
      }
    }
    return last.orElse(value);
  }

  /// The value of an argument, fit for a parameter; without one, of what stands before fields.
  private GoValue argument(GoValue dot, Optional<Functions.Kind> kind, Node node) {
    scope.at(node);
    GoValue value =
        switch (node) {
          case Node.Dot here -> dot;
          case Node.Nil nil when kind.equals(Optional.of(Functions.Kind.STRING)) ->
              throw scope.failure("cannot assign nil to string");
          case Node.Nil nil when kind.equals(Optional.of(Functions.Kind.VALUE)) ->
              GoConstants.INVALID;
          case Node.Nil nil -> GoConstants.NIL;
          case Node.Field field -> field(dot, field, false);
          case Node.Variable variable -> variable(variable, false);
          case Pipe pipe -> pipe(dot, pipe);
          case Node.Function function -> call(dot, function, function, Optional.empty());
          case Node.Chain chain -> chain(dot, chain, false);
          case Node.Quote quote -> constant(quote);
          case Node other when kind.equals(Optional.of(Functions.Kind.STRING)) ->
              throw scope.failure("expected string; found " + other.shown());
          default -> constant(node);
        };
    return kind.map(wanted -> checked(value, wanted)).orElse(value);
  }

  private GoValue checked(GoValue value, Functions.Kind kind) {
    return switch (kind) {
      case VALUE -> value;
      case ANY -> value instanceof Invalid ? GoConstants.NIL : value;
      case STRING -> string(value);
    };
  }

  private GoValue string(GoValue value) {
    if (value instanceof Invalid) {
      throw scope.failure("invalid value; expected string");
    }
    if (!(value.unboxed() instanceof Text text)) {
      GoValue shown = value.present() ? value.unboxed() : value;
      throw scope.failure("wrong type for value; expected string; got " + shown.typeName());
    }
    return text;
  }
}
