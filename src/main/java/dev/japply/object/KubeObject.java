package dev.japply.object;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.util.function.Function;

/// One object as a manifest holds it.
///
/// @param tree the whole object
/// @param origin position of the document (or of the item of a `List`)
/// @param positions the place of a field of `tree`: of the field itself, or of the nearest one
///   above it that the manifest holds
/// @param copies texts of its fields that a kustomization took from a Secret
public record KubeObject(
    MapValue tree, Origin origin, Function<FieldPath, Origin> positions, SecretCopies copies) {

  /// An object without copies of secret values.
  public KubeObject(MapValue tree, Origin origin, Function<FieldPath, Origin> positions) {
    this(tree, origin, positions, SecretCopies.NONE);
  }

  /// An object whose fields' places are not known.
  public static KubeObject of(MapValue tree, Origin origin) {
    return new KubeObject(tree, origin, path -> origin);
  }

  /// The same object with another tree; fields keep their places.
  public KubeObject withTree(MapValue tree) {
    return new KubeObject(tree, origin, positions, copies);
  }

  /// The same object with more texts that are to be masked.
  public KubeObject with(SecretCopies more) {
    return new KubeObject(tree, origin, positions, copies.and(more));
  }

  /// The object's kind and name with its position, without its values.
  @Override
  public String toString() {
    return key().subject() + (origin.equals(Origin.NONE) ? "" : " (" + origin + ")");
  }

  public Gvk gvk() {
    return Gvk.of(tree);
  }

  public String name() {
    return tree.map("metadata").text("name");
  }

  /// The namespace that the object names; empty when it names none.
  public String namespace() {
    return tree.map("metadata").text("namespace");
  }

  /// Returns the identity of this object.
  public ObjectKey key() {
    Gvk gvk = gvk();
    return new ObjectKey(gvk.group(), gvk.kind(), namespace(), name());
  }

  /// Returns an error about this object, at its position.
  public Problem error(String what, String hint) {
    return Problem.error(origin, key().subject(), what, hint);
  }

  /// Returns a warning about this object, at its position.
  public Problem warning(WarningId id, String what, String hint) {
    return Problem.warning(id, origin, key().subject(), what, hint);
  }
}
