package dev.japply.kustomize.load;

import dev.japply.kustomize.load.FieldReader.TextEntry;
import dev.japply.problem.Origin;
import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /// Labels, annotations and flags of generated objects.
  ///
  /// @param lines the lines that decide fields of the objects
  public record GeneratorOptions(
      Map<String, String> labels,
      Map<String, String> annotations,
      boolean disableNameSuffixHash,
      boolean immutable,
      FieldLines lines) {
    private static final FieldPath METADATA = FieldPath.root().key("metadata");

    static GeneratorOptions read(FieldReader map) {
      return new GeneratorOptions(
          map.textMap("labels"),
          map.textMap("annotations"),
          map.flag("disableNameSuffixHash"),
          map.flag("immutable"),
          lines(map));
    }

    private static FieldLines lines(FieldReader map) {
      var lines = new LinkedHashMap<FieldPath, List<LineRange>>();
      for (String field : List.of("labels", "annotations")) {
        map.keyLines(field)
            .keys()
            .forEach((key, line) -> lines.put(METADATA.key(field).key(key), List.of(line)));
      }
      lines.put(ResourceId.NAME, map.lines("disableNameSuffixHash"));
      lines.put(FieldPath.root().key("immutable"), map.lines("immutable"));
      return new FieldLines(lines, List.of());
    }

    /// Merges the options of one generator into the options for all generators; its own take
    /// precedence.
    static @Nullable GeneratorOptions merged(
        @Nullable GeneratorOptions own, @Nullable GeneratorOptions all) {
      if (own == null || all == null) {
        return own == null ? all : own;
      }
      return new GeneratorOptions(
          merged(own.labels, all.labels),
          merged(own.annotations, all.annotations),
          own.disableNameSuffixHash || all.disableNameSuffixHash,
          own.immutable || all.immutable,
          own.lines.with(all.lines));
    }

    private static Map<String, String> merged(Map<String, String> own, Map<String, String> all) {
      var merged = new LinkedHashMap<>(all);
      merged.putAll(own);
      return merged;
    }
  }

  /// The reaction to an existing object with the name of a generated one.
  public enum Behavior {
    /// There must not be one.
    CREATE,
    /// It takes its place.
    REPLACE,
    /// It adds its data to it.
    MERGE;

    /// The behaviour of that name; [#CREATE] for all other texts, as in kustomize.
    public static Behavior of(String name) {
      return switch (name) {
        case "replace" -> REPLACE;
        case "merge" -> MERGE;
        default -> CREATE;
      };
    }
  }
}
