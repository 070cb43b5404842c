package dev.japply.apply;

import org.jspecify.annotations.Nullable;

/// Client-side or server-side apply.
public sealed interface ApplyMethod {

  /// japply, which sends a patch.
  ///
  /// @param replacement recreation of an object that takes no patch; null if that is an error
  record ClientSide(@Nullable ForceReplace replacement) implements ApplyMethod {
    /// Nothing is replaced.
    public static final ClientSide PATCHING = new ClientSide(null);
  }

  /// The server, which is sent the manifest.
  ///
  /// @param forceConflicts whether fields of other managers are adopted
  /// @param subresource the subresource to apply, such as `status`; empty if the object is applied
  /// @param compared whether the object is read before, to detect whether the write changed it
  record ServerSide(boolean forceConflicts, String subresource, boolean compared)
      implements ApplyMethod {}
}
