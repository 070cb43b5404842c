package dev.japply.plan;

import dev.japply.merge.FieldReason.Values;
import dev.japply.object.FieldManagers.Manager;
import dev.japply.problem.Origin;
import dev.japply.tree.Missing;
import java.util.List;
import java.util.function.Supplier;

/// Explains one field: value before, value after, reason. Secret values are hidden.
///
/// @param path its path, as [dev.japply.tree.FieldPath] writes it
/// @param values its values in the three documents and afterwards
/// @param cause the reason why it changes or stays
/// @param managers the managers of the live value, with the relevant one first
/// @param place returns its position in the manifest, or the nearest one
public record FieldExplanation(
    String path, Values values, Cause cause, List<Manager> managers, Supplier<Origin> place) {
  public FieldExplanation {
    managers = List.copyOf(managers);
  }

  /// Checks whether it is only an instruction for reading the patch.
  public boolean isDirective() {
    return cause.effect() == Cause.Effect.NONE;
  }

  public FieldExplanation withoutValues() {
    var none = new Values(Missing.MISSING, Missing.MISSING, Missing.MISSING, values.result());
    return new FieldExplanation(path, none, cause, managers, place);
  }

  /// Returns this explanation with the manifest's value and position of `other`.
  public FieldExplanation placedAs(FieldExplanation other) {
    var all =
        new Values(values.lastApplied(), other.values.manifest(), values.live(), values.result());
    return new FieldExplanation(path, all, cause, managers, other.place);
  }

  /// Returns this explanation as a plan has it: without the position of a field nearby.
  public FieldExplanation planned() {
    return isPlaced()
        ? this
        : new FieldExplanation(path, values, cause, managers, () -> Origin.NONE);
  }

  /// Checks whether the position is the field's own.
  public boolean isPlaced() {
    return isInManifest() || cause.code().equals(Cause.LINE_GONE);
  }

  /// Returns its position in the manifest, or the nearest one.
  public Origin origin() {
    return place.get();
  }

  /// Checks whether the field changes.
  public boolean changes() {
    return cause.effect() == Cause.Effect.CHANGES;
  }

  /// Checks whether it is sent, but the server keeps the live value.
  public boolean isKept() {
    return cause.code().equals(Cause.KEPT.code());
  }

  /// Checks whether an ignore rule prevents a change.
  public boolean isIgnored() {
    return cause.code().equals(Cause.IGNORED);
  }

  /// Checks whether it left the manifest, but no later apply removes it.
  public boolean isStuck() {
    return cause.code().equals(Cause.STUCK);
  }

  /// Checks whether the manifest has the field.
  public boolean isInManifest() {
    return !(values.manifest() instanceof Missing);
  }
}
