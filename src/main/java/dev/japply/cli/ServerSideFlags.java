package dev.japply.cli;

import dev.japply.execute.ApplyMethod.ServerSide;
import picocli.CommandLine.Option;

/// The flags that let the server merge, and the name that it writes down.
final class ServerSideFlags {
  @Option(
      names = "--server-side",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Let the server merge: send it the whole manifest, without an annotation.")
  boolean serverSide;

  @Option(
      names = "--force-conflicts",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Take over fields of other managers; only with --server-side.")
  boolean forceConflicts;

  @Option(
      names = "--field-manager",
      paramLabel = "NAME",
      description = "Who the server writes down as the owner of the fields.")
  String fieldManager = "";

  /// @throws UsageException when they do not go together
  void check() {
    if (forceConflicts && !serverSide) {
      throw new UsageException("--force-conflicts only works with --server-side");
    }
  }

  /// The name, or the default that goes with the way to apply.
  String fieldManager() {
    if (!fieldManager.isEmpty()) {
      return fieldManager;
    }
    return serverSide ? "kubectl" : "kubectl-client-side-apply";
  }

  /// How the server is to apply.
  ///
  /// @param compared whether it is to be told if objects were changed
  ServerSide method(String subresource, boolean compared) {
    return new ServerSide(forceConflicts, subresource, compared);
  }
}
