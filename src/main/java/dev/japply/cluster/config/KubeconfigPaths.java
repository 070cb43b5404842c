package dev.japply.cluster.config;

import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.File;
import java.nio.file.Path;
import java.util.List;

/// Makes the paths in a kubeconfig file absolute: they are relative to the file's directory.
final class KubeconfigPaths {
  private static final List<String> CLUSTER_PATHS = List.of("certificate-authority");
  private static final List<String> USER_PATHS =
      List.of("client-certificate", "client-key", "tokenFile");

  private KubeconfigPaths() {}

  static MapValue absolute(MapValue tree, Path file) {
    MapValue clusters = inEach(tree, "clusters", "cluster", CLUSTER_PATHS, file);
    return inEach(clusters, "users", "user", USER_PATHS, file);
  }

  private static MapValue inEach(
      MapValue tree, String list, String item, List<String> keys, Path file) {
    if (!(tree.get(list) instanceof ListValue(List<Value> values))) {
      return tree;
    }
    List<Value> resolved =
        values.stream()
            .map(value ->
                value instanceof MapValue named
                    ? named.with(item, resolve(named.map(item), keys, file))
                    : value)
            .toList();
    return tree.with(list, new ListValue(resolved));
  }

  private static MapValue resolve(MapValue entry, List<String> keys, Path file) {
    MapValue resolved = entry;
    for (String key : keys) {
      String path = entry.text(key);
      if (!path.isEmpty()) {
        resolved = resolved.with(key, Value.text(file.resolveSibling(path).toString()));
      }
    }
    String command = entry.map("exec").text("command");
    return command.contains(File.separator)
        ? resolved.with(
            "exec",
            entry.map("exec").with("command", Value.text(file.resolveSibling(command).toString())))
        : resolved;
  }
}
