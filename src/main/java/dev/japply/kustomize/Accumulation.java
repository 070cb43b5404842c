package dev.japply.kustomize;

import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.generate.Generators;
import dev.japply.kustomize.load.ConfigurationReader;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kustomize.load.ObjectReader;
import dev.japply.kustomize.model.Entry;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.Resource;
import dev.japply.kustomize.transform.Transformers;
import dev.japply.kustomize.transform.Unmatched;
import dev.japply.merge.kustomize.KustomizePatch;
import dev.japply.merge.kustomize.KyamlTypes;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Collects the objects of a kustomization and of those below it, and transforms them layer by
/// layer.
final class Accumulation {
  private final Build build;
  private final FieldConfig known;
  private final List<Problem> warnings;
  private final Transformers transformers;

  /// @param known the fields that kustomize knows by itself
  /// @param unmatched what becomes of patches whose target selects nothing
  /// @param warnings takes what is doubtful
  Accumulation(Build build, FieldConfig known, Unmatched unmatched, List<Problem> warnings) {
    this.build = build;
    this.known = known;
    this.warnings = warnings;
    var merge = new KustomizePatch(new KyamlTypes()::of, build.spelling());
    this.transformers = new Transformers(build, merge, unmatched);
  }

  /// The kustomization of a folder.
  ///
  /// @param place who names the folder
  KustomizationFile read(Folder folder, Origin place) {
    return KustomizationReader.read(folder.kustomization(place), warnings);
  }

  /// Adds what `file` describes to `layer`, and transforms all that is in it then.
  Layer accumulate(Folder folder, KustomizationFile file, Layer layer) {
    for (Entry resource : file.files().resources()) {
      if (folder.isFolder(resource.text())) {
        enter(folder, resource, layer, false);
      } else {
        load(folder, resource, layer);
      }
    }
    FieldConfig config = known;
    for (Entry configuration : file.files().configurations()) {
      config = config.with(ConfigurationReader.read(folder.load(configuration)));
    }
    layer.configure(config);
    new Generators(build, folder).generate(file.changes().generators(), layer.resources());
    for (Entry component : file.files().components()) {
      enter(folder, component, layer, true);
    }
    transformers.transform(layer.resources(), file, layer.config(), folder);
    layer.vars().add(file.substitutions().vars(), layer.resources());
    return layer;
  }

  /// Adds the objects of a file. What HTTP gives out may be the page of a repository.
  private void load(Folder folder, Entry resource, Layer layer) {
    List<Resource> objects;
    try {
      objects = new ObjectReader(build).read(folder.load(resource));
    } catch (JapplyException e) {
      if (!folder.isUncertain(resource.text())) {
        throw e;
      }
      enterInstead(folder, resource, layer, e);
      return;
    }
    layer.resources().append(objects);
  }

  private void enterInstead(Folder folder, Entry resource, Layer layer, JapplyException reason) {
    Folder below;
    try {
      below = folder.enter(resource);
    } catch (JapplyException e) {
      var problems = new ArrayList<>(reason.problems());
      problems.addAll(e.problems());
      throw new JapplyException(problems);
    }
    accumulate(below, resource, layer, false);
  }

  private void enter(Folder folder, Entry path, Layer layer, boolean component) {
    accumulate(folder.enter(path), path, layer, component);
  }

  private void accumulate(Folder below, Entry path, Layer layer, boolean component) {
    KustomizationFile file = read(below, path.place());
    if (file.isComponent() != component) {
      String what =
          component
              ? "expected kind 'Component' for path '%s' but got '%s'"
              : "expected kind != '%2$s' for path '%1$s'";
      throw new JapplyException(
          Problem.error(
              path.place(),
              what.formatted(below.name(), file.kind()),
              component ? "list it in resources" : "list it in components"));
    }
    if (component) {
      accumulate(below, file, layer);
      layer.resources().requireUnique("component '%s'".formatted(below.name()));
    } else {
      layer.add(accumulate(below, file, new Layer(build)));
    }
  }
}
