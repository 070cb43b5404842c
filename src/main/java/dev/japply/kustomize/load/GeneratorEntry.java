package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of `configMapGenerator` or `secretGenerator`.
///
/// @param type the type of the Secret, which may be empty; null for a ConfigMap
/// @param behavior as written
/// @param options null when there are none, neither of its own nor of all
/// @param lines the lines of the entry and of `generatorOptions` that concern all of the object
public record GeneratorEntry(
    @Nullable String type,
    Named named,
    String behavior,
    Sources sources,
    @Nullable GeneratorOptions options,
    Origin place,
    List<LineRange> lines) {

  public record Named(String namespace, String name) {
    private static Named read(FieldReader map) {
      return new Named(map.text("namespace"), map.text("name"));
    }
  }

  public record Sources(List<Entry> literals, List<Entry> files, List<Entry> envs) {}

  static GeneratorEntry read(
      FieldReader map, boolean secret, @Nullable GeneratorOptions all, List<LineRange> allLines) {
    var envs = new ArrayList<>(map.texts("envs"));
    String env = map.text("env");
    if (!env.isEmpty()) {
      envs.add(new Entry(env, map.place("env")));
    }
    return new GeneratorEntry(
        secret ? map.text("type") : null,
        Named.read(map),
        map.text("behavior"),
        new Sources(map.texts("literals"), map.texts("files"), envs),
        GeneratorOptions.merged(map.map("options", GeneratorOptions::read), all),
        map.place(),
        LineRange.joined(lines(map), allLines));
  }

  /// The entry that the object in `map` describes. Its own name counts where it gives none.
  public static GeneratorEntry readObject(FieldReader map, boolean secret) {
    Named own = map.map("metadata", Named::read);
    Named given = Named.read(map);
    var named =
        own == null
            ? given
            : new Named(or(given.namespace, own.namespace), or(given.name, own.name));
    return new GeneratorEntry(
        secret ? map.text("type") : null,
        named,
        map.text("behavior"),
        new Sources(map.texts("literals"), map.texts("files"), map.texts("envs")),
        map.map("options", GeneratorOptions::read),
        map.place(),
        lines(map));
  }

  /// Returns the lines of the entry that concern all of the object.
  private static List<LineRange> lines(FieldReader map) {
    return map.lines("metadata", "name", "namespace", "type", "behavior", "options");
  }

  private static String or(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
