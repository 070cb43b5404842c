package dev.japply.plan;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.FloatValue;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A reference to a field, such as `spec.replicas`, `metadata.annotations[example.com/a]` or
/// `spec.template.spec.containers[name=web].image`. Brackets hold a key of a map, or the keys or
/// value of a list item.
///
/// @param text the reference as written
public record FieldReference(String text, List<Step> steps) {
  public FieldReference {
    steps = List.copyOf(steps);
  }

  /// A step of the path.
  record Step(String text, boolean bracketed) {

    /// The keys and values of `name=web,port=80`; empty when it has none.
    List<String[]> pairs() {
      List<String[]> pairs =
          List.of(text.split(",", -1)).stream().map(p -> p.split("=", 2)).toList();
      return pairs.stream().allMatch(pair -> pair.length == 2) ? pairs : List.of();
    }

    boolean matches(Value item) {
      return matches(item, pairs());
    }

    /// Returns the identity of an item that matches: its keys, or the item itself.
    private Value identity(Value item) {
      Value identity = item;
      if (item instanceof MapValue map) {
        MapValue keys = MapValue.EMPTY;
        for (String[] key : pairs()) {
          keys = map.get(key[0]) instanceof Value value ? keys.with(key[0], value) : keys;
        }
        identity = keys;
      }
      return identity;
    }

    private boolean matches(Value item, List<String[]> keys) {
      if (item instanceof MapValue map) {
        for (String[] key : keys) {
          if (!is(map.get(key[0]), key[1])) {
            return false;
          }
        }
        return !keys.isEmpty();
      }
      return is(item, text);
    }

    /// Returns the places of the items that match, in the order of `list`.
    List<Integer> places(ListValue list) {
      List<String[]> keys = pairs(); // for all items: to read them takes longer than to compare
      return identities(keys).stream()
          .flatMap(identity -> list.places(identity).stream())
          .distinct()
          .sorted()
          .filter(place -> matches(list.items().get(place), keys))
          .toList();
    }

    /// Returns the possible forms of an item that matches: the text of `80` and `"80"` is the same.
    private List<Value> identities(List<String[]> keys) {
      var identities = new ArrayList<>(values(text));
      List<MapValue> maps = List.of(MapValue.EMPTY);
      for (String[] key : keys) {
        maps =
            maps.stream()
                .flatMap(map -> values(key[1]).stream().map(value -> map.with(key[0], value)))
                .toList();
      }
      if (!keys.isEmpty()) {
        identities.addAll(maps);
      }
      return identities;
    }

    private static List<Value> values(String text) {
      var values = new ArrayList<Value>(List.of(Value.text(text)));
      try {
        Value read = Json.parse(text);
        values.add(read);
        if (read instanceof IntValue(long number)) {
          values.add(new FloatValue(number));
        }
      } catch (JsonSyntaxException e) {
        // it is a text only
      }
      return values;
    }

    private static boolean is(Node node, String text) {
      return node instanceof StringValue(String own)
          ? own.equals(text)
          : node instanceof Value value && GoJson.write(value).equals(text);
    }
  }

  /// Parses a reference.
  ///
  /// @throws JapplyException if `text` is not a reference
  public static FieldReference parse(String text) {
    var parser = new Parser(text);
    return new FieldReference(text, parser.steps());
  }

  /// Returns the path in `tree`; empty if `tree` does not have the field.
  ///
  /// @throws JapplyException if several items of a list match
  public Optional<FieldPath> find(Node tree) {
    FieldPath at = FieldPath.root();
    for (Step step : steps) {
      Optional<FieldPath> next = next(at, at.in(tree), step);
      if (next.isEmpty()) {
        return next;
      }
      at = next.get();
    }
    return Optional.of(at);
  }

  /// Returns the path in `tree` with list items by their keys, so that it names the same field in
  /// another tree; empty if `tree` does not have the field.
  ///
  /// @throws JapplyException if several items of a list match
  Optional<FieldPath> findNamed(Node tree) {
    FieldPath at = FieldPath.root();
    for (Step step : steps) {
      Node node = at.in(tree);
      Optional<FieldPath> next = next(at, node, step);
      if (next.isEmpty()) {
        return next;
      }
      at =
          next.get() instanceof FieldPath.Index(FieldPath list, int index)
                  && node instanceof ListValue items
              ? list.item(step.identity(items.items().get(index)))
              : next.get();
    }
    return Optional.of(at);
  }

  private Optional<FieldPath> next(FieldPath at, Node node, Step step) {
    if (node instanceof MapValue map) {
      return map.has(step.text()) ? Optional.of(at.key(step.text())) : Optional.empty();
    }
    return node instanceof ListValue list && step.bracketed()
        ? item(list, step).map(at::index)
        : Optional.empty();
  }

  /// Returns the number of the item of `list` that matches `step`; empty if there is none.
  Optional<Integer> item(ListValue list, Step step) {
    List<Integer> found = step.places(list);
    if (found.size() > 1) {
      throw new JapplyException(
          problem(
              "[" + step.text() + "] is true of " + found.size() + " items",
              "name more keys, as in ports[port=53,protocol=UDP]"));
    }
    return found.stream().findFirst();
  }

  Problem problem(String what, String hint) {
    return problem(text, what, hint);
  }

  private static Problem problem(String field, String what, String hint) {
    return Problem.error(Origin.NONE, "field \"" + field + "\": " + what, hint);
  }

  /// Parses a reference from left to right.
  private static final class Parser {
    private final String text;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    Parser(String text) {
      this.text = text;
    }

    List<Step> steps() {
      if (text.startsWith(".")) {
        at++;
      }
      while (at < text.length()) {
        if (text.charAt(at) == '[') {
          steps.add(new Step(bracketed(), true));
          if (at < text.length() && text.charAt(at) == '.') {
            at++;
            require(at < text.length());
          }
        } else {
          steps.add(new Step(name(), false));
        }
      }
      require(!steps.isEmpty());
      return steps;
    }

    private String name() {
      int start = at;
      while (at < text.length() && ".[".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String name = text.substring(start, at);
      require(!name.isEmpty());
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        require(at < text.length());
      }
      return name;
    }

    private String bracketed() {
      int start = at + 1;
      char quote = start < text.length() ? text.charAt(start) : ']';
      boolean quoted = quote == '"' || quote == '\'';
      int end = text.indexOf(quoted ? quote + "]" : "]", quoted ? start + 1 : start);
      require(end > start);
      at = end + (quoted ? 2 : 1);
      return text.substring(quoted ? start + 1 : start, end);
    }

    private void require(boolean wellFormed) {
      if (!wellFormed) {
        throw new JapplyException(
            problem(
                text,
                "this is no name of a field",
                "write it as spec.template.spec.containers[name=web].image"));
      }
    }
  }
}
