package dev.japply.cluster;

import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.Collectors;

/// Manifests of a type that no cluster has, and what is told of them.
final class Things {
  private Things() {}

  static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  /// A manifest with this spec, whose fields stand on the lines that their paths are long.
  static KubeObject thing(String kind, String spec) {
    return object(
        json(
            "{'apiVersion':'x/v1','kind':'%s','metadata':{'name':'o'},'spec':%s}"
                .formatted(kind, spec)));
  }

  static KubeObject object(MapValue tree) {
    return new KubeObject(
        tree, new Origin("f", 1, 1), path -> new Origin("f", 1 + path.toString().length(), 1));
  }

  static String told(List<Problem> problems) {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }
}
