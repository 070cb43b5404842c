package dev.japply.kustomize.build;

import dev.japply.kustomize.load.Folder.Restriction;
import dev.japply.kustomize.load.Remotes;
import dev.japply.problem.ByteLimit;
import java.nio.file.Path;

/// How to build.
///
/// @param working what relative paths start from
/// @param restriction which files a kustomization may load
/// @param limit how much is read of a file
/// @param differences where not to do as kustomize
/// @param remotes where that comes from which is not on this machine
public record BuildOptions(
    Path working,
    Restriction restriction,
    ByteLimit limit,
    Differences differences,
    Remotes remotes) {

  /// Where a build differs from kustomize's.
  ///
  /// @param unmatched what becomes of patches whose target selects nothing
  /// @param customLists what becomes of the lists of custom resources in patches
  public record Differences(Unmatched unmatched, CustomLists customLists) {}

  /// What a patch does with a list of a custom resource.
  public enum CustomLists {
    /// It merges with it as the CustomResourceDefinition says that is among the objects.
    MERGED,
    /// It replaces it.
    REPLACED
  }

  /// Builds of what is on this machine, in japply's way.
  public static BuildOptions local(Path working) {
    return new BuildOptions(
        working,
        Restriction.ROOT_ONLY,
        ByteLimit.DEFAULT,
        new Differences(Unmatched.REFUSED, CustomLists.MERGED),
        Remotes.NONE);
  }
}
