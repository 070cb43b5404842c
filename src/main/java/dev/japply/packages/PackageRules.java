package dev.japply.packages;

import dev.japply.tree.Value.MapValue;
import java.util.List;

/// How packages merge.
///
/// @param winner whose value counts where both sides changed a field
/// @param inferredKeys the fields that tell the items of a list apart which no schema describes;
///   empty where such a list is one value
/// @param definitions CustomResourceDefinitions beside those of the package
public record PackageRules(Winner winner, List<String> inferredKeys, List<MapValue> definitions) {
  /// Local values stay, and schemas alone say what tells items apart.
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
