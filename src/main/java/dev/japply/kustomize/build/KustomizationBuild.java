package dev.japply.kustomize.build;

import dev.japply.kustomize.field.FieldTable;
import dev.japply.kustomize.generate.NameHash;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.reference.NameReferences;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.kustomize.resource.Scopes;
import dev.japply.manifest.document.Spelling;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Builds the objects of a kustomization. The steps and their order are kustomize's.
public final class KustomizationBuild {
  private KustomizationBuild() {}

  /// What a build came to.
  ///
  /// @param objects the objects in kustomize's order, each of which knows where its fields are
  ///   written
  /// @param warnings what is doubtful about the kustomizations
  public record Result(List<KubeObject> objects, List<Problem> warnings) {
    public Result {
      objects = List.copyOf(objects);
      warnings = List.copyOf(warnings);
    }
  }

  /// What the kustomization in `folder` describes.
  ///
  /// @param folder where it is, or its address in a repository
  /// @throws JapplyException when it cannot be built, with file and line
  public static Result run(String folder, BuildOptions options) {
    FieldTable table = FieldTable.load();
    var build = new Build(new Spelling(), new Scopes(table.clusterScoped()));
    var warnings = new ArrayList<Problem>();
    var accumulation = new Accumulation(build, table.config(), options.differences(), warnings);
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
    return new Result(objects, warnings);
  }
}
