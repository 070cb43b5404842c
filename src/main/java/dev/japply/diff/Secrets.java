package dev.japply.diff;

import dev.japply.object.SecretCopies;
import dev.japply.object.SecretMask;
import dev.japply.tree.Node;

/// Treatment of the values of Secrets.
public enum Secrets {
  MASKED,
  /// Shown, at the user's request.
  SHOWN;

  /// Two states of one object, as they are shown.
  ///
  /// @param copies texts of the object that are values of Secrets
  public SecretMask.Pair shown(Node before, Node after, SecretCopies copies) {
    return switch (this) {
      case MASKED -> SecretMask.pair(before, after, copies);
      case SHOWN -> new SecretMask.Pair(before, after);
    };
  }
}
