package dev.japply.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The lines that decide the value of a field in one step of a build.
///
/// @param values the lines with the value, the nearest ones first
/// @param conditions the lines that decide whether the step applies, such as a selector
/// @param entries the lines that list the step, such as the entry with the file of a patch
public record DecidingLines(
    List<LineRange> values, List<LineRange> conditions, List<LineRange> entries) {
  public DecidingLines {
    values = List.copyOf(values);
    conditions = List.copyOf(conditions);
    entries = List.copyOf(entries);
  }

  /// Returns the lines of a step that always applies.
  public static DecidingLines of(List<LineRange> values) {
    return of(values, List.of());
  }

  /// Returns the lines of a step that applies under conditions.
  public static DecidingLines of(List<LineRange> values, List<LineRange> conditions) {
    return new DecidingLines(values, conditions, List.of());
  }

  /// Returns these lines with more conditions.
  public DecidingLines where(List<LineRange> more) {
    return new DecidingLines(values, LineRange.joined(conditions, more), entries);
  }

  /// Returns these lines for a step that is listed at more lines.
  public DecidingLines within(List<LineRange> more) {
    return new DecidingLines(values, conditions, LineRange.joined(entries, more));
  }

  /// Returns the lines of several steps as the lines of one.
  public static DecidingLines joined(List<DecidingLines> all) {
    return new DecidingLines(
        joined(all, DecidingLines::values),
        joined(all, DecidingLines::conditions),
        joined(all, DecidingLines::entries));
  }

  private static List<LineRange> joined(
      List<DecidingLines> all, Function<DecidingLines, List<LineRange>> part) {
    return all.stream().flatMap(lines -> part.apply(lines).stream()).toList();
  }

  /// Returns all lines.
  ///
  /// @param byCondition whether the conditions come before the values
  public List<LineRange> all(boolean byCondition) {
    var all = new ArrayList<>(byCondition ? conditions : values);
    all.addAll(byCondition ? values : conditions);
    all.addAll(entries);
    return all;
  }
}
