package dev.japply.kustomize.load;

import dev.japply.problem.Origin;

/// An entry of `images`: what becomes of images of that name.
public record ImageEntry(
    String name, String newName, String newTag, String digest, String tagSuffix, Origin place) {

  /// The entry in `map`.
  public static ImageEntry read(FieldReader map) {
    return new ImageEntry(
        map.text("name"),
        map.text("newName"),
        map.text("newTag"),
        map.text("digest"),
        map.text("tagSuffix"),
        map.place());
  }
}
