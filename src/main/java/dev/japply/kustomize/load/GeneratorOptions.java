package dev.japply.kustomize.load;

import dev.japply.tree.FieldPath;
import dev.japply.yaml.LineRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
