package dev.japply.kustomize.model;

import dev.japply.problem.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of `configMapGenerator` or `secretGenerator`.
///
/// @param type the type of the Secret, which may be empty; null for a ConfigMap
/// @param behavior as written
/// @param options null when there are none, neither of its own nor of all
public record GeneratorEntry(
    @Nullable String type,
    Named named,
    String behavior,
    Sources sources,
    @Nullable GeneratorOptions options,
    Origin place) {

  /// A name and its namespace.
  public record Named(String namespace, String name) {}

  /// Where the data comes from.
  public record Sources(List<Entry> literals, List<Entry> files, List<Entry> envs) {}

  static GeneratorEntry read(FieldReader map, boolean secret, @Nullable GeneratorOptions all) {
    var envs = new ArrayList<>(map.texts("envs"));
    String env = map.text("env");
    if (!env.isEmpty()) {
      envs.add(new Entry(env, map.place("env")));
    }
    return new GeneratorEntry(
        secret ? map.text("type") : null,
        new Named(map.text("namespace"), map.text("name")),
        map.text("behavior"),
        new Sources(map.texts("literals"), map.texts("files"), envs),
        GeneratorOptions.merged(map.map("options", GeneratorOptions::read), all),
        map.place());
  }
}
