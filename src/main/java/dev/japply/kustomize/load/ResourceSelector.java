package dev.japply.kustomize.load;

import dev.japply.object.Gvk;
import dev.japply.problem.Origin;

/// Selects the objects for a patch. Empty parts select all. The others, except for the selectors,
/// are regular expressions that must match the whole text.
public record ResourceSelector(
    Gvk kinds,
    String namespace,
    String name,
    String labelSelector,
    String annotationSelector,
    Origin place) {

  public static ResourceSelector read(FieldReader map) {
    return new ResourceSelector(
        new Gvk(map.text("group"), map.text("version"), map.text("kind")),
        map.text("namespace"),
        map.text("name"),
        map.text("labelSelector"),
        map.text("annotationSelector"),
        map.place());
  }
}
