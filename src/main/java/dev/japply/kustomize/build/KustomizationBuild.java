package dev.japply.kustomize.build;

import dev.japply.kustomize.build.BuildOptions.Faults;
import dev.japply.kustomize.build.BuildOptions.FoldedTexts;
import dev.japply.kustomize.build.ResourceAccumulator.Layer;
import dev.japply.kustomize.load.Build;
import dev.japply.kustomize.load.Build.ClusterScopedKinds;
import dev.japply.kustomize.load.BuiltResource;
import dev.japply.kustomize.load.FileLoader;
import dev.japply.kustomize.load.KustomizationFields;
import dev.japply.kustomize.load.ResMap;
import dev.japply.kustomize.load.ResourceId;
import dev.japply.kustomize.load.SizeLimit;
import dev.japply.kyaml.FieldTable;
import dev.japply.object.KubeObject;
import dev.japply.object.ObjectKey;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.DecidingLines;
import dev.japply.yaml.LineRange;
import dev.japply.yaml.ScalarStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Builds the objects of a kustomization. The steps and their order are kustomize's.
public final class KustomizationBuild {
  private KustomizationBuild() {}

  /// The result of a build.
  ///
  /// @param objects the objects in kustomize's order, each with the positions of its fields
  /// @param traces the sources of each object, in the same order
  /// @param settings returns lines that change how steps work on a field, such as a file of
  ///   `configurations`; for the root all of them, and patches that remove objects
  /// @param warnings the warnings about the kustomizations
  public record Result(
      List<KubeObject> objects,
      List<Trace> traces,
      Function<FieldPath, List<LineRange>> settings,
      List<Problem> warnings) {
    public Result {
      objects = List.copyOf(objects);
      traces = List.copyOf(traces);
      warnings = List.copyOf(warnings);
    }
  }

  /// The sources of an object.
  public static final class Trace {
    private final BuiltResource resource;

    private Trace(BuiltResource resource) {
      this.resource = resource;
    }

    /// Returns the object's name without a hash of its content; empty if the name has none.
    public String plainName() {
      return resource.plainName();
    }

    /// Returns the object's identity in the manifest or generator that describes it.
    public ObjectKey written() {
      ResourceId id = resource.writtenId();
      return new ObjectKey(id.gvk().group(), id.gvk().kind(), id.effectiveNamespace(), id.name());
    }

    /// Returns the lines that decide a field's value, for each step that changed it, the last step
    /// first; for the root, those that decide whether the object exists.
    public List<DecidingLines> causes(FieldPath path) {
      return resource.causes(path);
    }
  }

  /// Builds the kustomization in `folder`.
  ///
  /// @param folder the path of the directory, or its address in a repository
  /// @throws JapplyException if it cannot be built, with file and line
  public static Result run(String folder, BuildOptions options) {
    FieldTable table = FieldTable.load();
    boolean rewrites = options.differences().foldedTexts() == FoldedTexts.REWRITTEN;
    var build = new Build(new ScalarStyle(rewrites), scopes(table, options.differences().faults()));
    var accumulation = new ResourceAccumulator(build, table.config(), options.differences());
    Result result;
    try {
      result = run(folder, options, build, accumulation);
    } catch (JapplyException e) {
      throw withUnknownFields(accumulation.unknownFields(), e);
    } catch (StackOverflowError e) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE, "'" + folder + "' describes objects that are nested too deep", ""),
          e);
    }
    if (!accumulation.unknownFields().isEmpty()) {
      throw new JapplyException(accumulation.unknownFields());
    }
    return result;
  }

  private static ClusterScopedKinds scopes(FieldTable table, Faults faults) {
    var scopes = new ClusterScopedKinds(table.clusterScoped());
    if (faults == Faults.CORRECTED) {
      scopes.addNewer();
    }
    return scopes;
  }

  private static JapplyException withUnknownFields(List<Problem> unknown, JapplyException failure) {
    if (unknown.isEmpty()) {
      return failure;
    }
    var problems = new ArrayList<>(unknown);
    problems.addAll(failure.problems());
    return new JapplyException(problems);
  }

  private static Result run(
      String folder, BuildOptions options, Build build, ResourceAccumulator accumulation) {
    FileLoader root =
        FileLoader.open(
            options.base(), folder, options.restriction(), options.limit(), options.remotes());
    KustomizationFields file = accumulation.readRoot(root);
    Layer layer = accumulation.accumulate(root, file, new Layer(build));
    ResMap resources = layer.resources();
    new NameHash(build.spelling()).append(resources);
    var references = new NameReferences(layer.config(), build.spelling());
    references.update(resources);
    var warnings = new ArrayList<>(accumulation.warnings());
    warnings.addAll(references.unseen(resources));
    layer.vars().resolve(resources, layer.config(), build.spelling(), warnings);
    var finish = new FinalTransforms(build.spelling());
    finish.dropLocal(resources);
    finish.sort(resources, file.sortOptions());
    finish.clean(resources, file.buildMetadata());
    SizeLimit growth = SizeLimit.ofBuild();
    for (BuiltResource resource : resources.all()) {
      String excess = growth.add(resource.tree());
      if (!excess.isEmpty()) {
        throw resource.failure("the build becomes too large: " + excess, "build parts of it");
      }
    }
    List<KubeObject> objects =
        resources.all().stream()
            .map(resource ->
                new KubeObject(
                    build.spelling().printed(resource.tree()),
                    resource.origin(),
                    resource::place,
                    resource.copies()))
            .toList();
    List<Trace> traces = resources.all().stream().map(Trace::new).toList();
    return new Result(objects, traces, build::settings, warnings);
  }
}
