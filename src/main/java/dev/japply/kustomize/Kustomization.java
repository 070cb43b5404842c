package dev.japply.kustomize;

import dev.japply.kustomize.build.BuildOptions;
import dev.japply.kustomize.build.KustomizationBuild;
import java.nio.file.Path;

/// Builds the objects of a kustomization, as `japply build` does:
///
/// ```java
/// for (KubeObject object : Kustomization.build(Path.of("overlays/prod")).objects()) {
///   FieldPath image = FieldPath.root().key("spec").key("image");
///   System.out.println(object.key().subject() + " is at " + object.origin());
///   System.out.println("its image is at " + object.positions().apply(image));
/// }
/// ```
public final class Kustomization {
  private Kustomization() {}

  /// Builds the kustomization in a local directory.
  ///
  /// Reads files in and below the directories of the kustomizations that name them, also through
  /// symbolic links. Writes no files, runs no programs and fetches nothing. Rejects repositories,
  /// URLs, Helm charts, plugins, and patches whose target selects nothing.
  ///
  /// @param directory its path, absolute or relative to the working directory; positions in the
  ///   result start with this path as given
  /// @throws dev.japply.problem.JapplyException if the build fails: each problem has the file and
  ///   line of its cause
  public static BuiltObjects build(Path directory) {
    KustomizationBuild.Result result =
        KustomizationBuild.run(directory.toString(), BuildOptions.local(Path.of("")));
    return new BuiltObjects(result.objects(), result.warnings());
  }
}
