package dev.japply.object;

import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// A label selector as Kubernetes writes it: `app=web,tier in (a, b),!old,size>3`. All of its
/// requirements have to hold.
public record LabelSelector(List<LabelRequirement> requirements) {
  /// Selects every object.
  public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  public LabelSelector {
    requirements = List.copyOf(requirements);
  }

  /// The selector that `text` spells.
  ///
  /// @throws IllegalArgumentException when it spells none, with what is wrong
  public static LabelSelector parse(String text) {
    return new LabelSelector(new SelectorParser(text).parse());
  }

  /// The selector as the API takes it; empty for [#EVERYTHING].
  public String text() {
    return requirements.stream().map(LabelRequirement::text).collect(Collectors.joining(","));
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
    return requirements.stream().allMatch(requirement -> requirement.holds(labels));
  }
}
