package dev.japply.live.fabric8;

import dev.japply.live.ClusterException;
import dev.japply.live.ClusterException.Kind;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The kubeconfig files, merged: of an entry that several files have, the first one counts.
///
/// The format is that of "Organizing Cluster Access Using kubeconfig Files" in the Kubernetes
/// documentation. Paths in it are made absolute when it is read.
///
/// @param looked the files that were looked for, whether they exist or not
/// @param currentContext empty when no file names one
record Kubeconfig(
    List<Path> looked,
    String currentContext,
    Map<String, MapValue> contexts,
    Map<String, MapValue> clusters,
    Map<String, MapValue> users) {

  /// The one file that was asked for.
  static Kubeconfig explicit(Path file) {
    if (!Files.exists(file)) {
      throw unusable("stat " + file + ": no such file or directory", "");
    }
    return merge(List.of(file));
  }

  /// Those of `files` that exist.
  static Kubeconfig merge(List<Path> files) {
    var merged =
        new Kubeconfig(
            files, "", new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Path file : files) {
      merged = read(file).map(merged::plus).orElse(merged);
    }
    return merged;
  }

  /// Whether nothing was found that names a cluster.
  boolean isEmpty() {
    return contexts.isEmpty() && clusters.isEmpty();
  }

  private Kubeconfig plus(MapValue file) {
    addNamed(contexts, file, "contexts", "context");
    addNamed(clusters, file, "clusters", "cluster");
    addNamed(users, file, "users", "user");
    String current = currentContext.isEmpty() ? file.text("current-context") : currentContext;
    return new Kubeconfig(looked, current, contexts, clusters, users);
  }

  private static void addNamed(
      Map<String, MapValue> entries, MapValue file, String list, String item) {
    if (file.get(list) instanceof ListValue(var values)) {
      for (var value : values) {
        if (value instanceof MapValue named) {
          entries.putIfAbsent(named.text("name"), named.map(item));
        }
      }
    }
  }

  private static Optional<MapValue> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      MapValue tree = YamlTree.parse(Files.readString(file));
      return Optional.of(KubeconfigPaths.absolute(tree, file.toAbsolutePath()));
    } catch (IOException | YamlEngineException e) {
      String why = e instanceof IOException ? "cannot be read: " + e : e.getMessage();
      throw new ClusterException(
          Kind.CONFIGURATION, "error loading config file \"" + file + "\": " + why, "", e);
    }
  }

  /// The error that this kubeconfig cannot be used.
  static ClusterException unusable(String message, String hint) {
    return new ClusterException(Kind.CONFIGURATION, message, hint, null);
  }

  /// The names of `entries`, for a hint.
  static String names(Map<String, MapValue> entries) {
    return String.join(", ", new ArrayList<>(entries.keySet()));
  }
}
