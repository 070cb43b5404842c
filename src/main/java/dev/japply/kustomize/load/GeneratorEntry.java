package dev.japply.kustomize.load;

import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An entry of `configMapGenerator` or `secretGenerator`.
///
/// @param type the type of the Secret, which may be empty; null for a ConfigMap
/// @param behavior as written
/// @param options null when there are none, neither of its own nor of all
/// @param lines the lines of the entry and of `generatorOptions`, except for the data
public record GeneratorEntry(
    @Nullable String type,
    Named named,
    String behavior,
    Sources sources,
    @Nullable GeneratorOptions options,
    Origin place,
    FieldLines lines) {

  public record Named(String namespace, String name) {
    private static Named read(FieldReader map) {
      return new Named(map.text("namespace"), map.text("name"));
    }
  }

  public record Sources(List<TextEntry> literals, List<TextEntry> files, List<TextEntry> envs) {}

  static GeneratorEntry read(FieldReader map, boolean secret, @Nullable GeneratorOptions all) {
    var envs = new ArrayList<>(map.texts("envs"));
    String env = map.text("env");
    if (!env.isEmpty()) {
      envs.add(new TextEntry(env, map.place("env")));
    }
    GeneratorOptions options =
        GeneratorOptions.merged(map.map("options", GeneratorOptions::read), all);
    return new GeneratorEntry(
        secret ? map.text("type") : null,
        Named.read(map),
        map.text("behavior"),
        new Sources(map.texts("literals"), map.texts("files"), envs),
        options,
        map.place(),
        lines(map, map.lines("name"), map.lines("namespace"), options));
  }

  /// The entry that the object in `map` describes. Its own name counts where it gives none.
  public static GeneratorEntry readObject(FieldReader map, boolean secret) {
    Named own = map.map("metadata", Named::read);
    Named given = Named.read(map);
    var named =
        own == null
            ? given
            : new Named(or(given.namespace, own.namespace), or(given.name, own.name));
    GeneratorOptions options = map.map("options", GeneratorOptions::read);
    return new GeneratorEntry(
        secret ? map.text("type") : null,
        named,
        map.text("behavior"),
        new Sources(map.texts("literals"), map.texts("files"), map.texts("envs")),
        options,
        map.place(),
        lines(map, named(map, "name"), named(map, "namespace"), options));
  }

  /// Returns the lines of a part of the name: in the object itself, or else in its metadata.
  private static List<LineRange> named(FieldReader map, String field) {
    return map.text(field).isEmpty() ? map.innerLines("metadata", field) : map.lines(field);
  }

  private static FieldLines lines(
      FieldReader map,
      List<LineRange> name,
      List<LineRange> namespace,
      @Nullable GeneratorOptions options) {
    var fields = new LinkedHashMap<FieldPath, List<LineRange>>();
    fields.put(ResourceId.NAME, name);
    fields.put(ResourceId.NAMESPACE, namespace);
    fields.put(FieldPath.root().key("type"), map.lines("type"));
    var others = LineRange.joined(LineRange.joined(name, namespace), map.lines("behavior"));
    var lines = new FieldLines(fields, others);
    return options == null ? lines : lines.with(options.lines());
  }

  private static String or(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
