package dev.japply.apply;

import org.jspecify.annotations.Nullable;

/// Who merges.
public sealed interface ApplyMethod {

  /// japply, which sends a patch.
  ///
  /// @param replacement how an object is replaced that takes no patch; null when that is an error
  record ClientSide(@Nullable Replacement replacement) implements ApplyMethod {
    /// Nothing is replaced.
    public static final ClientSide PATCHING = new ClientSide(null);
  }

  /// The server, which is sent the manifest.
  ///
  /// @param forceConflicts whether fields of other managers are taken over
  /// @param subresource the part of the object that is applied, as `status`; empty for the object
  /// @param compared whether the object is read before, to know whether it was changed
  record ServerSide(boolean forceConflicts, String subresource, boolean compared)
      implements ApplyMethod {}
}
