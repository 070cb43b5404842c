package dev.japply.report;

import dev.japply.compat.Compatibility;
import dev.japply.compat.Difference;
import dev.japply.diff.FileNames;
import dev.japply.diff.FilePair;
import dev.japply.diff.SecretPair;
import dev.japply.plan.Action;
import dev.japply.plan.PlannedObject;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;

/// Writes what `kubectl diff` compares: an object as it is and as it would be, each in YAML, the
/// values of Secrets masked.
///
/// @param managedFields whether `managedFields` are compared, too
/// @param compatibility whether a Secret that does not exist is written as `null`, and not as an
///   empty file, and whether `managedFields` of pruned objects are compared in any case
public record DiffFiles(boolean managedFields, Compatibility compatibility) {

  /// Whether the two files of one object are the same, which takes less than to write them.
  public boolean same(PlannedObject planned) {
    return before(planned).equals(shown(planned.after()));
  }

  /// The two files of one object.
  public FilePair of(PlannedObject planned) {
    var masked = SecretPair.masked(before(planned), shown(planned.after()));
    return new FilePair(
        FileNames.of(planned.desired()),
        text(masked.before(), nothing(planned)),
        text(masked.after(), nothing(planned)));
  }

  /// Of an object that goes kubectl shows all.
  private Node before(PlannedObject planned) {
    boolean whole =
        isGoing(planned) && !compatibility.allows(Difference.HIDES_MANAGED_FIELDS_OF_PRUNED);
    return whole ? planned.before() : shown(planned.before());
  }

  private String nothing(PlannedObject planned) {
    boolean secret = planned.desired().gvk().kind().equals("Secret") && !isGoing(planned);
    return secret && !compatibility.allows(Difference.DIFFS_NEW_SECRETS_WITH_NOTHING)
        ? "null\n"
        : "";
  }

  private static boolean isGoing(PlannedObject planned) {
    return planned.action() instanceof Action.Delete;
  }

  private Node shown(Node object) {
    return object instanceof MapValue map && !managedFields
        ? map.with("metadata", map.map("metadata").without("managedFields"))
        : object;
  }

  private static String text(Node object, String nothing) {
    return switch (object) {
      case Missing missing -> nothing;
      case Value value -> GoYaml.write(value);
    };
  }
}
