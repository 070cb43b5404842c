package dev.japply.plan;

import dev.japply.object.LastApplied;
import dev.japply.plan.FieldReference.Step;
import dev.japply.problem.JapplyException;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// A pattern for fields of an object. `[*]` matches every item of a list or entry of a map.
///
/// @param picks from the root down
record FieldPattern(List<Pick> picks) {
  private static final Set<String> IDENTITY =
      Set.of(
          "apiVersion",
          "kind",
          "metadata",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "metadata.resourceVersion",
          "metadata.annotations." + LastApplied.KEY);

  FieldPattern {
    picks = List.copyOf(picks);
  }

  /// One step down.
  sealed interface Pick {
    /// A key of a map; in brackets, a condition for the items of a list.
    record Named(Step step) implements Pick {}

    /// A part of a JSON pointer: a key of a map, or the number of an item of a list, in the
    /// manifest if that has the list.
    record Token(String text) implements Pick {}

    /// Each item of a list, or each entry of a map.
    record Every() implements Pick {}

    /// The item of a list with these keys, or that is this value.
    record Same(Value identity) implements Pick {}
  }

  /// The fields that `text` names: as [FieldReference] reads it, or a JSON pointer
  /// (<https://www.rfc-editor.org/rfc/rfc6901>).
  ///
  /// @throws JapplyException when it names none, or what must not be ignored
  static FieldPattern parse(String text) {
    List<Pick> picks = text.startsWith("/") ? pointer(text) : named(text);
    var pattern = new FieldPattern(picks);
    if (pattern.isIdentity()) {
      throw wrong(text, "it identifies the object or its version");
    }
    return pattern;
  }

  private static List<Pick> pointer(String text) {
    var picks = new ArrayList<Pick>();
    for (String token : text.substring(1).split("/", -1)) {
      if (token.isEmpty() || token.replace("~0", "").replace("~1", "").contains("~")) {
        throw wrong(text, "this is no JSON pointer to a field");
      }
      picks.add(new Pick.Token(token.replace("~1", "/").replace("~0", "~")));
    }
    return picks;
  }

  private static List<Pick> named(String text) {
    var picks = new ArrayList<Pick>();
    for (Step step : FieldReference.parse(text).steps()) {
      boolean every = step.bracketed() && step.text().equals("*");
      picks.add(every ? new Pick.Every() : new Pick.Named(step));
    }
    return picks;
  }

  private static JapplyException wrong(String text, String what) {
    return new JapplyException("field \"" + text + "\": " + what, "name another field");
  }

  /// Checks whether the field is part of an object's identity.
  boolean isIdentity() {
    boolean every = picks.getLast() instanceof Pick.Every;
    boolean broad =
        every && (picks.size() == 1 || (picks.size() == 2 && key(0).equals("metadata")));
    String path = String.join(".", IntStream.range(0, picks.size()).mapToObj(this::key).toList());
    return broad || IDENTITY.contains(path);
  }

  /// Whether the field below `keys`, or a map that contains it, matches this pattern.
  boolean covers(List<String> keys) {
    return picks.size() <= keys.size()
        && IntStream.range(0, picks.size())
            .allMatch(i -> picks.get(i) instanceof Pick.Every || key(i).equals(keys.get(i)));
  }

  /// Whether the field at `path`, or one that contains it, matches this pattern. Items with owners
  /// of their own have their keys in the path.
  boolean covers(FieldPath path) {
    var steps = new ArrayList<FieldPath>();
    path.steps().forEachRemaining(steps::add);
    return picks.size() <= steps.size()
        && IntStream.range(0, picks.size()).allMatch(i -> isStep(picks.get(i), steps.get(i)));
  }

  private static boolean isStep(Pick pick, FieldPath step) {
    return switch (pick) {
      case Pick.Every every -> true;
      case Pick.Named(Step named) ->
          switch (step) {
            case FieldPath.Root root -> false;
            case FieldPath.Key(FieldPath map, String key) -> named.text().equals(key);
            case FieldPath.Item(FieldPath list, Value identity) ->
                named.bracketed() && named.matches(identity);
            case FieldPath.Index index -> false;
          };
      case Pick.Token(String text) ->
          switch (step) {
            case FieldPath.Root root -> false;
            case FieldPath.Key(FieldPath map, String key) -> text.equals(key);
            case FieldPath.Item item -> false;
            case FieldPath.Index(FieldPath list, int index) -> text.equals(Integer.toString(index));
          };
      case Pick.Same(Value identity) ->
          step instanceof FieldPath.Item(FieldPath list, Value keys) && keys.equals(identity);
    };
  }

  /// The key of a map that step number `index` is; empty where it is something else.
  String key(int index) {
    return switch (picks.get(index)) {
      case Pick.Named(Step step) -> step.text();
      case Pick.Token(String text) -> text;
      case Pick.Every every -> "";
      case Pick.Same same -> "";
    };
  }

  /// Returns the path down to the first step that is in brackets or in a list.
  FieldPath prefix() {
    FieldPath prefix = FieldPath.root();
    for (int i = 0; i < picks.size() && isName(picks.get(i)); i++) {
      prefix = prefix.key(key(i));
    }
    return prefix;
  }

  private static boolean isName(Pick pick) {
    return pick instanceof Pick.Token
        || (pick instanceof Pick.Named(Step step) && !step.bracketed());
  }

  /// The same below another field of the object.
  FieldPattern below(String field) {
    var moved = new ArrayList<>(picks);
    moved.set(0, new Pick.Token(field));
    return new FieldPattern(moved);
  }
}
