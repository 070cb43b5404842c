package dev.japply.plan.file;

import dev.japply.object.ObjectKey;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanFile.Deletion;
import dev.japply.plan.file.PlanFile.Entry;
import dev.japply.plan.file.PlanFile.Made;
import dev.japply.plan.file.PlanFile.Target;
import java.util.List;

/// The content of a file with a plan of a deletion, without the values of Secrets.
///
/// @param digests replaces those values by digests
public record DeletionPlan(
    Made made,
    Target target,
    Options options,
    SecretDigests digests,
    List<PlannedDeletion> objects) {
  public DeletionPlan {
    objects = List.copyOf(objects);
  }

  /// The options of the deletion, as values of flags.
  ///
  /// @param applySet the parent of the ApplySet that is deleted; empty for the objects of manifests
  /// @param lostSet the id of the ApplySet without a parent that is deleted; empty for none
  /// @param fieldManager another field manager of the user; empty for none
  public record Options(String applySet, String lostSet, String fieldManager, Deletion deletion) {}

  /// An object to delete.
  ///
  /// @param entry the object, and the live one at planning time
  /// @param dependents the objects that are deleted along
  public record PlannedDeletion(Entry entry, List<ObjectKey> dependents) {
    public PlannedDeletion {
      dependents = List.copyOf(dependents);
    }
  }
}
