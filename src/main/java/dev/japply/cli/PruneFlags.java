package dev.japply.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// The flags about objects that the manifests no longer have, which `apply` and `diff` share.
final class PruneFlags {
  @Option(
      names = "--prune",
      arity = "1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Delete what was applied and is no longer in the manifests.")
  boolean prune;

  @Option(
      names = "--prune-allowlist",
      paramLabel = "GROUP/VERSION/KIND",
      description = "Prune objects of this type, in place of the default types; again for more.")
  List<String> allowlist = new ArrayList<>();
}
