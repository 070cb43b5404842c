package dev.japply.kustomize.load;

import dev.japply.problem.Origin;

/// An entry of `images`: the changes of images with that name.
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
