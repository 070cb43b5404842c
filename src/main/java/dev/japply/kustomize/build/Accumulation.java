package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.field.FieldConfig;
import dev.japply.kustomize.generate.Generators;
import dev.japply.kustomize.load.ConfigurationReader;
import dev.japply.kustomize.load.Content;
import dev.japply.kustomize.load.DefinitionReader;
import dev.japply.kustomize.load.Folder;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kustomize.load.ObjectReader;
import dev.japply.kustomize.model.Entry;
import dev.japply.kustomize.model.KustomizationFile;
import dev.japply.kustomize.resource.Build;
import dev.japply.kustomize.resource.OriginNotes;
import dev.japply.kustomize.resource.Resource;
import dev.japply.kustomize.resource.ResourceSet;
import dev.japply.kustomize.transform.TransformedLayer;
import dev.japply.kustomize.transform.Transformers;
import dev.japply.merge.kustomize.KustomizePatch;
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
  private final PatchTypes types;
  private final Differences differences;
  private boolean isNoted;

  /// @param known the fields that kustomize knows by itself
  /// @param differences where not to do as kustomize
  /// @param warnings takes what is doubtful
  Accumulation(Build build, FieldConfig known, Differences differences, List<Problem> warnings) {
    this.build = build;
    this.known = known;
    this.differences = differences;
    this.warnings = warnings;
    this.types = new PatchTypes(build.scopes());
  }

  /// The kustomization of the folder that is built, which decides what is noted of all objects.
  KustomizationFile readRoot(Folder folder) {
    KustomizationFile file = read(folder, Origin.NONE);
    isNoted = file.buildMetadata().isKept();
    return file;
  }

  private KustomizationFile read(Folder folder, Origin place) {
    KustomizationFile file = KustomizationReader.read(folder.kustomization(place), warnings);
    Entry path = file.openApi().path();
    types.use(file.openApi(), path == null ? null : folder.load(path));
    return file;
  }

  /// Adds what `file` describes to `layer`, and transforms all that is in it then.
  Layer accumulate(Folder folder, KustomizationFile file, Layer layer) {
    var notes =
        new OriginNotes(isNoted ? folder.provenance() : null, fileName(file.place("").source()));
    add(folder, file.files().resources(), layer, notes);
    configure(folder, file.files(), layer);
    var generators = new Generators(build, folder, notes);
    List<Resource> configs = configs(folder, file.plugins().generators(), notes);
    generators.generate(file.changes().generators(), layer.resources());
    generators.run(configs, layer.resources());
    for (Entry component : file.files().components()) {
      enter(folder, component, layer, true);
    }
    var transformed = new TransformedLayer(layer.resources(), layer.config(), folder);
    Transformers transformers = transformers(layer.resources());
    configs = configs(folder, file.plugins().transformers(), notes);
    transformers.transform(transformed, file, configs, notes);
    transformers.validate(transformed, configs(folder, file.plugins().validators(), notes));
    layer.vars().add(file.substitutions().vars(), layer.resources());
    return layer;
  }

  /// The last part of a path, without the query of an address.
  private static String fileName(String source) {
    String path = source.replaceFirst("\\?.*", "");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private Transformers transformers(ResourceSet resources) {
    boolean merged = differences.customLists() == CustomLists.MERGED;
    var merge =
        new KustomizePatch(
            merged ? new LayerTypes(types, resources)::of : types::of, build.spelling());
    return new Transformers(build, merge, differences.unmatched());
  }

  /// Adds the objects of files, and of the kustomizations in folders.
  private void add(Folder folder, List<Entry> paths, Layer layer, OriginNotes notes) {
    for (Entry path : paths) {
      if (folder.isFolder(path.text())) {
        enter(folder, path, layer, false);
      } else {
        load(folder, path, layer, notes);
      }
    }
  }

  /// Adds the objects of a file. What HTTP gives out may be the page of a repository.
  private void load(Folder folder, Entry path, Layer layer, OriginNotes notes) {
    List<Resource> objects;
    try {
      objects = new ObjectReader(build).read(folder.load(path));
    } catch (JapplyException e) {
      if (!folder.isUncertain(path.text())) {
        throw e;
      }
      enterInstead(folder, path, layer, e);
      return;
    }
    objects.forEach(object -> notes.read(object, path.text()));
    layer.resources().append(objects);
  }

  private void enterInstead(Folder folder, Entry path, Layer layer, JapplyException reason) {
    Folder below;
    try {
      below = folder.enter(path);
    } catch (JapplyException e) {
      var problems = new ArrayList<>(reason.problems());
      problems.addAll(e.problems());
      throw new JapplyException(problems);
    }
    accumulate(below, path, layer, false);
  }

  private void configure(Folder folder, KustomizationFile.Files files, Layer layer) {
    FieldConfig config = known;
    for (Entry configuration : files.configurations()) {
      config = config.with(ConfigurationReader.read(folder.load(configuration)));
    }
    layer.configure(config);
    for (Entry definitions : files.crds()) {
      layer.configure(DefinitionReader.read(folder.load(definitions)));
    }
  }

  /// The objects that describe generators, transformers or validators: those that are written in
  /// place before those in files and folders.
  private List<Resource> configs(Folder folder, List<Entry> entries, OriginNotes notes) {
    var layer = new Layer(build);
    var paths = new ArrayList<Entry>();
    for (Entry entry : entries) {
      try {
        var content = Content.inline(entry.text(), entry.place());
        List<Resource> objects = new ObjectReader(build).read(content);
        objects.forEach(object -> notes.read(object, null));
        layer.resources().append(objects);
      } catch (JapplyException e) {
        if (entry.text().indexOf('\n') >= 0) {
          throw e;
        }
        paths.add(entry);
      }
    }
    add(folder, paths, layer, notes);
    return layer.resources().all();
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
      layer.reconfigure();
      layer.resources().requireUnique("component '%s'".formatted(below.name()));
    } else {
      layer.add(accumulate(below, file, new Layer(build)));
    }
  }
}
