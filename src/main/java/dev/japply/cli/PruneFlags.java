package dev.japply.cli;

import dev.japply.object.Gvk;
import java.util.ArrayList;
import java.util.List;

/// The flags about objects that the manifests no longer have, which `apply` and `diff` share.
final class PruneFlags {
  boolean prune;
  List<String> allowlist = new ArrayList<>();

  /// Adds them to those of a command.
  void declare(Flags flags) {
    flags
        .add("--prune")
        .help("Delete what was applied and is no longer in the manifests.")
        .bool(prune, value -> prune = value);
    flags
        .add("--prune-allowlist")
        .label("GROUP/VERSION/KIND")
        .help("Prune objects of this type, in place of the default types; again for more.")
        .texts(allowlist);
  }

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
