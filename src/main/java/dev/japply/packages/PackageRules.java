package dev.japply.packages;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Rules for merging packages.
///
/// @param winner the side whose value is used if both sides changed a field
/// @param inferredKeys the fields that identify list items without a schema; empty if such a list
///   merges as a single value
/// @param definitions CustomResourceDefinitions in addition to the ones in the package
public record PackageRules(Winner winner, List<String> inferredKeys, List<MapValue> definitions) {
  /// Keeps local values, and identifies list items by schemas alone.
  public static final PackageRules DEFAULT = new PackageRules(Winner.LOCAL, List.of(), List.of());

  public PackageRules {
    inferredKeys = List.copyOf(inferredKeys);
    definitions = List.copyOf(definitions);
  }

  /// The same with another winner.
  public PackageRules withWinner(Winner other) {
    return new PackageRules(other, inferredKeys, definitions);
  }
}
