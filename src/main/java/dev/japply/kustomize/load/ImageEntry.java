package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.LineRange;
import java.util.List;

/// An entry of `images`: the changes of images with that name.
///
/// @param lines all lines of the entry
public record ImageEntry(
    String name,
    String newName,
    String newTag,
    String digest,
    String tagSuffix,
    Origin place,
    List<LineRange> lines) {

  public ImageEntry with(List<LineRange> more) {
    List<LineRange> all = LineRange.joined(lines, more);
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
        map.lines());
  }
}
