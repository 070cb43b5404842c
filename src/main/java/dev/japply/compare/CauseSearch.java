package dev.japply.compare;

import dev.japply.compare.BuildComparison.ComparedFiles;
import dev.japply.compare.ObjectChange.ObjectPair;
import dev.japply.compare.TracedBuild.TracedObject;
import dev.japply.diff.ChangedLines;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the line that makes a field differ between two builds.
///
/// Each build has the lines that decide the field, step by step: the last patch, those below it,
/// the object's file. The cause is the last step with a line that only one of the trees has. A line
/// of the new tree takes precedence over one that went from the same step. If the builds have
/// different numbers of steps, one of these applies in only one of the trees: then its conditions
/// take precedence over its values, unless the whole step is new or went. If its conditions are the
/// same, a value that a lower step sets decides about it.
record CauseSearch(ComparedFiles files) {
  /// A line that makes a field differ.
  ///
  /// @param isGone whether only the revision has the line
  record CausePosition(Origin place, boolean isGone) {}

  /// A changed line, and the number of steps from its step to the first one.
  private record Candidate(Origin place, int steps) {}

  /// The lines to search, in this order.
  private enum Lines {
    /// Without comments, and without values that differ in a step that only one of the trees has.
    DECISIVE,
    /// Without comments.
    CONTENT,
    ALL
  }

  /// Returns the line; empty if no changed line decides the field.
  Optional<CausePosition> find(FieldPath path, ObjectPair pair) {
    return find(steps(pair.old(), path), steps(pair.now(), path));
  }

  /// Returns a changed line among those that change how steps work on a field; empty if there is
  /// none.
  Optional<CausePosition> setting(FieldPath path, TracedBuild old, TracedBuild now) {
    return find(
        List.of(DecidingLines.of(old.settings().apply(path))),
        List.of(DecidingLines.of(now.settings().apply(path))));
  }

  /// Whether the other tree has the line with another value.
  boolean isEdit(CausePosition found) {
    int line = found.place().line();
    return files
        .changes(found.place().source(), found.isGone())
        .filter(changes -> changes.firstKey(line, line, found.isGone()).isEmpty())
        .isPresent();
  }

  private static List<DecidingLines> steps(@Nullable TracedObject object, FieldPath path) {
    return object == null ? List.of() : object.causes().apply(path);
  }

  private Optional<CausePosition> find(List<DecidingLines> old, List<DecidingLines> now) {
    return Stream.of(Lines.values()).flatMap(lines -> find(old, now, lines).stream()).findFirst();
  }

  private Optional<CausePosition> find(
      List<DecidingLines> before, List<DecidingLines> after, Lines lines) {
    Candidate now = candidate(after, before, /* isOld= */ false, lines);
    Candidate old = candidate(before, after, /* isOld= */ true, lines);
    if (now == null && old == null) {
      return Optional.empty();
    }
    boolean isGone = now == null || (old != null && old.steps() > now.steps());
    Candidate found = isGone ? old : now;
    return found == null ? Optional.empty() : Optional.of(new CausePosition(found.place(), isGone));
  }

  /// Whether the other tree has no step in the same files.
  private boolean isAlone(DecidingLines step, List<DecidingLines> others, boolean isOld) {
    Set<Optional<ChangedLines>> own = changes(step, isOld);
    return others.stream().noneMatch(other -> changes(other, !isOld).equals(own));
  }

  private Set<Optional<ChangedLines>> changes(DecidingLines step, boolean isOld) {
    return step.all(false).stream()
        .map(lines -> files.changes(lines.source(), isOld))
        .collect(Collectors.toSet());
  }

  /// Returns whether all lines of a step are new, or went.
  private boolean isWhole(DecidingLines step, boolean isOld) {
    return Stream.concat(step.values().stream(), step.conditions().stream())
        .allMatch(lines ->
            files
                .changes(lines.source(), isOld)
                .map(changes -> changes.areAll(lines.first(), lines.last(), isOld))
                .orElse(false));
  }

  private @Nullable Candidate candidate(
      List<DecidingLines> steps, List<DecidingLines> others, boolean isOld, Lines which) {
    for (int i = 0; i < steps.size(); i++) {
      DecidingLines step = steps.get(i);
      boolean byCondition = steps.size() != others.size() && !isWhole(step, isOld);
      boolean isAlone = byCondition && isAlone(step, others, isOld);
      for (LineRange lines : step.all(byCondition)) {
        boolean keys = which == Lines.DECISIVE && isAlone && !step.conditions().contains(lines);
        OptionalInt line =
            files
                .changes(lines.source(), isOld)
                .map(changes -> first(changes, lines, isOld, which == Lines.ALL, keys))
                .orElse(OptionalInt.empty());
        if (line.isPresent()) {
          return new Candidate(new Origin(lines.source(), line.getAsInt(), 0), steps.size() - i);
        }
      }
    }
    return null;
  }

  private static OptionalInt first(
      ChangedLines changes, LineRange lines, boolean isOld, boolean comments, boolean keys) {
    return keys
        ? changes.firstKey(lines.first(), lines.last(), isOld)
        : changes.first(lines.first(), lines.last(), isOld, comments);
  }
}
