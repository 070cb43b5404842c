package dev.japply.kustomize.transform;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.merge.kustomize.KustomizePatch;

/// All that a kustomization does to the objects of its layer, in kustomize's order.
public final class Transformers {
  private final Build build;
  private final KustomizePatch merge;

  public Transformers(Build build, KustomizePatch merge) {
    this.build = build;
    this.merge = merge;
  }

  /// Transforms `resources`.
  ///
  /// @param folder where the files of patches are
  public void transform(
      ResourceSet resources, KustomizationFile file, FieldConfig config, Folder folder) {
    var patching = new Patching(resources, folder, build, merge);
    patching.patchStrategically(file);
    patching.patch(file);
    new Naming(resources, config, build.spelling()).name(file);
    new Marking(resources, config).mark(file);
    patching.patchJson(file);
    new Workloads(resources, config, build.spelling()).set(file);
  }
}
