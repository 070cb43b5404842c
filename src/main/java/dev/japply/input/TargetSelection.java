package dev.japply.input;

import dev.japply.diff.SimilarName;
import dev.japply.object.LabelSelector;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Selects targets by a text: `all`, names such as `staging,prod-eu`, or a label selector such as
/// `env=prod,region!=us`. A label alone selects nothing: a misspelt name is an error.
public final class TargetSelection {
  /// Selects all targets.
  public static final String ALL = "all";

  /// A text that can only be a label selector.
  private static final Pattern SELECTOR = Pattern.compile(".*([=!<>(]|\\s(in|notin)\\b).*");

  private TargetSelection() {}

  /// Returns the selected targets, in the order of the project.
  ///
  /// @throws IllegalArgumentException if the text selects none, or has an unknown name
  public static List<ProjectTarget> of(List<ProjectTarget> targets, String text) {
    if (text.equals(ALL)) {
      return targets;
    }
    return SELECTOR.matcher(text).matches() ? labelled(targets, text) : named(targets, text);
  }

  private static List<ProjectTarget> labelled(List<ProjectTarget> targets, String text) {
    LabelSelector selector = LabelSelector.parse(text);
    List<ProjectTarget> found =
        targets.stream().filter(target -> selector.matches(labels(target))).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no target has these labels");
    }
    return found;
  }

  /// Returns an object with the labels of a target.
  private static MapValue labels(ProjectTarget target) {
    MapValue labels = MapValue.EMPTY;
    for (var label : target.labels().entrySet()) {
      labels = labels.with(label.getKey(), Value.text(label.getValue()));
    }
    return MapValue.of("metadata", MapValue.of("labels", labels));
  }

  private static List<ProjectTarget> named(List<ProjectTarget> targets, String text) {
    List<String> known = targets.stream().map(ProjectTarget::name).toList();
    Set<String> names = new LinkedHashSet<>();
    for (String part : text.split(",", -1)) {
      String name = part.strip();
      if (!known.contains(name)) {
        var all = new ArrayList<>(known);
        all.add(ALL);
        throw new IllegalArgumentException(
            "there is no target \"" + name + "\"" + SimilarName.question(all, name));
      }
      names.add(name);
    }
    return targets.stream().filter(target -> names.contains(target.name())).toList();
  }
}
