package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.LineRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of `patches`.
///
/// @param path the file of the patch; empty if the patch is inline
/// @param patch the patch; empty if it is in a file
/// @param target selects the objects; null if the patch itself identifies its object
/// @param mayRename whether the patch may change the name of its object
/// @param mayChangeKind whether the patch may change the kind of its object
/// @param patchPlace the position of the text of `patch`
/// @param lines the lines of the entry without `patch`
public record PatchEntry(
    String path,
    String patch,
    @Nullable ResourceSelector target,
    boolean mayRename,
    boolean mayChangeKind,
    Origin place,
    Origin patchPlace,
    List<LineRange> lines) {
  public static PatchEntry read(FieldReader map) {
    Options options = map.map("options", Options::read);
    return new PatchEntry(
        map.text("path"),
        map.text("patch"),
        map.map("target", ResourceSelector::read),
        options != null && options.name(),
        options != null && options.kind(),
        map.place(),
        map.textPlace("patch"),
        map.lines("target", "path", "options"));
  }

  private record Options(boolean name, boolean kind) {
    static Options read(FieldReader map) {
      return new Options(map.flag("allowNameChange"), map.flag("allowKindChange"));
    }
  }
}
