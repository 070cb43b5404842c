package dev.japply.golang;

import dev.japply.golang.Functions.Kind;
import dev.japply.golang.Functions.Signature;
import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.TemplateNode.Command;
import dev.japply.golang.TemplateNode.Literal;
import dev.japply.golang.TemplateNode.Operand;
import dev.japply.golang.TemplateNode.Pipe;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of pipelines.
record Evaluation(Scope scope) {

  /// The value of a pipeline, out of its interface; variables that it declares are set.
  GoValue pipe(GoValue dot, Pipe pipe) {
    scope.at(pipe);
    GoValue last = null;
    for (Command command : pipe.commands()) {
      // Every stage takes its value out of the interface: a nil in one is then nothing at all, and
      // the next stage gets no value.
      last = command(dot, command, last).unboxed();
    }
    GoValue value = last == null ? GoConstants.INVALID : last;
    for (TemplateNode.Variable variable : pipe.variables()) {
      String name = variable.names().getFirst();
      if (pipe.assigns()) {
        scope.set(name, value);
      } else {
        scope.add(name, value);
      }
    }
    return value;
  }

  /// @param last the value of the stage before; null in the first one
  private GoValue command(GoValue dot, Command command, @Nullable GoValue last) {
    Operand first = command.words().getFirst();
    boolean arguments = command.words().size() > 1 || last != null;
    return switch (first) {
      case TemplateNode.Field field -> field(dot, field, arguments);
      case TemplateNode.Chain chain -> chain(dot, chain, arguments);
      case TemplateNode.Function function -> call(dot, function, command, last);
      case Pipe pipe -> {
        noArguments(first, arguments);
        yield pipe(dot, pipe);
      }
      case TemplateNode.Variable variable -> variable(variable, arguments);
      case TemplateNode.Dot here -> {
        scope.at(here);
        noArguments(here, arguments);
        yield dot;
      }
      case Literal literal -> {
        scope.at(literal);
        noArguments(literal, arguments);
        yield constant(literal);
      }
    };
  }

  private void noArguments(Operand word, boolean arguments) {
    if (arguments) {
      throw scope.failure("can't give argument to non-function " + ByteText.decode(word.shown()));
    }
  }

  private GoValue constant(Literal literal) {
    scope.at(literal);
    return switch (literal) {
      case TemplateNode.Bool bool -> GoValue.bool(bool.value());
      case TemplateNode.Quote quote -> new Text(quote.value());
      case TemplateNode.Numeral number ->
          switch (number.kind()) {
            case INT -> GoValue.integer(number.integer());
            case FLOAT -> new GoValue.Float64(number.fraction());
            case TOO_LARGE -> throw scope.failure(number.shown() + " overflows int");
          };
      case TemplateNode.Nil nil -> throw scope.failure("nil is not a command");
    };
  }

  private GoValue field(GoValue dot, TemplateNode.Field field, boolean arguments) {
    scope.at(field);
    return fields(dot, field.names(), arguments);
  }

  private GoValue chain(GoValue dot, TemplateNode.Chain chain, boolean arguments) {
    scope.at(chain);
    return fields(argument(dot, null, chain.of()), chain.names(), arguments);
  }

  private GoValue variable(TemplateNode.Variable variable, boolean arguments) {
    scope.at(variable);
    GoValue value = scope.get(variable.names().getFirst());
    List<String> fields = variable.names().subList(1, variable.names().size());
    if (fields.isEmpty()) {
      noArguments(new TemplateNode.Variable(variable.at(), variable.names()), arguments);
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
    return switch (value) {
      case Invalid() when scope.allowMissing() -> GoConstants.INVALID;
      case Invalid() ->
          throw scope.failure("nil data; no entry for key " + ByteText.decode(Quoted.quote(name)));
      case Boxed(Invalid()) -> throw scope.failure("nil pointer evaluating interface {}." + shown);
      case Boxed(GoValue.Map map) -> entry(map, name, arguments);
      case GoValue.Map map -> entry(map, name, arguments);
      case Boxed boxed -> throw noFields(boxed, shown);
      case Basic basic -> throw noFields(basic, shown);
      case GoValue.Slice slice -> throw noFields(slice, shown);
    };
  }

  private GoValue entry(GoValue.Map map, String key, boolean arguments) {
    if (arguments) {
      throw scope.failure(ByteText.decode(key) + " is not a method but has arguments");
    }
    GoValue found = map.entries().getOrDefault(key, GoConstants.INVALID);
    // A nil in the map is a Boxed value and counts as found; only an absent entry is missing.
    if (found instanceof Invalid && !scope.allowMissing()) {
      throw scope.failure("map has no entry for key " + ByteText.decode(Quoted.quote(key)));
    }
    return found;
  }

  private TemplateException noFields(GoValue value, String field) {
    return scope.failure("can't evaluate field " + field + " in type " + value.typeName());
  }

  private GoValue call(
      GoValue dot, TemplateNode.Function function, TemplateNode shown, @Nullable GoValue last) {
    scope.at(function);
    String name = function.shown();
    Signature signature = Functions.signature(name);
    List<Operand> words = shown instanceof Command command ? command.words() : List.of(function);
    List<Operand> arguments = words.subList(1, words.size());
    signature
        .problem(name, arguments.size(), last != null)
        .ifPresent(problem -> {
          throw scope.failure(problem);
        });
    if (name.equals("and") || name.equals("or")) {
      return firstThat(name.equals("or"), dot, arguments, last);
    }
    var values = new ArrayList<GoValue>();
    for (Operand argument : arguments) {
      values.add(argument(dot, signature.kind(values.size()), argument));
    }
    if (last != null) {
      values.add(checked(last, signature.kind(values.size())));
    }
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

  private static String calleeName(List<Operand> arguments, @Nullable GoValue last) {
    if (!arguments.isEmpty()) {
      return ByteText.decode(arguments.getFirst().shown());
    }
    return last == null || last instanceof Invalid
        ? "<invalid Value>"
        : "<" + last.typeName() + " Value>";
  }

  /// The first argument that is true, or false; else the last one.
  private GoValue firstThat(
      boolean truth, GoValue dot, List<Operand> arguments, @Nullable GoValue last) {
    GoValue value = GoConstants.INVALID;
    for (Operand argument : arguments) {
      // One by one: arguments after the deciding one are not evaluated, and so cannot fail.
      value = argument(dot, Functions.Kind.VALUE, argument);
      if (Truthiness.of(value.unboxed()) == truth) {
        return value;
      }
    }
    return last == null ? value : last;
  }

  /// Returns the value of an argument, converted for the parameter.
  ///
  /// @param kind the kind of the parameter; null for a value before fields
  private GoValue argument(GoValue dot, @Nullable Kind kind, Operand operand) {
    scope.at(operand);
    GoValue value =
        switch (operand) {
          case TemplateNode.Dot here -> dot;
          case TemplateNode.Nil nil when kind == Kind.STRING ->
              throw scope.failure("cannot assign nil to string");
          case TemplateNode.Nil nil when kind == Kind.VALUE -> GoConstants.INVALID;
          case TemplateNode.Nil nil -> GoConstants.NIL;
          case TemplateNode.Field field -> field(dot, field, false);
          case TemplateNode.Variable variable -> variable(variable, false);
          case Pipe pipe -> pipe(dot, pipe);
          case TemplateNode.Function function -> call(dot, function, function, null);
          case TemplateNode.Chain chain -> chain(dot, chain, false);
          case TemplateNode.Quote quote -> constant(quote);
          case Literal other when kind == Kind.STRING ->
              throw scope.failure("expected string; found " + other.shown());
          case Literal literal -> constant(literal);
        };
    return kind == null ? value : checked(value, kind);
  }

  private GoValue checked(GoValue value, Kind kind) {
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
