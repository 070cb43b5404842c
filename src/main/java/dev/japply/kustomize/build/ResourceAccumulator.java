package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.CustomLists;
import dev.japply.kustomize.build.BuildOptions.Differences;
import dev.japply.kustomize.build.Transformers.TransformedLayer;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.CollectedFailures;
import dev.japply.kustomize.load.FieldConfigReader;
import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.KustomizationReader;
import dev.japply.kustomize.load.OriginAnnotations;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceReader;
import dev.japply.kyaml.DefinedTypes;
import dev.japply.kyaml.FieldConfig;
import dev.japply.kyaml.KustomizePatch;
import dev.japply.object.Gvk;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.schema.Schema;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Collects the objects of a kustomization and of those below it, and transforms them layer by
/// layer.
final class ResourceAccumulator {
  /// Two that name two each, and so on, are more than any machine can build.
  private static final int MOST = 20_000;

  private static final int DEEPEST = 200;

  private final Build build;
  private final FieldConfig known;
  private final List<Problem> notes = new ArrayList<>();
  private final PatchTypes types;
  private final Differences differences;
  private boolean isNoted;
  private int kustomizations;
  private @Nullable JapplyException tooMany;
  private int depth;

  /// @param known the fields that are built into kustomize
  /// @param differences the intended differences from kustomize
  ResourceAccumulator(Build build, FieldConfig known, Differences differences) {
    this.build = build;
    this.known = known;
    this.differences = differences;
    this.types = new PatchTypes(build);
  }

  /// Returns the warnings about all kustomizations so far.
  List<Problem> warnings() {
    return notes(Severity.WARNING);
  }

  /// Returns the unknown fields of all kustomizations so far. They do not stop the build before
  /// other errors are found.
  List<Problem> unknownFields() {
    return notes(Severity.ERROR);
  }

  private List<Problem> notes(Severity severity) {
    return Stream.concat(notes.stream(), build.warnings().stream())
        .filter(note -> note.severity() == severity)
        .distinct()
        .toList();
  }

  /// Reads the kustomization of the built directory, which controls the notes on all objects.
  KustomizationFields readRoot(FileLoader directory) {
    KustomizationFields file = read(directory, Origin.NONE);
    isNoted = file.buildMetadata().isKept();
    file.buildMetadata().noteIn(build);
    return file;
  }

  private KustomizationFields read(FileLoader directory, Origin place) {
    if (++kustomizations > MOST) {
      throw tooMany(place);
    }
    KustomizationFields file = KustomizationReader.read(directory.kustomization(place), notes);
    TextEntry path = file.openApi().path();
    types.use(file.openApi(), path == null ? null : types(directory, path));
    return file;
  }

  /// Returns the same exception each time, so that it is reported once.
  private JapplyException tooMany(Origin place) {
    JapplyException known = tooMany;
    if (known == null) {
      String what = "more than %d kustomizations are built".formatted(MOST);
      String hint = "build parts of them; a base counts each time it is named";
      known = new JapplyException(place, what, hint);
      tooMany = known;
    }
    return known;
  }

  /// Adds what `file` describes to `layer`, and transforms all that is in it then.
  Layer accumulate(FileLoader directory, KustomizationFields file, Layer layer) {
    var notes =
        new OriginAnnotations(
            isNoted ? directory.provenance() : null, fileName(file.place("").source()));
    add(directory, file.files().resources(), layer, notes);
    configure(directory, file.files(), layer);
    var generators = new Generators(build, directory, notes, differences.faults());
    List<BuiltResource> configs = configs(directory, file.plugins().generators(), notes);
    generators.generate(file.changes().generators(), layer.resources());
    generators.run(configs, layer.resources());
    for (TextEntry component : file.files().components()) {
      build.within(component, () -> enter(directory, component, layer, true));
    }
    var transformed = new TransformedLayer(layer.resources(), layer.config(), directory);
    Transformers transformers = transformers(layer.resources());
    configs = configs(directory, file.plugins().transformers(), notes);
    transformers.transform(transformed, file, configs, notes);
    transformers.validate(transformed, configs(directory, file.plugins().validators(), notes));
    layer.vars().add(file.substitutions().vars(), layer.resources());
    return layer;
  }

  /// The last part of a path, without the query of an address.
  private static String fileName(String source) {
    int query = source.indexOf('?');
    String path = query < 0 ? source : source.substring(0, query);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private Transformers transformers(ResMap resources) {
    boolean merged = differences.customLists() == CustomLists.MERGED;
    var merge =
        new KustomizePatch(
            merged ? new LayerTypes(types, resources)::of : types::of,
            build.spelling(),
            differences.items());
    return new Transformers(build, merge, differences);
  }

  /// Adds the objects of files, and of the kustomizations in directories.
  private void add(
      FileLoader directory, List<TextEntry> paths, Layer layer, OriginAnnotations notes) {
    var failures = new CollectedFailures();
    for (TextEntry path : paths) {
      if (directory.isElsewhere(path.text())) {
        failures.throwIfAny(); // before time is spent on fetching
        add(directory, path, layer, notes);
      } else {
        failures.attempt(() -> add(directory, path, layer, notes));
      }
    }
    failures.throwIfAny();
  }

  private void add(FileLoader directory, TextEntry path, Layer layer, OriginAnnotations notes) {
    build.within(
        path,
        () -> {
          if (directory.isFolder(path.text())) {
            enter(directory, path, layer, false);
          } else {
            load(directory, path, layer, notes);
          }
        });
  }

  /// Adds the objects of a file. What HTTP gives out may be the page of a repository.
  private void load(FileLoader directory, TextEntry path, Layer layer, OriginAnnotations notes) {
    List<BuiltResource> objects;
    try {
      objects = new ResourceReader(build).read(directory.load(path));
    } catch (JapplyException e) {
      if (!directory.isUncertain(path.text())) {
        throw e;
      }
      enterInstead(directory, path, layer, e);
      return;
    }
    objects.forEach(object -> notes.read(object, path.text()));
    layer.resources().append(objects);
  }

  private void enterInstead(
      FileLoader directory, TextEntry path, Layer layer, JapplyException reason) {
    FileLoader below;
    try {
      below = directory.enter(path);
    } catch (JapplyException e) {
      var problems = new ArrayList<>(reason.problems());
      problems.addAll(e.problems());
      throw new JapplyException(problems);
    }
    accumulate(below, path, layer, false);
  }

  private FileContent types(FileLoader directory, TextEntry path) {
    FileContent file = directory.load(path);
    build.set(List.of(LineRange.all(file.name())), field -> true);
    return file;
  }

  private FieldConfig config(
      FileLoader directory, TextEntry path, Function<FileContent, FieldConfig> reading) {
    FileContent file = directory.load(path);
    FieldConfig config = reading.apply(file);
    build.set(List.of(LineRange.all(file.name())), config::isAround);
    return config;
  }

  private void configure(FileLoader directory, KustomizationFields.Files files, Layer layer) {
    FieldConfig config = known;
    for (TextEntry configuration : files.configurations()) {
      config = config.with(config(directory, configuration, FieldConfigReader::configuration));
    }
    layer.configure(config);
    for (TextEntry definitions : files.crds()) {
      layer.configure(config(directory, definitions, FieldConfigReader::definitions));
    }
  }

  /// Returns the objects that describe generators, transformers or validators. Inline ones come
  /// before the ones from files and directories.
  private List<BuiltResource> configs(
      FileLoader directory, List<TextEntry> entries, OriginAnnotations notes) {
    var layer = new Layer(build);
    var paths = new ArrayList<TextEntry>();
    for (TextEntry entry : entries) {
      try {
        var content = FileContent.inline(entry.text(), entry.place());
        List<BuiltResource> objects = new ResourceReader(build).read(content);
        objects.forEach(object -> notes.read(object, null));
        layer.resources().append(objects);
      } catch (JapplyException e) {
        if (entry.text().indexOf('\n') >= 0) {
          throw e;
        }
        paths.add(entry);
      }
    }
    add(directory, paths, layer, notes);
    return layer.resources().all();
  }

  private void enter(FileLoader directory, TextEntry path, Layer layer, boolean component) {
    accumulate(directory.enter(path), path, layer, component);
  }

  private void accumulate(FileLoader below, TextEntry path, Layer layer, boolean component) {
    if (depth == DEEPEST) {
      String what = "kustomizations name each other more than %d deep".formatted(DEEPEST);
      throw new JapplyException(path.place(), what, "name the innermost one");
    }
    depth++;
    try {
      addBelow(below, path, layer, component);
    } finally {
      depth--;
    }
  }

  private void addBelow(FileLoader below, TextEntry path, Layer layer, boolean component) {
    KustomizationFields file = read(below, path.place());
    if (file.isComponent() != component) {
      String what =
          component
              ? "expected kind 'Component' for path '%s' but got '%s'"
              : "expected kind != '%2$s' for path '%1$s'";
      throw new JapplyException(
          path.place(),
          what.formatted(below.name(), file.kind()),
          component ? "list it in resources" : "list it in components");
    }
    if (component) {
      accumulate(below, file, layer);
      layer.reconfigure();
      layer.resources().requireUnique("component '%s'".formatted(below.name()));
    } else {
      layer.add(accumulate(below, file, new Layer(build)));
    }
  }

  /// The types for merging patches in a layer: kustomize's own and, for other objects, the types of
  /// the CustomResourceDefinitions in the layer.
  ///
  /// kustomize merges a list when its type has a patch strategy, which no CustomResourceDefinition
  /// can have. Here the keys of a list (`x-kubernetes-list-map-keys`), or that it is a set of
  /// scalars (`x-kubernetes-list-type`), count as one.
  private static final class LayerTypes {
    private final PatchTypes known;
    private final ResMap resources;
    private @Nullable DefinedTypes defined;

    LayerTypes(PatchTypes known, ResMap resources) {
      this.known = known;
      this.resources = resources;
    }

    /// The type of `object`; null when it is not known.
    @Nullable Schema of(MapValue object) {
      Schema type = known.of(object);
      return type == null ? defined().of(Gvk.of(object)) : type;
    }

    private DefinedTypes defined() {
      DefinedTypes types = defined;
      if (types == null) {
        types = new DefinedTypes();
        for (BuiltResource resource : resources.all()) {
          if (resource.kind().equals("CustomResourceDefinition")) {
            types.define((MapValue) withStrategies(resource.tree()));
          }
        }
        defined = types;
      }
      return types;
    }

    private static Value withStrategies(Value value) {
      return switch (value) {
        case MapValue map -> {
          MapValue inner = map.mapValues(LayerTypes::withStrategies);
          yield merges(map)
              ? inner.with("x-kubernetes-patch-strategy", Value.text("merge"))
              : inner;
        }
        case ListValue list -> list.map(LayerTypes::withStrategies);
        case Value scalar -> scalar;
      };
    }

    private static boolean merges(MapValue type) {
      Node items = type.map("items").get("type");
      return switch (type.text("x-kubernetes-list-type")) {
        case "map" -> type.has("x-kubernetes-list-map-keys");
        case "set" -> !items.equals(Value.text("object")) && !items.equals(Value.text("array"));
        default -> false;
      };
    }
  }

  /// The objects and vars collected so far from a kustomization and the kustomizations below it.
  static final class Layer {
    private final ResMap resources;
    private final VarResolver vars = new VarResolver();
    private FieldConfig config = FieldConfig.NONE;

    Layer(Build build) {
      this.resources = new ResMap(build);
    }

    ResMap resources() {
      return resources;
    }

    FieldConfig config() {
      return config;
    }

    void configure(FieldConfig more) {
      config = config.with(more);
    }

    /// Puts the fields in order as kustomize does when it has built a component: of two that
    /// concern the same one, the first may be the only one that is left.
    void reconfigure() {
      config = FieldConfig.NONE.with(config);
    }

    VarResolver vars() {
      return vars;
    }

    void add(Layer below) {
      resources.append(below.resources.all());
      configure(below.config);
      vars.add(below.vars);
    }
  }
}
