package dev.japply.cli;

import dev.japply.object.Gvk;
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

  /// The types in the allowlist.
  List<Gvk> types() {
    return prune ? allowlist.stream().map(PruneFlags::type).toList() : List.of();
  }

  private static Gvk type(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      throw new UsageException(
          "invalid GroupVersionKind format: %s, please follow <group/version/kind>"
              .formatted(text));
    }
    return new Gvk(parts[0].equals("core") ? "" : parts[0], parts[1], parts[2]);
  }
}
