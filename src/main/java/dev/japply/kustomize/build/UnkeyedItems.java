package dev.japply.kustomize.build;

import dev.japply.diff.SimilarName;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.Step;
import dev.japply.kyaml.KustomizePatch;
import dev.japply.kyaml.ListItems;
import dev.japply.kyaml.UnkeyedItem;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.List;

/// Reports the items without a key that would make a patch lose items.
record UnkeyedItems(Build build, ListItems items) {

  /// Reports the items of a patch, and of the lists that it changes.
  ///
  /// @throws JapplyException unless the build follows kustomize, where they are warnings
  void report(KustomizePatch merge, BuiltResource object, MapValue patch, Step written) {
    List<Problem> problems =
        merge.itemsWithoutKey(object.tree(), patch).stream()
            .map(item -> problem(item, object, patch, written))
            .toList();
    if (problems.isEmpty()) {
      return;
    }
    if (items == ListItems.KEPT) {
      throw new JapplyException(problems);
    }
    problems.forEach(build::warn);
  }

  private Problem problem(UnkeyedItem item, BuiltResource object, MapValue patch, Step written) {
    String what = "%s has no %s, which identifies it".formatted(item.path(), item.key());
    Node value = item.path().in(item.isInPatch() ? patch : object.tree());
    String hint =
        value instanceof MapValue map
            ? SimilarName.find(map.entries().keySet(), item.key())
                .map(similar -> "write %s instead of %s".formatted(item.key(), similar))
                .orElse("add " + item.key())
            : "write a map with " + item.key();
    if (!item.isInPatch()) {
      hint += "; a patch changes the list";
    }
    boolean kept = items == ListItems.KEPT;
    return new Problem(
        kept ? Severity.ERROR : Severity.WARNING,
        item.isInPatch() ? written.place(item.path()) : object.place(item.path()),
        object.subject(),
        kept ? what : what + ": kustomize loses items of the list",
        hint,
        null);
  }
}
