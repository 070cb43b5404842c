package dev.japply.plan;

import dev.japply.object.FieldManagers.Manager;
import dev.japply.problem.Origin;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import java.util.List;
import java.util.function.Supplier;

/// What is told of one field: what it was, what it becomes and why. Secret values are hidden.
///
/// @param path where it is, as [dev.japply.tree.FieldPath] writes it
/// @param values the field in the three documents and afterwards
/// @param cause why it changes or stays
/// @param managers who wrote what is live, the one that the cause is about first
/// @param place says where it stands in the manifest, or what is nearest to it
public record FieldStory(
    String path, Documents values, Cause cause, List<Manager> managers, Supplier<Origin> place) {
  public FieldStory {
    managers = List.copyOf(managers);
  }

  /// The field in each document; missing where it is not there.
  public record Documents(Node lastApplied, Node manifest, Node live, Node result) {}

  /// Whether it changes nothing, and only says how the patch is to be read.
  public boolean isDirective() {
    return cause.effect() == Cause.Effect.NONE;
  }

  /// The same without what the documents say there.
  public FieldStory withoutValues() {
    var none = new Documents(Missing.MISSING, Missing.MISSING, Missing.MISSING, values.result());
    return new FieldStory(path, none, cause, managers, place);
  }

  /// Where it stands in the manifest, or what is nearest to it.
  public Origin origin() {
    return place.get();
  }

  /// Whether the field becomes another.
  public boolean changes() {
    return cause.effect() == Cause.Effect.CHANGES;
  }

  /// Whether a rule keeps it as it is live, though it would change otherwise.
  public boolean isIgnored() {
    return cause.code().equals(Cause.IGNORED);
  }

  /// Whether the manifest has it.
  public boolean isInManifest() {
    return !(values.manifest() instanceof Missing);
  }
}
