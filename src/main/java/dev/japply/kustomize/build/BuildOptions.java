package dev.japply.kustomize.build;

import dev.japply.kustomize.load.FileLoader.Base;
import dev.japply.kustomize.load.FileLoader.Restriction;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.kyaml.KustomizePatch.ListItems;
import dev.japply.problem.ByteLimit;
import java.nio.file.Path;

/// Options for a build.
///
/// @param base the files that have the kustomization
/// @param restriction the files that a kustomization may load
/// @param limit the maximum size of a file
/// @param differences the intended differences from kustomize
/// @param remotes fetches files that are not on this machine
public record BuildOptions(
    Base base,
    Restriction restriction,
    ByteLimit limit,
    Differences differences,
    RemoteLoader remotes) {
  /// Creates the options for files of this machine.
  ///
  /// @param working the base for relative paths
  public BuildOptions(
      Path working,
      Restriction restriction,
      ByteLimit limit,
      Differences differences,
      RemoteLoader remotes) {
    this(Base.onDisk(working), restriction, limit, differences, remotes);
  }

  /// The differences between a build and kustomize's.
  ///
  /// @param unmatched the handling of patches whose target selects nothing
  /// @param customLists the handling of custom resources' lists in patches
  /// @param items the items that patches keep in lists, and the handling of items without a key
  /// @param foldedTexts the handling of folded texts (`>`) with lines that are indented more
  /// @param embeddedTexts the handling of JSON and YAML in texts by replacements
  /// @param faults the handling of faults that kustomize 5.8.2 corrects
  public record Differences(
      Unmatched unmatched,
      CustomLists customLists,
      ListItems items,
      FoldedTexts foldedTexts,
      EmbeddedTexts embeddedTexts,
      Faults faults) {

    /// Returns japply's own behaviour.
    public static Differences japply() {
      return new Differences(
          Unmatched.REFUSED,
          CustomLists.MERGED,
          ListItems.KEPT,
          FoldedTexts.KEPT,
          EmbeddedTexts.EXACT,
          Faults.CORRECTED);
    }

    public static Differences kustomize() {
      return new Differences(
          Unmatched.PASSED_OVER,
          CustomLists.REPLACED,
          ListItems.AS_KUSTOMIZE,
          FoldedTexts.REWRITTEN,
          EmbeddedTexts.AS_KUSTOMIZE,
          Faults.KEPT);
    }

    /// Returns these with another handling of unmatched patches.
    public Differences with(Unmatched other) {
      return new Differences(other, customLists, items, foldedTexts, embeddedTexts, faults);
    }
  }

  /// The effect of a replacement on JSON or YAML in a text.
  public enum EmbeddedTexts {
    /// All of the text stays, parts (`options`) count, and a value that cannot be set is an error.
    EXACT,
    /// As in kustomize 5.8.1, some replacements have no effect, and documents are lost.
    AS_KUSTOMIZE
  }

  /// Faults of kustomize 5.8.1.
  public enum Faults {
    /// Labels, images and namespaces are set as in 5.8.2, and a generator that merges keeps what it
    /// does not describe.
    CORRECTED,
    /// They are set as in 5.8.1.
    KEPT
  }

  /// The lines of a folded text that are indented more than its first one.
  public enum FoldedTexts {
    /// They stay as they are written.
    KEPT,
    /// They get an empty line before them.
    REWRITTEN
  }

  /// The effect of a patch on a list of a custom resource.
  public enum CustomLists {
    /// It merges according to the CustomResourceDefinition among the objects.
    MERGED,
    /// It replaces it.
    REPLACED
  }

  /// Returns the options for a build of local files with japply's own behavior.
  public static BuildOptions local(Path working) {
    return new BuildOptions(
        working, Restriction.ROOT_ONLY, ByteLimit.DEFAULT, Differences.japply(), RemoteLoader.NONE);
  }

  /// The handling of a patch whose target selects no object.
  public enum Unmatched {
    /// It is an error, but in a component, which is made for several overlays.
    REFUSED,
    /// It is passed over, as in kustomize.
    PASSED_OVER
  }
}
