package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An entry of `patches`.
///
/// @param path the file of the patch; empty if the patch is inline
/// @param patch the patch; empty if it is in a file
/// @param target selects the objects; null if the patch itself identifies its object
/// @param patchPlace the position of the text of `patch`
public record PatchEntry(
    String path,
    String patch,
    @Nullable Target target,
    Map<String, Boolean> options,
    Origin place,
    Origin patchPlace) {
  public PatchEntry {
    options = Map.copyOf(options);
  }

  /// The entry in `map`.
  public static PatchEntry read(FieldReader map) {
    return new PatchEntry(
        map.text("path"),
        map.text("patch"),
        map.map("target", Target::read),
        map.flagMap("options"),
        map.place(),
        map.textPlace("patch"));
  }
}
