package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import java.util.List;

/// An entry of `images`: the changes of images with that name.
///
/// @param lines the lines of the entry
public record ImageEntry(
    String name,
    String newName,
    String newTag,
    String digest,
    String tagSuffix,
    Origin place,
    DecidingLines lines) {

  public ImageEntry with(List<LineRange> more) {
    DecidingLines all = lines.where(more);
    return new ImageEntry(name, newName, newTag, digest, tagSuffix, place, all);
  }

  public static ImageEntry read(FieldReader map) {
    return new ImageEntry(
        map.text("name"),
        map.text("newName"),
        map.text("newTag"),
        map.text("digest"),
        map.text("tagSuffix"),
        map.place(),
        lines(map));
  }

  private static DecidingLines lines(FieldReader map) {
    return DecidingLines.of(
        map.lines("newName", "newTag", "digest", "tagSuffix"), map.lines("name"));
  }
}
