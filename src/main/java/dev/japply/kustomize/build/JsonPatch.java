package dev.japply.kustomize.build;

import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.SizeLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.PositionedValue;
import dev.japply.yaml.PositionedValue.Fields;
import dev.japply.yaml.PositionedValue.Items;
import dev.japply.yaml.SecretLines;
import dev.japply.yaml.SyntaxFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A JSON patch (RFC 6902) with the semantics of kustomize's library: indexes may count from the
/// end, a `replace` creates missing fields, and a missing value is null.
final class JsonPatch {
  private static final Set<String> KINDS =
      Set.of("add", "remove", "replace", "move", "test", "copy");

  private static final String CORRECT = "correct the path, or remove the operation";

  private final List<Operation> operations;

  private JsonPatch(List<Operation> operations) {
    this.operations = List.copyOf(operations);
  }

  private record Operation(MapValue fields, Origin place, Function<FieldPath, LineRange> lines) {
    String text(String field) {
      return fields.text(field);
    }

    Value value() {
      return fields.get("value") instanceof Value value ? value : Value.NULL;
    }

    JapplyException refused(String what, String hint) {
      return new JapplyException(place, what, hint);
    }
  }

  /// The patch in `content`.
  ///
  /// @throws JapplyException when there is none
  static JsonPatch parse(FileContent content) {
    var roots = new ArrayList<PositionedValue>();
    var failed =
        DocumentStream.readAsItEnds(
                content.name(), content.text(), entry -> roots.add(entry.root()))
            .map(failure -> new JapplyException(unread(content, failure)));
    if (failed.isPresent()) {
      throw failed.get();
    }
    var operations = new ArrayList<Operation>();
    if (!roots.isEmpty()) {
      if (!(roots.getFirst()
          instanceof Items(List<PositionedValue> items, PositionedValue.TextPosition place))) {
        throw new JapplyException(
            origin(content, roots.getFirst().place()),
            "a JSON patch must be a list of operations",
            "begin each with -, and give it op and path");
      }
      items.forEach(item -> operations.add(operation(content, item)));
    }
    return new JsonPatch(operations);
  }

  private static Problem unread(FileContent content, SyntaxFailure failure) {
    Origin place = origin(content, failure.place());
    String what = String.valueOf(failure.getMessage());
    return SecretLines.ofPatch(content.text())
        .unread(failure.place().line(), Problem.error(place, what, failure.hint()));
  }

  private static Origin origin(FileContent content, PositionedValue.TextPosition place) {
    return new Origin(content.name(), content.line() - 1 + place.line(), place.column());
  }

  private static Operation operation(FileContent content, PositionedValue item) {
    Origin place = origin(content, item.place());
    if (item instanceof Fields && item.value() instanceof MapValue fields) {
      Function<FieldPath, Origin> places = path -> origin(content, item.find(path));
      return new Operation(fields, place, path -> LineRange.of(fields, places, path));
    }
    throw new JapplyException(
        place, "an operation of a JSON patch must be a map", "give it op and path");
  }

  boolean isEmpty() {
    return operations.isEmpty();
  }

  /// Returns the position of the last operation at that path or above it, or else the start of the
  /// patch.
  ///
  /// @param path with items by their numbers
  Origin place(FieldPath path) {
    List<String> keys = keys(path);
    return lastTo(keys, "")
        .or(() -> lastTo(keys, "-"))
        .orElse(operations.isEmpty() ? Origin.NONE : operations.getFirst().place());
  }

  /// Finds the last operation that leads to a field.
  ///
  /// @param any an operation's key that matches any step, such as `-` for the end of a list
  private Optional<Origin> lastTo(List<String> path, String any) {
    return operations.reversed().stream()
        .filter(operation -> !operation.text("op").equals("test"))
        .filter(operation -> leads(keys(operation.text("path")), path, any))
        .map(Operation::place)
        .findFirst();
  }

  /// Returns the lines that decide the value of a field: of the operations that lead to it or set a
  /// part of it, the last one first.
  ///
  /// @param path with items by their numbers
  List<LineRange> lines(FieldPath path) {
    List<String> keys = keys(path);
    var lines = new ArrayList<LineRange>();
    for (Operation operation : operations.reversed()) {
      List<String> to = keys(operation.text("path"));
      if (leads(to, keys, "-")) {
        FieldPath value = FieldPath.root().key("value");
        lines.add(operation.lines().apply(field(value, keys.subList(to.size(), keys.size()))));
        lines.add(operation.lines().apply(FieldPath.root()));
      } else if (leads(keys, to, "-")) {
        lines.add(operation.lines().apply(FieldPath.root()));
      }
    }
    if (lines.isEmpty()) { // an item that comes or goes moves those behind it
      operations.reversed().forEach(each -> lines.add(each.lines().apply(FieldPath.root())));
    }
    return lines;
  }

  /// Returns the path of the field with these keys below another one.
  private static FieldPath field(FieldPath base, List<String> keys) {
    FieldPath path = base;
    for (String key : keys) {
      boolean isIndex = key.matches("\\d{1,9}");
      path = isIndex ? path.index(Integer.parseInt(key)) : path.key(key);
    }
    return path;
  }

  /// Returns the fields that operations moved or copied to a field.
  ///
  /// @param path with items by their numbers
  List<FieldPath> sources(FieldPath path) {
    List<String> keys = keys(path);
    return operations.reversed().stream()
        .filter(operation -> operation.fields().has("from"))
        .filter(operation -> leads(keys(operation.text("path")), keys, "-"))
        .map(operation -> {
          List<String> to = keys(operation.text("path"));
          return field(
              field(FieldPath.root(), keys(operation.text("from"))),
              keys.subList(to.size(), keys.size()));
        })
        .toList();
  }

  private static List<String> keys(FieldPath path) {
    var keys = new ArrayList<String>();
    for (var steps = path.steps(); steps.hasNext(); ) {
      switch (steps.next()) {
        case FieldPath.Key(FieldPath parent, String key) -> keys.add(key);
        case FieldPath.Index(FieldPath parent, int index) -> keys.add(String.valueOf(index));
        case FieldPath.Item item -> keys.add("");
        case FieldPath.Root root -> {}
      }
    }
    return keys;
  }

  private static boolean leads(List<String> keys, List<String> path, String any) {
    for (int i = 0; i < keys.size(); i++) {
      if (i == path.size() || !(keys.get(i).equals(path.get(i)) || keys.get(i).equals(any))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> keys(String pointer) {
    var keys = new ArrayList<String>();
    for (String part : List.of(pointer.split("/", -1))) {
      keys.add(part.replace("~1", "/").replace("~0", "~"));
    }
    return keys.subList(1, keys.size());
  }

  /// `document` after all operations.
  ///
  /// @throws JapplyException when one cannot be carried out
  MapValue apply(MapValue document) {
    Value at = document;
    for (Operation operation : operations) {
      at = apply(at, operation);
    }
    if (at instanceof MapValue map) {
      return map;
    }
    throw operations.getLast().refused("the patch leaves no object", "name a field in path");
  }

  private static Value apply(Value document, Operation operation) {
    String path = operation.text("path");
    String kind = operation.text("op");
    if (!KINDS.contains(kind)) {
      throw operation.refused("Unexpected kind: " + kind, "op must be one of " + sorted());
    }
    if (!operation.fields().has("path")) {
      throw operation.refused(kind + " operation failed to decode path", "give it a path");
    }
    return switch (kind) {
      case "add" -> add(document, operation, path, operation.value());
      case "remove" -> change(document, operation, path, spot -> spot.removed(operation));
      case "replace" -> replace(document, operation, path);
      case "move" -> {
        Value moved = from(document, operation);
        Value without =
            change(document, operation, operation.text("from"), spot -> spot.removed(operation));
        yield add(without, operation, path, moved);
      }
      case "copy" -> bounded(add(document, operation, path, from(document, operation)), operation);
      default -> {
        test(document, operation, path);
        yield document;
      }
    };
  }

  private static Value bounded(Value document, Operation operation) {
    String excess = SizeLimit.excess(document);
    if (!excess.isEmpty()) {
      throw operation.refused("the object becomes too large: " + excess, "copy less");
    }
    return document;
  }

  private static String sorted() {
    return "add, copy, move, remove, replace, test";
  }

  private static Value add(Value document, Operation operation, String path, Value value) {
    return change(document, operation, path, spot -> spot.added(operation, value));
  }

  private static Value replace(Value document, Operation operation, String path) {
    return path.isEmpty()
        ? operation.value()
        : change(document, operation, path, spot -> spot.replaced(operation, operation.value()));
  }

  private static Value from(Value document, Operation operation) {
    var found = new ArrayList<Value>();
    change(
        document,
        operation,
        operation.text("from"),
        spot -> {
          found.add(spot.value(operation) instanceof Value value ? value : Value.NULL);
          return spot.container();
        });
    return found.getFirst();
  }

  private static void test(Value document, Operation operation, String path) {
    Value wanted = operation.value();
    if (path.isEmpty()) {
      check(document.equals(wanted), operation, path);
      return;
    }
    change(
        document,
        operation,
        path,
        spot -> {
          Node found = spot.value(operation);
          boolean nothing = found instanceof Missing && wanted.equals(Value.NULL);
          check(nothing || found.equals(wanted), operation, path);
          return spot.container();
        });
  }

  private static void check(boolean holds, Operation operation, String path) {
    if (!holds) {
      throw operation.refused(
          "testing value %s failed".formatted(path), "the object has another value there");
    }
  }

  /// A key or index in the map or list that it is of.
  private record Spot(Value container, String key) {
    Node value(Operation operation) {
      return switch (container) {
        case MapValue map -> map.get(key);
        case ListValue list -> list.items().get(index(list.size(), list.size() - 1, operation));
        default -> Missing.MISSING;
      };
    }

    Value added(Operation operation, Value value) {
      if (container instanceof MapValue map) {
        return map.with(key, value);
      }
      var items = new ArrayList<>(((ListValue) container).items());
      items.add(
          key.equals("-") ? items.size() : index(items.size() + 1, items.size(), operation), value);
      return new ListValue(items);
    }

    Value replaced(Operation operation, Value value) {
      if (container instanceof MapValue map) {
        return map.with(key, value);
      }
      var items = new ArrayList<>(((ListValue) container).items());
      items.set(index(items.size(), items.size() - 1, operation), value);
      return new ListValue(items);
    }

    Value removed(Operation operation) {
      if (container instanceof MapValue map) {
        if (!map.has(key)) {
          throw operation.refused("Unable to remove nonexistent key: " + key, CORRECT);
        }
        return map.without(key);
      }
      var items = new ArrayList<>(((ListValue) container).items());
      items.remove(index(items.size(), items.size() - 1, operation));
      return new ListValue(items);
    }

    /// The index that the key is, which may count from the end.
    private int index(int size, int last, Operation operation) {
      try {
        int index = Integer.parseInt(key);
        int counted = index < 0 ? index + size : index;
        if (counted >= 0 && counted <= last) {
          return counted;
        }
        throw operation.refused("Unable to access invalid index: " + key, CORRECT);
      } catch (NumberFormatException e) {
        throw operation.refused("value was not a proper array index: '%s'".formatted(key), CORRECT);
      }
    }
  }

  private static Value change(
      Value document, Operation operation, String path, UnaryOperatorOfSpot change) {
    List<String> keys = keys(path);
    if (keys.isEmpty()) {
      throw missing(operation, path);
    }
    return change(document, keys, change, () -> missing(operation, path), operation);
  }

  private interface UnaryOperatorOfSpot {
    Value in(Spot spot);
  }

  private interface Failure {
    JapplyException missing();
  }

  @SuppressWarnings("ReferenceEquality") // what stays as it is is the same object
  private static Value change(
      Value at,
      List<String> keys,
      UnaryOperatorOfSpot change,
      Failure failure,
      Operation operation) {
    if (!(at instanceof MapValue || at instanceof ListValue)) {
      throw failure.missing();
    }
    var spot = new Spot(at, keys.getFirst());
    if (keys.size() == 1) {
      return change.in(spot);
    }
    Value next = below(spot).orElseThrow(failure::missing);
    UnaryOperator<Value> put =
        value ->
            at instanceof MapValue map
                ? map.with(spot.key(), value)
                : spot.replaced(operation, value);
    Value changed = change(next, keys.subList(1, keys.size()), change, failure, operation);
    return changed == next ? at : put.apply(changed);
  }

  private static Optional<Value> below(Spot spot) {
    try {
      Node next =
          spot.container() instanceof MapValue map
              ? map.get(spot.key())
              : spot.value(
                  new Operation(MapValue.EMPTY, Origin.NONE, path -> LineRange.at(Origin.NONE)));
      return next instanceof Value value && !value.equals(Value.NULL)
          ? Optional.of(value)
          : Optional.empty();
    } catch (JapplyException e) {
      return Optional.empty();
    }
  }

  private static JapplyException missing(Operation operation, String path) {
    return operation.refused(
        "%s operation does not apply: doc is missing path: \"%s\""
            .formatted(operation.text("op"), path),
        "add its parents, or correct the path");
  }
}
