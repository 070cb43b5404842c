package dev.japply.kustomize;

import dev.japply.kustomize.field.FieldTable;
import dev.japply.kustomize.generate.NameHash;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.reference.NameReferences;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.kustomize.resource.Scopes;
import dev.japply.kustomize.transform.Unmatched;
import dev.japply.manifest.document.Spelling;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Builds the objects of a kustomization:
///
/// ```java
/// for (KubeObject object : Kustomization.build(Path.of("overlays/prod")).objects()) {
///   System.out.println(object.key().subject() + " of " + object.origin());
/// }
/// ```
///
/// The steps and their order are kustomize's.
public final class Kustomization {
  private Kustomization() {}

  /// What the kustomization in `folder` describes.
  ///
  /// @throws JapplyException when it cannot be built, with file and line
  public static BuiltObjects build(Path folder) {
    var options = new BuildOptions(Path.of(""), Folder.Restriction.ROOT_ONLY, Unmatched.REFUSED);
    return build(folder.toString(), options);
  }

  /// The same with options.
  ///
  /// @throws JapplyException when it cannot be built, with file and line
  public static BuiltObjects build(String folder, BuildOptions options) {
    FieldTable table = FieldTable.load();
    var build = new Build(new Spelling(), new Scopes(table.clusterScoped()));
    var warnings = new ArrayList<Problem>();
    var accumulation = new Accumulation(build, table.config(), options.unmatched(), warnings);
    Folder root = Folder.open(options.working(), folder, options.restriction(), options.remotes());
    KustomizationFile file = accumulation.readRoot(root);
    Layer layer = accumulation.accumulate(root, file, new Layer(build));
    ResourceSet resources = layer.resources();
    new NameHash(build.spelling()).append(resources);
    new NameReferences(layer.config(), build.spelling()).update(resources);
    layer.vars().resolve(resources, layer.config(), build.spelling(), warnings);
    var finish = new Finish(build.spelling());
    finish.dropLocal(resources);
    finish.sort(resources, file.sortOptions());
    finish.clean(resources, file.buildMetadata());
    List<KubeObject> objects =
        resources.all().stream()
            .map(resource -> new KubeObject(resource.tree(), resource.origin(), resource::place))
            .toList();
    return new BuiltObjects(objects, warnings);
  }
}
