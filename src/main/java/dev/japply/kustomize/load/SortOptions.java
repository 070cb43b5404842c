package dev.japply.kustomize.load;

import dev.japply.kyaml.KindOrder;
import dev.japply.problem.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order of the objects in the output.
///
/// @param order `legacy` or `fifo`, as written
/// @param kinds the order of kinds; null if the default order applies
public record SortOptions(String order, @Nullable KindOrder kinds, Origin place) {

  static SortOptions read(FieldReader map) {
    return new SortOptions(
        map.text("order"), map.map("legacySortOptions", SortOptions::kinds), map.place());
  }

  private static KindOrder kinds(FieldReader map) {
    return new KindOrder(texts(map.texts("orderFirst")), texts(map.texts("orderLast")));
  }

  private static List<String> texts(List<TextEntry> entries) {
    return entries.stream().map(TextEntry::text).toList();
  }
}
