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

  /// What the kustomization in `folder` describes.
  ///
  /// Files are read in and below the folders of the kustomizations that name them, also behind
  /// symbolic links; nothing is written, and no program is run. Nothing is fetched: what is in a
  /// repository or behind a URL is refused, and so are a patch whose target selects nothing, Helm
  /// charts and plugins.
  ///
  /// @param folder a directory of this machine, absolute or from the working directory; places in
  ///   the result start with it as it is written here
  /// @throws dev.japply.problem.JapplyException when it cannot be built: each problem has the file
  ///   and line of what is at fault
  public static BuiltObjects build(Path folder) {
    KustomizationBuild.Result result =
        KustomizationBuild.run(folder.toString(), BuildOptions.local(Path.of("")));
    return new BuiltObjects(result.objects(), result.warnings());
  }
}
