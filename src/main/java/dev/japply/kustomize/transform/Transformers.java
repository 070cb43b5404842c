package dev.japply.kustomize.transform;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.ReplacementReader;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.kustomize.substitute.Replacements;
import dev.japply.merge.kustomize.KustomizePatch;

/// All that a kustomization does to the objects of its layer, in kustomize's order.
public final class Transformers {
  private final Build build;
  private final KustomizePatch merge;
  private final Unmatched unmatched;

  public Transformers(Build build, KustomizePatch merge, Unmatched unmatched) {
    this.build = build;
    this.merge = merge;
    this.unmatched = unmatched;
  }

  /// Transforms `resources`.
  ///
  /// @param folder where the files of patches are
  public void transform(
      ResourceSet resources, KustomizationFile file, FieldConfig config, Folder folder) {
    Unmatched here = file.isComponent() ? Unmatched.PASSED_OVER : unmatched;
    var patching = new Patching(resources, folder, build, merge, here);
    patching.patchStrategically(file);
    patching.patch(file);
    new Naming(resources, config, build.spelling()).name(file);
    new Marking(resources, config, build.aliases()).mark(file);
    patching.patchJson(file);
    new Workloads(resources, config, build.spelling()).set(file);
    var replacements = new Replacements(resources, build.spelling());
    ReplacementReader.all(file.substitutions().replacements(), folder).forEach(replacements::apply);
  }
}
