package dev.japply.schema;

import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import java.util.List;

/// Rule for merging one field, from the OpenAPI extensions of that field.
///
/// @param strategies `x-kubernetes-patch-strategy`, split at commas: `merge`, `replace`,
///   `retainKeys`; empty for the default
/// @param mergeKey `x-kubernetes-patch-merge-key`; empty when there is none
/// @param defaultValue the `default` of the field; `Missing` when there is none
public record PatchRule(List<String> strategies, String mergeKey, Node defaultValue) {
  /// No rule.
  public static final PatchRule NONE = new PatchRule(List.of(), "", Missing.MISSING);

  public PatchRule {
    strategies = List.copyOf(strategies);
  }
}
