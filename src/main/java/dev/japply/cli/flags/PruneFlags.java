package dev.japply.cli.flags;

import dev.japply.cli.context.UsageException;
import dev.japply.object.Gvk;
import java.util.ArrayList;
import java.util.List;

/// The flags about objects that the manifests no longer have, which `apply` and `diff` share.
public final class PruneFlags {
  boolean prune;
  List<String> allowlist = new ArrayList<>();

  /// Adds them to those of a command.
  public void declare(Flags flags) {
    flags
        .add("--prune")
        .help("Delete objects that were applied before and are no longer in the manifests.")
        .bool(prune, value -> prune = value);
    flags
        .add("--prune-allowlist")
        .label("GROUP/VERSION/KIND")
        .help("Prune objects of this type instead of the default types; may be repeated.")
        .texts(allowlist);
  }

  /// Whether it is to be pruned.
  public boolean isWanted() {
    return prune;
  }

  /// Whether the types to prune are listed.
  public boolean hasAllowlist() {
    return !allowlist.isEmpty();
  }

  /// The types in the allowlist.
  public List<Gvk> types() {
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
