package dev.japply.cli.flags;

import dev.japply.apply.ApplyMethod.ServerSide;

/// The flags that let the server merge, and the name that it writes down.
public final class ServerSideFlags {
  private final Flag<Boolean> serverSide;
  private final Flag<Boolean> forceConflicts;
  private final Flag<String> fieldManager;

  public ServerSideFlags(Flags flags) {
    serverSide =
        flags
            .add("--server-side")
            .help(
                "Use server-side apply: the server merges the manifest, and no annotation is"
                    + " written.")
            .bool(false);
    forceConflicts =
        flags
            .add("--force-conflicts")
            .help("Take over fields that other managers own; only with --server-side.")
            .bool(false);
    fieldManager =
        flags
            .add("--field-manager")
            .label("NAME")
            .help("The name that the server records as owner of the fields.")
            .byDefault("kubectl-client-side-apply, or kubectl with --server-side")
            .text("");
  }

  /// Whether the server is to merge.
  public boolean isWanted() {
    return serverSide.get();
  }

  /// Checks that they go together.
  ///
  /// @throws UsageException when they do not
  public void check() {
    if (forceConflicts.get() && !serverSide.get()) {
      throw new UsageException("--force-conflicts only works with --server-side");
    }
  }

  /// The name, or the default that goes with the way to apply.
  public String fieldManager() {
    if (!fieldManager.get().isEmpty()) {
      return fieldManager.get();
    }
    return serverSide.get() ? "kubectl" : "kubectl-client-side-apply";
  }

  /// The options of a server-side apply.
  ///
  /// @param compared whether it is to be told if objects were changed
  public ServerSide method(String subresource, boolean compared) {
    return new ServerSide(forceConflicts.get(), subresource, compared);
  }
}
