package dev.japply.client;

import dev.japply.apply.ResolvedObjects;
import dev.japply.cluster.Cluster;
import dev.japply.input.ManifestReader;
import dev.japply.input.ManifestReader.ManifestSet;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Desired objects for an [Applier], which reports results in the same order:
///
/// ```java
/// Manifests objects = Manifests.of(configMap, deployment);
/// Manifests text = Manifests.read("app.yaml", Files.readString(Path.of("app.yaml")));
/// ```
///
/// Only the fields in the objects are applied. A null field requests its removal (as in `kubectl
/// apply`); a missing field is left to other writers, unless it was applied before. fabric8's model
/// classes write neither nulls nor empty collections, so use YAML or JSON to remove a field that
/// japply does not own. Fields that fabric8's classes do not declare are retained, as are integers
/// of any size.
///
/// @param objects the objects; each has `apiVersion`, `kind` and `metadata.name`. May be empty
/// @param notices remarks about the source text; not errors
public record Manifests(List<KubeObject> objects, List<Problem> notices) {
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  public Manifests {
    objects = List.copyOf(objects);
    notices = List.copyOf(notices);
  }

  /// fabric8 objects: model classes, `GenericKubernetesResource`, or custom resource classes.
  public static Manifests of(HasMetadata... objects) {
    return of(List.of(objects));
  }

  /// The same, in the order of the collection.
  public static Manifests of(Collection<? extends HasMetadata> objects) {
    return ofTrees(
        objects.stream()
            .map(object -> (MapValue) Json.parse(SERIALIZATION.asJson(object)))
            .toList());
  }

  /// japply's own trees, which keep integers of any size and the order of keys.
  public static Manifests ofTrees(Collection<MapValue> objects) {
    var found = new ArrayList<KubeObject>();
    objects.forEach(tree -> found.add(KubeObject.of(tree, Origin.NONE)));
    return new Manifests(found, List.of());
  }

  /// The objects in YAML or JSON text, in several documents and `List` kinds, too.
  ///
  /// @param name the name of the text in problems, as of its file
  /// @throws JapplyException with every problem, each with its line, when a document is no object
  public static Manifests read(String name, String text) {
    ManifestSet read = ManifestReader.read(List.of(Source.of(name, text)));
    if (read.hasErrors()) {
      throw new JapplyException(
          read.problems().stream()
              .filter(problem -> problem.severity() == Severity.ERROR)
              .toList());
    }
    return new Manifests(read.objects(), read.problems());
  }

  /// Returns the objects with their types and namespaces on `cluster`.
  ///
  /// @throws JapplyException if an object is repeated
  ResolvedObjects resolve(Cluster cluster) {
    ResolvedObjects resolved = ResolvedObjects.find(cluster, /* enforced= */ false, objects);
    if (resolved.isRepeated()) {
      throw new JapplyException(resolved.problems());
    }
    return resolved;
  }
}
