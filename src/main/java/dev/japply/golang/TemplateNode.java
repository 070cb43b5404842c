package dev.japply.golang;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A part of a template. Texts are byte texts.
sealed interface TemplateNode {
  /// Returns the position of the part for messages, in bytes from 0.
  int at();

  /// The part as messages show it.
  String shown();

  /// A part that writes, or controls the output.
  sealed interface Statement extends TemplateNode {}

  sealed interface Operand extends TemplateNode {}

  /// A constant in the template itself.
  sealed interface Literal extends Operand {}

  /// Parts one after another.
  record Sequence(int at, List<Statement> nodes) implements Statement {
    public Sequence {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String shown() {
      return nodes.stream().map(TemplateNode::shown).collect(Collectors.joining());
    }
  }

  record Text(int at, String shown) implements Statement {}

  /// A pipeline whose value is printed, or that sets variables.
  record Action(int at, Pipe pipe) implements Statement {
    @Override
    public String shown() {
      return "{{" + pipe.shown() + "}}";
    }
  }

  /// `if`, `with` or `range`.
  record Branch(int at, String word, Pipe pipe, Sequence then, @Nullable Sequence otherwise)
      implements Statement {
    @Override
    public String shown() {
      String end = (otherwise == null ? "" : "{{else}}" + otherwise.shown()) + "{{end}}";
      return "{{" + word + " " + pipe.shown() + "}}" + then.shown() + end;
    }
  }

  /// `template` or `block`.
  record Call(int at, String name, @Nullable Pipe pipe) implements Statement {
    @Override
    public String shown() {
      String argument = pipe == null ? "" : " " + pipe.shown();
      return "{{template " + Quoted.quote(name) + argument + "}}";
    }
  }

  /// `break`, `continue`, and, while templates are read, `end` and `else`.
  record Jump(int at, String word) implements Statement {
    @Override
    public String shown() {
      return "{{" + word + "}}";
    }
  }

  /// A chain of commands. Each command gets the value of the command before it.
  ///
  /// @param assigns whether existing variables are set
  /// @param variables receive the value
  record Pipe(int at, boolean assigns, List<Variable> variables, List<Command> commands)
      implements Operand {
    public Pipe {
      variables = List.copyOf(variables);
      commands = List.copyOf(commands);
    }

    @Override
    public String shown() {
      String set = variables.stream().map(Variable::shown).collect(Collectors.joining(", "));
      return (set.isEmpty() ? "" : set + (assigns ? " = " : " := "))
          + commands.stream().map(Command::shown).collect(Collectors.joining(" | "));
    }
  }

  /// A value, or a function with its arguments.
  record Command(int at, List<Operand> words) implements TemplateNode {
    public Command {
      words = List.copyOf(words);
    }

    @Override
    public String shown() {
      return words.stream()
          .map(word -> word instanceof Pipe ? "(" + word.shown() + ")" : word.shown())
          .collect(Collectors.joining(" "));
    }
  }

  record Function(int at, String shown) implements Operand {}

  record Variable(int at, List<String> names) implements Operand {
    public Variable {
      names = List.copyOf(names);
    }

    @Override
    public String shown() {
      return String.join(".", names);
    }
  }

  /// The value at hand.
  record Dot(int at) implements Operand {
    @Override
    public String shown() {
      return ".";
    }
  }

  record Nil(int at) implements Literal {
    @Override
    public String shown() {
      return "nil";
    }
  }

  /// Fields of the value at hand.
  record Field(int at, List<String> names) implements Operand {
    public Field {
      names = List.copyOf(names);
    }

    @Override
    public String shown() {
      return "." + String.join(".", names);
    }
  }

  /// Fields of another value.
  record Chain(int at, Operand of, List<String> names) implements Operand {
    public Chain {
      names = List.copyOf(names);
    }

    @Override
    public String shown() {
      String first = of instanceof Pipe ? "(" + of.shown() + ")" : of.shown();
      return first + "." + String.join(".", names);
    }
  }

  /// `true` or `false`.
  record Bool(int at, boolean value) implements Literal {
    @Override
    public String shown() {
      return String.valueOf(value);
    }
  }

  /// A number.
  ///
  /// @param integer its value, if it is an [Kind#INT]
  /// @param fraction its value, if it is a [Kind#FLOAT]
  record Numeral(int at, String shown, long integer, Kind kind, double fraction)
      implements Literal {
    enum Kind {
      INT,
      FLOAT,
      /// An integer that needs all of 64 bits without a sign.
      TOO_LARGE
    }
  }

  /// A string.
  ///
  /// @param shown with its quotes
  record Quote(int at, String shown, String value) implements Literal {}
}
