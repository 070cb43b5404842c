package dev.japply.kustomize.build;

import dev.japply.kyaml.FieldTable;
import dev.japply.object.Gvk;
import dev.japply.object.KubeObject;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The files that kustomize makes of objects, one of each: `apps_v1_deployment_web.yaml`, and with
/// the namespace before that where the objects are in several.
public final class ObjectFiles {
  private ObjectFiles() {}

  /// The objects by the names of their files.
  ///
  /// @throws JapplyException when two would have the same, or one is no name of a file
  public static Map<String, KubeObject> of(List<KubeObject> objects) {
    Set<Gvk> clusterScoped = FieldTable.load().clusterScoped();
    boolean several =
        objects.stream()
                .filter(object -> !clusterScoped.contains(Gvk.of(object.tree())))
                .map(ObjectFiles::namespace)
                .distinct()
                .count()
            > 1;
    var files = new LinkedHashMap<String, KubeObject>();
    for (KubeObject object : objects) {
      boolean prefixed = several && !clusterScoped.contains(Gvk.of(object.tree()));
      String name = ((prefixed ? namespace(object) + "_" : "") + name(object) + ".yaml");
      String file = name.toLowerCase(Locale.ROOT);
      if (file.contains("/") || files.putIfAbsent(file, object) != null) {
        String subject = object.key().subject();
        String what = "'%s' cannot be the name of its file".formatted(file);
        throw new JapplyException(
            Problem.error(object.origin(), subject, what, "name a file in place of the directory"));
      }
    }
    return files;
  }

  private static String namespace(KubeObject object) {
    String namespace = object.tree().map("metadata").text("namespace");
    return namespace.isEmpty() ? "default" : namespace;
  }

  private static String name(KubeObject object) {
    Gvk gvk = Gvk.of(object.tree());
    return Stream.of(gvk.group(), gvk.version(), gvk.kind())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("_"))
        + "_"
        + object.tree().map("metadata").text("name");
  }
}
