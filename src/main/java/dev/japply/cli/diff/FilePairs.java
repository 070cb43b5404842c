package dev.japply.cli.diff;

import dev.japply.diff.FileNames;
import dev.japply.plan.Action;
import dev.japply.plan.ObjectExplanation;
import dev.japply.plan.PlannedObject;
import dev.japply.report.DiffFiles;
import dev.japply.report.ObjectDiff;
import dev.japply.report.Summary;
import dev.japply.report.WhyText;
import dev.japply.tree.Missing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The objects to compare, in the order of files in a directory. If the input has an object more
/// than once, the last one is compared.
final class FilePairs implements Consumer<PlannedObject> {
  private final DiffFiles files;
  private final boolean whole;
  private final Listener listener;
  private final Map<String, ObjectDiff> pairs = new TreeMap<>();

  private final Function<PlannedObject, @Nullable ObjectExplanation> explanations;
  private final boolean why;

  /// @param whole whether to keep all unchanged objects, and not only those with reasons
  /// @param explanations explains a change; returns null if no output needs it
  /// @param why whether to print the explanation below the difference
  /// @param listener receives the planned result of each object
  FilePairs(
      DiffFiles files,
      boolean whole,
      Function<PlannedObject, @Nullable ObjectExplanation> explanations,
      boolean why,
      Listener listener) {
    this.files = files;
    this.whole = whole;
    this.explanations = explanations;
    this.why = why;
    this.listener = listener;
  }

  /// The changes of an object and their explanation.
  ///
  /// @param explanation null if no output needs it
  record Shown(ObjectDiff diff, @Nullable ObjectExplanation explanation) {}

  /// Receives the planned results of objects.
  interface Listener {
    /// Receives the planned result of one object.
    ///
    /// @param shown the changes; null if there are none
    void accept(Summary.End end, PlannedObject planned, @Nullable Shown shown);
  }

  @Override
  public void accept(PlannedObject planned) {
    switch (planned.action()) {
      case Action.Refused refused -> {}
      case Action.Delete delete -> listener.accept(Summary.End.PRUNED, planned, put(planned));
      case Action.Create create -> keep(planned);
      case Action.Patch patch -> keep(planned);
      case Action.Apply apply -> keep(planned);
      case Action.Recreate recreate -> keep(planned);
      case Action.Unchanged unchanged -> keep(planned);
    }
  }

  private void keep(PlannedObject planned) {
    boolean same = files.same(planned);
    boolean isReported = !same || (why && planned.grounds().ignored() > 0);
    Shown shown = null;
    if (whole || isReported) {
      shown = put(planned);
    } else {
      pairs.remove(FileNames.of(planned.desired()));
    }
    listener.accept(
        same ? Summary.End.UNCHANGED : change(planned), planned, isReported ? shown : null);
  }

  private static Summary.End change(PlannedObject planned) {
    return planned.before() instanceof Missing ? Summary.End.CREATED : Summary.End.CONFIGURED;
  }

  private Shown put(PlannedObject planned) {
    ObjectExplanation explanation = explanations.apply(planned);
    ObjectDiff diff =
        files.of(planned).with(why && explanation != null ? WhyText.comments(explanation) : "");
    pairs.put(diff.files().name(), diff);
    return new Shown(diff, explanation);
  }

  List<ObjectDiff> inOrder() {
    return List.copyOf(pairs.values());
  }
}
