package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Boxed;
import dev.japply.golang.GoValue.Int;
import dev.japply.golang.GoValue.Integral;
import dev.japply.golang.GoValue.Invalid;
import dev.japply.golang.GoValue.Slice;
import dev.japply.golang.GoValue.Text;
import dev.japply.golang.GoValue.Uint8;
import dev.japply.golang.TemplateNode.Branch;
import dev.japply.golang.TemplateNode.Sequence;
import dev.japply.golang.TemplateNode.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/// One use of a template: walks its parts and writes.
final class TemplateExecution {
  /// The maximum depth of nested template calls; Go's is higher.
  private static final int MAX_DEPTH = 500;

  private final String source;
  private final Map<String, Sequence> templates;
  private final boolean allowMissing;
  private final StringBuilder out;
  private int depth;

  TemplateExecution(
      String source, Map<String, Sequence> templates, boolean allowMissing, StringBuilder out) {
    this.source = source;
    this.templates = templates;
    this.allowMissing = allowMissing;
    this.out = out;
  }

  /// The outcome of a part.
  private enum Flow {
    ON,
    BREAK,
    CONTINUE
  }

  /// Writes what the main template makes of `value`.
  void start(GoValue value) {
    Sequence main = templates.getOrDefault(TemplateException.NAME, new Sequence(0, List.of()));
    new Body(new Scope(source, TemplateException.NAME, allowMissing, value)).walk(value, main);
  }

  /// One template at work, with its variables.
  private final class Body {
    private final Scope scope;
    private final Evaluation values;

    Body(Scope scope) {
      this.scope = scope;
      this.values = new Evaluation(scope);
    }

    Flow walk(GoValue dot, Statement statement) {
      scope.at(statement);
      switch (statement) {
        case Sequence sequence -> {
          return all(dot, sequence);
        }
        case TemplateNode.Text text -> out.append(text.shown());
        case TemplateNode.Action action -> action(dot, action);
        case Branch branch -> {
          return branch.word().equals("range") ? range(dot, branch) : branch(dot, branch);
        }
        case TemplateNode.Call call -> call(dot, call);
        case TemplateNode.Jump jump -> {
          return jump.word().equals("break") ? Flow.BREAK : Flow.CONTINUE;
        }
      }
      return Flow.ON;
    }

    private Flow all(GoValue dot, Sequence sequence) {
      for (Statement part : sequence.nodes()) {
        Flow flow = walk(dot, part);
        if (flow != Flow.ON) {
          return flow;
        }
      }
      return Flow.ON;
    }

    private void action(GoValue dot, TemplateNode.Action action) {
      GoValue value = values.pipe(dot, action.pipe());
      if (action.pipe().variables().isEmpty()) {
        out.append(value instanceof Invalid ? "<no value>" : GoFormat.text(value));
      }
    }

    private Flow branch(GoValue dot, Branch branch) {
      int mark = scope.mark();
      GoValue value = values.pipe(dot, branch.pipe());
      Flow flow = Flow.ON;
      if (Truthiness.of(value)) {
        flow = walk(branch.word().equals("with") ? value : dot, branch.then());
      } else if (branch.otherwise() != null) {
        flow = walk(dot, branch.otherwise());
      }
      scope.forget(mark);
      return flow;
    }

    private Flow range(GoValue dot, Branch branch) {
      int mark = scope.mark();
      GoValue value = values.pipe(dot, branch.pipe());
      boolean some =
          switch (value) {
            case Int number -> numbers(branch, number, n -> new Int(n, number.type()));
            case Uint8 number -> numbers(branch, number, Uint8::new);
            case Slice slice -> items(branch, slice);
            case GoValue.Map map -> entries(branch, map);
            case Invalid() -> false;
            case Boxed boxed -> throw notIterable(boxed);
            case Basic basic -> throw notIterable(basic);
          };
      Flow flow = Flow.ON;
      if (!some && branch.otherwise() != null) {
        flow = walk(dot, branch.otherwise());
      }
      scope.forget(mark);
      return flow == Flow.BREAK ? Flow.ON : flow;
    }

    private TemplateException notIterable(GoValue value) {
      return scope.failure("range can't iterate over a " + value.typeName());
    }

    private boolean numbers(Branch branch, Integral end, LongFunction<GoValue> number) {
      if (branch.pipe().variables().size() > 1) {
        throw scope.failure(
            "can't use an " + end.typeName() + " to iterate over more than one variable");
      }
      for (long i = 0; i < end.value(); i++) {
        if (round(branch, GoConstants.INVALID, number.apply(i)) == Flow.BREAK) {
          break;
        }
      }
      return end.value() > 0;
    }

    private boolean items(Branch branch, Slice slice) {
      int index = 0;
      for (GoValue item : slice.items()) {
        if (round(branch, GoValue.integer(index++), item) == Flow.BREAK) {
          break;
        }
      }
      return !slice.items().isEmpty();
    }

    private boolean entries(Branch branch, GoValue.Map map) {
      for (Map.Entry<String, GoValue> entry : map.entries().entrySet()) {
        if (round(branch, new Text(entry.getKey()), entry.getValue()) == Flow.BREAK) {
          break;
        }
      }
      return !map.entries().isEmpty();
    }

    private Flow round(Branch branch, GoValue index, GoValue item) {
      List<TemplateNode.Variable> variables = branch.pipe().variables();
      boolean two = variables.size() > 1;
      if (branch.pipe().assigns()) {
        scope.set(variables.getFirst().names().getFirst(), two ? index : item);
        if (two) {
          scope.set(variables.get(1).names().getFirst(), item);
        }
      } else if (!variables.isEmpty()) {
        // The pipeline has just declared them, the item last. They are set by place, as in Go,
        // since
        // both may have one name.
        scope.setFromTop(1, item);
        if (two) {
          scope.setFromTop(2, index);
        }
      }
      // What a round declares ends with it; what range itself declares stays for the next one.
      int mark = scope.mark();
      Flow flow = walk(item, branch.then());
      scope.forget(mark);
      return flow;
    }

    private void call(GoValue dot, TemplateNode.Call call) {
      Sequence body = templates.get(call.name());
      if (body == null) {
        String name = ByteText.decode(Quoted.quote(call.name()));
        throw scope.failure("template " + name + " not defined");
      }
      if (depth == MAX_DEPTH) {
        throw scope.failure("exceeded maximum template depth (" + MAX_DEPTH + ")");
      }
      GoValue argument = call.pipe() == null ? GoConstants.INVALID : values.pipe(dot, call.pipe());
      depth++;
      new Body(new Scope(source, call.name(), allowMissing, argument)).walk(argument, body);
      depth--;
    }
  }
}
