package dev.japply.input;

import dev.japply.object.Gvk;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// A file that makes kustomize build its directory. Objects of other programs may have these file
/// names: Flux has a kind `Kustomization` of its own.
final class KustomizationFile {
  private static final Set<String> NAMES =
      Set.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private static final String GROUP = "kustomize.config.k8s.io";

  private KustomizationFile() {}

  static Set<String> names() {
    return NAMES;
  }

  /// Whether kustomize looks for files of that name.
  static boolean isNamed(String name) {
    return NAMES.contains(name);
  }

  /// Whether the file is kustomize's, which may name no type. One that cannot be read is.
  static boolean isKustomizes(Path file) {
    var groups = new HashSet<String>();
    try {
      for (Value root : FileDocuments.of(file).roots()) {
        if (root instanceof MapValue map && map.has("apiVersion")) {
          groups.add(Gvk.of(map).group());
        }
      }
    } catch (IOException e) {
      return true;
    }
    return groups.isEmpty() || groups.contains(GROUP);
  }

  /// Whether a group of `apiVersion` is kustomize's.
  static boolean isOfKustomize(String group) {
    return group.equals(GROUP);
  }
}
