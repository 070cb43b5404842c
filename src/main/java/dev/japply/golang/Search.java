package dev.japply.golang;

import dev.japply.golang.GoValue.Basic;
import dev.japply.golang.GoValue.Bool;
import dev.japply.golang.GoValue.Text;
import java.util.ArrayList;
import java.util.List;

/// One execution of a template: evaluates its parts, and repeats the parts between `range` and
/// `end`.
///
/// As in kubectl, execution continues after the last `end` that it met. Without an `end` it repeats
/// the rest of the template.
final class Search {
  private static final int NONE = -1;

  private final List<JsonPathNode> nodes;
  private final Steps steps;
  private int opening;
  private int open;
  private int closing;
  private int lastEnd = NONE;

  Search(List<JsonPathNode> nodes, Steps steps) {
    this.nodes = nodes;
    this.steps = steps;
  }

  /// The results of each part.
  List<List<GoValue>> find(GoValue value) {
    return find(0, value);
  }

  private List<List<GoValue>> find(int first, GoValue value) {
    var results = new ArrayList<List<GoValue>>();
    for (int i = first; i < nodes.size(); i++) {
      List<GoValue> found = walk(List.of(value), nodes.get(i));
      if (closing > 0 && closing <= open) {
        closing--;
        lastEnd = i;
        break;
      }
      if (opening > 0) {
        opening--;
        results.addAll(repeat(i + 1, found));
        i = lastEnd > i ? lastEnd : i;
      } else {
        results.add(found);
      }
    }
    return results;
  }

  /// Evaluates the parts from `first` on for each of `values`.
  private List<List<GoValue>> repeat(int first, List<GoValue> values) {
    open++;
    var results = new ArrayList<List<GoValue>>();
    for (GoValue value : values) {
      results.addAll(find(first, value.unboxed()));
    }
    if (values.isEmpty()) {
      find(first, GoConstants.INVALID); // to find the end
    }
    open--;
    return results;
  }

  private List<GoValue> walk(List<GoValue> input, JsonPathNode node) {
    return switch (node) {
      case JsonPathNode.Sequence sequence -> all(input, sequence);
      case JsonPathNode.Text(String bytes) -> List.of(new Text(bytes));
      case JsonPathNode.Constant(GoValue value) -> input.stream().map(each -> value).toList();
      case JsonPathNode.Field(String name) -> steps.field(input, name);
      case JsonPathNode.Slice slice -> steps.slice(input, slice);
      case JsonPathNode.Filter filter -> filter(input, filter);
      case JsonPathNode.Union union -> union(input, union);
      case JsonPathNode.Wildcard wildcard -> Steps.wildcard(input);
      case JsonPathNode.Descent descent -> Steps.descent(input);
      case JsonPathNode.Word(String name) -> word(input, name);
    };
  }

  private List<GoValue> all(List<GoValue> input, JsonPathNode.Sequence sequence) {
    List<GoValue> current = input;
    for (JsonPathNode node : sequence.nodes()) {
      current = walk(current, node);
    }
    return current;
  }

  private List<GoValue> union(List<GoValue> input, JsonPathNode.Union union) {
    var results = new ArrayList<GoValue>();
    union.choices().forEach(choice -> results.addAll(all(input, choice)));
    return results;
  }

  private List<GoValue> word(List<GoValue> input, String name) {
    return switch (name) {
      case "range" -> {
        opening++;
        yield input;
      }
      case "end" -> {
        if (open == 0) {
          throw new JsonPathException("not in range, nothing to end");
        }
        closing++;
        yield List.of();
      }
      default -> throw new JsonPathException("unrecognized identifier " + ByteText.decode(name));
    };
  }

  private List<GoValue> filter(List<GoValue> input, JsonPathNode.Filter filter) {
    var results = new ArrayList<GoValue>();
    for (GoValue value : input) {
      for (GoValue item : Steps.items(value)) {
        if (passes(item, filter)) {
          results.add(item);
        }
      }
    }
    return results;
  }

  private boolean passes(GoValue item, JsonPathNode.Filter filter) {
    if (filter.operator().equals(JsonPathNode.Filter.EXISTS)) {
      return exists(item, filter.left());
    }
    List<GoValue> left = one(all(List.of(item), filter.left()));
    List<GoValue> right = left.isEmpty() ? left : one(all(List.of(item), filter.right()));
    return !right.isEmpty()
        && JsonPathComparison.holds(
            left.getFirst().unboxed(), filter.operator(), right.getFirst().unboxed());
  }

  private boolean exists(GoValue item, JsonPathNode.Sequence path) {
    try {
      return !all(List.of(item), path).isEmpty();
    } catch (JsonPathException e) {
      return false;
    }
  }

  private static List<GoValue> one(List<GoValue> values) {
    if (values.size() > 1) {
      throw new JsonPathException("can only compare one element at a time");
    }
    return values;
  }

  /// The comparisons of filters: of two strings, two booleans, two integers or two fractions.
  private static final class JsonPathComparison {
    private static final String INCOMPARABLE = "invalid type for comparison";

    private JsonPathComparison() {}

    static boolean holds(GoValue left, String operator, GoValue right) {
      return switch (operator) {
        case "==" -> equal(left, right);
        case "!=" -> !equal(left, right);
        case "<" -> order(left, right) < 0;
        case ">" -> order(left, right) > 0;
        case "<=" -> order(left, right) <= 0;
        case ">=" -> order(left, right) >= 0;
        default ->
            throw new JsonPathException(
                "unrecognized filter operator " + ByteText.decode(operator));
      };
    }

    private static boolean equal(GoValue left, GoValue right) {
      if (left instanceof Bool(boolean a) && right instanceof Bool(boolean b)) {
        return a == b;
      }
      return compare(left, right) == 0;
    }

    private static int order(GoValue left, GoValue right) {
      if (left instanceof Bool && right instanceof Bool) {
        throw new JsonPathException(INCOMPARABLE);
      }
      return compare(left, right);
    }

    private static int compare(GoValue left, GoValue right) {
      return KindComparison.compare(left, right)
          .orElseThrow(() ->
              new JsonPathException(
                  left instanceof Basic && right instanceof Basic
                      ? "incompatible types for comparison"
                      : INCOMPARABLE));
    }
  }
}
