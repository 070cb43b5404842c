package dev.japply.check;

import dev.japply.object.KubeObject;
import dev.japply.object.SecretValues;
import dev.japply.problem.Problem;
import dev.japply.problem.WarningId;
import dev.japply.tree.FieldPath;
import org.jspecify.annotations.Nullable;

/// A mistake in an object.
///
/// @param path the field
/// @param what the mistake, with the path
/// @param hint the correction; may be empty
/// @param warning the kind of warning; null for an error
/// @param isUnserved whether the field or the type is none that the version of Kubernetes has
record Finding(
    FieldPath path, String what, String hint, @Nullable WarningId warning, boolean isUnserved) {
  Finding(FieldPath path, String what, String hint, @Nullable WarningId warning) {
    this(path, what, hint, warning, false);
  }

  /// Returns an error about a field or a type that the version of Kubernetes does not have.
  ///
  /// @param what the mistake, with the path
  static Finding unserved(FieldPath path, String what, String hint) {
    return new Finding(path, what, hint, null, true);
  }

  static Finding error(FieldPath path, String what, String hint) {
    String start = path instanceof FieldPath.Root ? "" : path + ": ";
    return new Finding(path, start + what, hint, null);
  }

  /// Returns an error about a field that is required.
  static Finding missing(FieldPath path) {
    return error(path, "required value is missing", "add it");
  }

  static Finding warning(WarningId id, FieldPath path, String what, String hint) {
    return new Finding(path, path + ": " + what, hint, id);
  }

  /// Returns a mistake in a part of an object as one of the whole object.
  Finding below(FieldPath parent) {
    FieldPath whole = path.below(parent);
    String said =
        path instanceof FieldPath.Root ? what : what.replace(path.toString(), whole.toString());
    return new Finding(whole, said, hint, warning, isUnserved);
  }

  /// Returns the problem of `object`, with the position of the field and without Secret values.
  Problem of(KubeObject object) {
    var origin = object.positions().apply(path);
    String subject = object.key().subject();
    String said = SecretValues.scrubbed(what, object);
    return warning == null
        ? Problem.error(origin, subject, said, hint)
        : Problem.warning(warning, origin, subject, said, hint);
  }
}
