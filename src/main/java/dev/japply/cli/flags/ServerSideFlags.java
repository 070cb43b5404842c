package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod.ServerSide;

/// The flags for server-side apply, and for the field manager.
public final class ServerSideFlags {
  private final Flag<Boolean> serverSide;
  private final Flag<Boolean> forceConflicts;
  private final Flag<String> fieldManager;

  public ServerSideFlags(Flags flags) {
    serverSide =
        flags
            .add("--server-side")
            .help("Use server-side apply: the server merges, and there is no annotation.")
            .bool(false);
    forceConflicts =
        flags
            .add("--force-conflicts")
            .rare()
            .help("Take over fields of other managers; only with --server-side.")
            .bool(false);
    fieldManager =
        flags
            .add("--field-manager")
            .rare()
            .label("NAME")
            .help("The name that the server records as the owner of the fields.")
            .byDefault("kubectl-client-side-apply, or kubectl with --server-side")
            .text("");
  }

  /// Whether server-side apply is requested.
  public boolean isWanted() {
    return serverSide.get();
  }

  /// Checks the combination of these flags.
  ///
  /// @throws UsageException if the combination is invalid
  public void check() {
    if (forceConflicts.get() && !serverSide.get()) {
      throw new UsageException("--force-conflicts only works with --server-side");
    }
  }

  /// Returns the field manager, or the default for the apply method.
  public String fieldManager() {
    if (!fieldManager.get().isEmpty()) {
      return fieldManager.get();
    }
    return serverSide.get() ? "kubectl" : "kubectl-client-side-apply";
  }

  /// Returns the options of a server-side apply.
  ///
  /// @param compared whether to report if objects were changed
  public ServerSide method(String subresource, boolean compared) {
    return new ServerSide(forceConflicts.get(), subresource, compared);
  }
}
