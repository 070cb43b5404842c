package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An entry of `patches`.
///
/// @param path the file of the patch; empty when it is written in place
/// @param patch the patch; empty when it is in a file
/// @param target which objects it is for; null when the patch says so itself
/// @param patchPlace where the text of `patch` begins
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
