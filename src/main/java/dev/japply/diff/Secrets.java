package dev.japply.diff;

import dev.japply.tree.Node;

/// Whether the values of Secrets are shown.
public enum Secrets {
  MASKED,
  /// Because the user has asked for it.
  SHOWN;

  /// Two states of one object, as they are shown.
  public SecretPair shown(Node before, Node after) {
    return switch (this) {
      case MASKED -> SecretPair.masked(before, after);
      case SHOWN -> new SecretPair(before, after);
    };
  }
}
