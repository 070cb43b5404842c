package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;

/// Which objects a patch is for. Empty parts select all; the others, but for the selectors, are
/// regular expressions for the whole text.
public record Target(
    Gvk kinds,
    String namespace,
    String name,
    String labelSelector,
    String annotationSelector,
    Origin place) {

  /// The entry in `map`.
  public static Target read(FieldReader map) {
    return new Target(
        new Gvk(map.text("group"), map.text("version"), map.text("kind")),
        map.text("namespace"),
        map.text("name"),
        map.text("labelSelector"),
        map.text("annotationSelector"),
        map.place());
  }
}
