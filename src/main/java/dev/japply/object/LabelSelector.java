package dev.japply.object;

import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A label selector as Kubernetes writes it: `app=web,tier in (a, b),!old,size>3`. All of its
/// requirements have to hold.
public record LabelSelector(List<Requirement> requirements) {
  private static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,18}");

  /// Selects every object.
  public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  public LabelSelector {
    requirements = List.copyOf(requirements);
  }

  /// One condition on one label.
  public record Requirement(String key, Operator operator, Set<String> values) {
    public Requirement {
      values = Set.copyOf(values);
    }
  }

  /// What a requirement asks of its label.
  public enum Operator {
    EXISTS,
    MISSING,
    IN,
    NOT_IN,
    GREATER,
    LESS
  }

  /// The selector that `text` spells.
  ///
  /// @throws IllegalArgumentException when it spells none, with what is wrong
  public static LabelSelector parse(String text) {
    return new LabelSelector(new SelectorParser(text).parse());
  }

  /// The selector as the API takes it; empty for [#EVERYTHING].
  public String text() {
    return requirements.stream().map(LabelSelector::text).collect(Collectors.joining(","));
  }

  private static String text(Requirement requirement) {
    String values = requirement.values().stream().sorted().collect(Collectors.joining(","));
    String key = requirement.key();
    return switch (requirement.operator()) {
      case EXISTS -> key;
      case MISSING -> "!" + key;
      case IN -> key + " in (" + values + ")";
      case NOT_IN -> key + " notin (" + values + ")";
      case GREATER -> key + ">" + values;
      case LESS -> key + "<" + values;
    };
  }

  /// Whether `object` has the labels that this selector asks for.
  public boolean matches(MapValue object) {
    var labels = new LinkedHashMap<String, String>();
    object
        .map("metadata")
        .map("labels")
        .entries()
        .forEach((key, value) ->
            labels.put(key, value instanceof StringValue(String label) ? label : ""));
    return requirements.stream().allMatch(requirement -> holds(requirement, labels));
  }

  private static boolean holds(Requirement requirement, Map<String, String> labels) {
    @Nullable String value = labels.get(requirement.key());
    return switch (requirement.operator()) {
      case EXISTS -> value != null;
      case MISSING -> value == null;
      case IN -> value != null && requirement.values().contains(value);
      case NOT_IN -> value == null || !requirement.values().contains(value);
      case GREATER -> compare(value, requirement) > 0;
      case LESS -> compare(value, requirement) < 0;
    };
  }

  /// 0, which is neither greater nor less, when the label is no number.
  private static int compare(@Nullable String value, Requirement requirement) {
    return value != null && INTEGER.matcher(value).matches()
        ? new BigInteger(value).compareTo(new BigInteger(requirement.values().iterator().next()))
        : 0;
  }
}
