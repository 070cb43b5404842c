package dev.japply.kustomize.build;

import dev.japply.kustomize.load.BuiltResource;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import java.util.List;

/// Values that a replacement or a variable takes from a Secret, or from a copy of one.
final class TakenSecrets {
  private TakenSecrets() {}

  /// Returns the copies that `taken` makes in its target objects; none if it is not secret.
  ///
  /// @param from the source object
  /// @param path the steps to its field
  static SecretCopies of(BuiltResource from, List<String> path, Value taken) {
    boolean secret =
        isHidden(from, path)
            || from.copies().areWithin(taken)
            || SecretValues.of(from.tree()).areIn(taken);
    return secret ? SecretCopies.NONE.with(taken) : SecretCopies.NONE;
  }

  private static boolean isHidden(BuiltResource from, List<String> path) {
    FieldPath field = FieldPath.root();
    for (String step : path) {
      field = step.isBlank() ? field : field.key(step.strip());
    }
    return SecretMask.covers(from.id().gvk()) && SecretMask.hides(field);
  }
}
