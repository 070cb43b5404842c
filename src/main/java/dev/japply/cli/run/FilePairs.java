package dev.japply.cli.run;

import dev.japply.diff.FileNames;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.report.DiffFiles;
import dev.japply.report.ObjectDiff;
import dev.japply.report.Summary;
import dev.japply.tree.Missing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// What is to be compared, in the order in which diff finds files in a directory; of an object that
/// stands in the input more than once, what is written last.
final class FilePairs implements Consumer<PlannedObject> {
  private final DiffFiles files;
  private final boolean whole;
  private final Summary summary;
  private final Map<String, ObjectDiff> pairs = new TreeMap<>();

  private final Function<PlannedObject, String> reasons;

  /// @param whole whether also what stays as it is is kept
  /// @param reasons what is told of why an object changes
  /// @param summary counts them
  FilePairs(
      DiffFiles files, boolean whole, Function<PlannedObject, String> reasons, Summary summary) {
    this.files = files;
    this.whole = whole;
    this.reasons = reasons;
    this.summary = summary;
  }

  @Override
  public void accept(PlannedObject planned) {
    switch (planned.action()) {
      case Action.Refused refused -> {}
      case Action.Delete delete -> {
        summary.add(Summary.End.PRUNED, planned.desired());
        put(planned);
      }
      case Action.Create create -> keep(planned);
      case Action.Patch patch -> keep(planned);
      case Action.Apply apply -> keep(planned);
      case Action.Recreate recreate -> keep(planned);
      case Action.Unchanged unchanged -> keep(planned);
    }
  }

  private void keep(PlannedObject planned) {
    boolean same = files.same(planned);
    summary.add(same ? Summary.End.UNCHANGED : change(planned), planned.desired());
    if (whole || !same) {
      put(planned);
    } else {
      pairs.remove(FileNames.of(planned.desired()));
    }
  }

  private static Summary.End change(PlannedObject planned) {
    return planned.before() instanceof Missing ? Summary.End.CREATED : Summary.End.CONFIGURED;
  }

  private void put(PlannedObject planned) {
    ObjectDiff diff = files.of(planned).with(reasons.apply(planned));
    pairs.put(diff.files().name(), diff);
  }

  List<ObjectDiff> inOrder() {
    return List.copyOf(pairs.values());
  }
}
