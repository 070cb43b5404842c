package dev.japply.apply;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.plan.RecreateRules.Permission;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Options for deleting and recreating an object.
///
/// @param copies directory for the backup file of the object
/// @param by the reason for the deletion, for messages
/// @param permission the rule for the object; null if all objects may be recreated
/// @param takes whether an undo takes over an object that another client has created in place of
///   the deleted one
public record RecreateOptions(
    DeletionOptions deletion,
    Path copies,
    String by,
    @Nullable Permission permission,
    boolean takes) {
  /// The reason for deletions by an undo.
  static final String UNDO = "undo";

  public RecreateOptions(DeletionOptions deletion, Path copies) {
    this(deletion, copies, "--force", null, /* takes= */ false);
  }

  /// Whether a rule names the object alone, and so the data that is deleted with it.
  boolean includesData() {
    return permission != null && permission.named();
  }

  boolean isOfUndo() {
    return by.equals(UNDO);
  }

  /// Returns these options for an undo.
  ///
  /// @param taking whether it takes over what other clients have written
  public RecreateOptions ofUndo(boolean taking) {
    return new RecreateOptions(deletion, copies, UNDO, permission, taking);
  }

  /// Returns these options for an object that a rule names.
  RecreateOptions with(Permission rule) {
    var propagation = rule.orphan() ? Propagation.ORPHAN : deletion.propagation();
    DeletionOptions own = deletion.with(propagation);
    return new RecreateOptions(own, copies, "the rule for recreation", rule, takes);
  }
}
