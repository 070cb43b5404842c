package dev.japply.object;

import dev.japply.object.LabelSelector.Requirement.Operator;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A label selector as Kubernetes writes it: `app=web,tier in (a, b),!old,size>3`. All of its
/// requirements have to hold.
public record LabelSelector(List<Requirement> requirements) {
  /// Selects every object.
  public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private static final Map<String, Operator> OPERATORS =
      Map.of(
          "In", Operator.IN,
          "NotIn", Operator.NOT_IN,
          "Exists", Operator.EXISTS,
          "DoesNotExist", Operator.MISSING);

  /// One condition on one label.
  public record Requirement(String key, Operator operator, Set<String> values) {
    /// Texts that may be compared as numbers.
    static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,18}");

    public Requirement {
      values = Set.copyOf(values);
    }

    /// Condition of a requirement on its label.
    public enum Operator {
      EXISTS,
      MISSING,
      IN,
      NOT_IN,
      GREATER,
      LESS
    }

    /// The requirement as the API takes it.
    String text() {
      String sorted = values.stream().sorted().collect(Collectors.joining(","));
      return switch (operator) {
        case EXISTS -> key;
        case MISSING -> "!" + key;
        case IN -> key + " in (" + sorted + ")";
        case NOT_IN -> key + " notin (" + sorted + ")";
        case GREATER -> key + ">" + sorted;
        case LESS -> key + "<" + sorted;
      };
    }

    /// Whether it holds for an object of these labels.
    boolean holds(Map<String, String> labels) {
      @Nullable String value = labels.get(key);
      return switch (operator) {
        case EXISTS -> value != null;
        case MISSING -> value == null;
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case GREATER -> compare(value) > 0;
        case LESS -> compare(value) < 0;
      };
    }

    /// 0, which is neither greater nor less, when the label is no number.
    private int compare(@Nullable String value) {
      return value != null && INTEGER.matcher(value).matches()
          ? new BigInteger(value).compareTo(new BigInteger(values.iterator().next()))
          : 0;
    }
  }

  public LabelSelector {
    requirements = List.copyOf(requirements);
  }

  /// Parses `text` as a selector.
  ///
  /// @throws IllegalArgumentException if it is none, with the reason
  public static LabelSelector parse(String text) {
    return text.isEmpty() ? EVERYTHING : new LabelSelector(new SelectorParser(text).parse());
  }

  /// Returns the selector in the spec of an object: `matchLabels` and `matchExpressions`. Entries
  /// of another form are left out.
  ///
  /// <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/>
  public static LabelSelector of(MapValue spec) {
    return new LabelSelector(
        Stream.concat(
                ofLabels(spec.map("matchLabels")).requirements().stream(),
                spec.maps("matchExpressions").stream()
                    .filter(item -> OPERATORS.containsKey(item.text("operator")))
                    .map(LabelSelector::expression))
            .toList());
  }

  /// Returns a selector of objects with all of these labels.
  public static LabelSelector ofLabels(MapValue labels) {
    return new LabelSelector(
        labels.entries().keySet().stream()
            .map(key -> new Requirement(key, Operator.IN, Set.of(labels.text(key))))
            .toList());
  }

  private static Requirement expression(MapValue item) {
    return new Requirement(
        item.text("key"),
        Objects.requireNonNull(OPERATORS.get(item.text("operator"))),
        Set.copyOf(item.texts("values")));
  }

  /// The selector as the API takes it; empty for [#EVERYTHING].
  public String text() {
    return requirements.stream().map(Requirement::text).collect(Collectors.joining(","));
  }

  /// Whether `object` has the labels that this selector requires.
  public boolean matches(MapValue object) {
    if (requirements.isEmpty()) {
      return true;
    }
    var labels = new LinkedHashMap<String, String>();
    object
        .map("metadata")
        .map("labels")
        .entries()
        .forEach((key, value) ->
            labels.put(key, value instanceof StringValue(String label) ? label : ""));
    return requirements.stream().allMatch(requirement -> requirement.holds(labels));
  }
}
