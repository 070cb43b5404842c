package dev.japply.kustomize;

import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.load.Remotes;
import dev.japply.kustomize.transform.Unmatched;
import java.nio.file.Path;

/// How to build.
///
/// @param working what relative paths start from
/// @param restriction which files a kustomization may load
/// @param unmatched what becomes of patches whose target selects nothing
/// @param remotes where that comes from which is not on this machine
public record BuildOptions(
    Path working, Restriction restriction, Unmatched unmatched, Remotes remotes) {

  /// Builds of what is on this machine.
  public BuildOptions(Path working, Restriction restriction, Unmatched unmatched) {
    this(working, restriction, unmatched, Remotes.NONE);
  }
}
