package dev.japply.kpt;

import dev.japply.object.SecretMask;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The secret values in a kustomization: literals of its `secretGenerator`, and patches of Secrets.
/// A generator with a file of its own (`kind: SecretGenerator`) is one, too.
final class GeneratorSecrets {
  /// A manifest of a Secret within a text.
  static final Pattern SECRET =
      Pattern.compile("kind[\"']?\\s*:\\s*(?:[&!]\\S+\\s+)*[\"']?Secret|&\\S+\\s+[\"']?Secret\\b");

  /// A field of a Secret that a JSON patch names, which need not name the kind.
  private static final Pattern FIELD = Pattern.compile("/(?:data|stringData)\\b");

  private static final Set<String> NAMES =
      Set.of("kustomization.yaml", "kustomization.yml", "Kustomization");
  private static final String GENERATOR = "SecretGenerator";
  private static final String LITERALS = "literals";
  private static final Set<String> PATCHES =
      Set.of("patches", "patchesJson6902", "patchesStrategicMerge", "generators", "transformers");
  private static final List<String> SOURCES = List.of("envs", "files", "env");

  private GeneratorSecrets() {}

  /// Whether a file of that name is a kustomization.
  static boolean isKustomizationFile(String path) {
    return NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
  }

  /// Returns whether `tree` from the file `path` is a kustomization or a generator.
  static boolean isKustomization(String path, MapValue tree) {
    return isKustomizationFile(path)
        || tree.text("apiVersion").startsWith("kustomize.config.k8s.io/")
        || tree.has("secretGenerator")
        || tree.text("kind").equals(GENERATOR);
  }

  /// Whether a conflict in that field of a kustomization may show a value.
  static boolean hides(String field) {
    return field.isEmpty()
        || field.startsWith("secretGenerator")
        || field.startsWith(LITERALS)
        || PATCHES.stream().anyMatch(field::startsWith);
  }

  /// The literals and the paths of files with values, as the kustomization has them.
  record Found(List<String> literals, Set<String> paths) {}

  static Found in(MapValue kustomization) {
    var literals = new ArrayList<String>();
    var paths = new HashSet<String>();
    var unused =
        replaced(
            kustomization,
            generator -> {
              literals.addAll(texts(generator.get(LITERALS)));
              SOURCES.stream()
                  .flatMap(key -> texts(generator.get(key)).stream())
                  .forEach(source -> paths.add(source.substring(source.indexOf('=') + 1)));
              return generator;
            },
            patch -> {
              if (patch instanceof MapValue map && mayPatchSecrets(map)) {
                paths.add(map.text("path"));
              }
              return patch;
            });
    return new Found(literals, paths);
  }

  private static MapValue replaced(
      MapValue kustomization, UnaryOperator<MapValue> generator, UnaryOperator<Value> patch) {
    boolean alone = kustomization.text("kind").equals(GENERATOR);
    MapValue replaced =
        withItems(
            alone ? generator.apply(kustomization) : kustomization,
            "secretGenerator",
            item -> item instanceof MapValue map ? generator.apply(map) : item);
    for (String key : PATCHES) {
      replaced = withItems(replaced, key, patch);
    }
    return replaced;
  }

  private static MapValue withItems(MapValue tree, String key, UnaryOperator<Value> item) {
    return tree.get(key) instanceof ListValue list ? tree.with(key, list.map(item)) : tree;
  }

  private static boolean mayPatchSecrets(MapValue patch) {
    String kind = patch.map("target").text("kind");
    return patch.get("target") instanceof MapValue && (kind.isEmpty() || kind.contains("Secret"));
  }

  private static List<String> texts(Node node) {
    return switch (node) {
      case StringValue(String text) -> List.of(text);
      case ListValue list -> list.items().stream().flatMap(item -> texts(item).stream()).toList();
      default -> List.of();
    };
  }

  /// The kustomization without the values.
  ///
  /// @param other the version that it is compared with; null for none
  static MapValue masked(MapValue tree, @Nullable MapValue other, String mark) {
    Set<String> before = other == null ? Set.of() : Set.copyOf(in(other).literals());
    return replaced(
        tree,
        generator ->
            generator.get(LITERALS) instanceof Value literals
                ? generator.with(LITERALS, literal(literals, before, other != null, mark))
                : generator,
        GeneratorSecrets::patch);
  }

  private static Value literal(Value value, Set<String> before, boolean compared, String mark) {
    return switch (value) {
      case ListValue list -> list.map(item -> literal(item, before, compared, mark));
      case StringValue(String text) -> {
        int end = text.indexOf('=');
        String key = end < 0 ? "" : text.substring(0, end + 1);
        boolean marked = compared && !before.contains(text);
        yield Value.text(key + SecretMask.HIDDEN + (marked ? " (" + mark + ")" : ""));
      }
      default -> Value.text(SecretMask.HIDDEN);
    };
  }

  private static Value patch(Value patch) {
    if (patch instanceof StringValue(String text)) {
      return names(text) ? Value.text(SecretMask.HIDDEN) : patch;
    }
    if (!(patch instanceof MapValue map)) {
      return patch;
    }
    String text = map.text("patch");
    String kind = map.map("target").text("kind");
    boolean secret =
        names(text) || kind.contains("Secret") || (kind.isEmpty() && FIELD.matcher(text).find());
    return secret && map.has("patch") ? map.with("patch", Value.text(SecretMask.HIDDEN)) : map;
  }

  private static boolean names(String text) {
    return text.contains("Secret") && SECRET.matcher(text).find();
  }
}
