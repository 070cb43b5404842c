package dev.japply.kpt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.kpt.ManifestFiles.PackageResource;
import dev.japply.kpt.YamlFile.YamlDocumentText;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretMask;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.problem.MaskedUrl;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Shows versions of a package without the values of Secrets.
///
/// Values are hidden in Secrets, also within other objects, and in the generators and patches of
/// kustomizations. If that is not possible with certainty, the file is not shown at all. This
/// applies to unreadable text, values from an anchor or a merge key, duplicate keys, and source
/// files of generators. Copies of long values in other files are hidden by their text.
public final class PackageSecrets {
  static final String HIDDEN = "(hidden)";

  /// Shorter values are found by chance in other texts.
  private static final int LONG = 8;

  /// An address in a Kptfile, which may hold a password.
  private static final Pattern REPO = Pattern.compile("(repo[\"']?\\s*:\\s*[\"']?)([^\\s\"']+)");

  private final List<PackageTree> versions;

  /// The source files of generators, and files with patches of Secrets.
  private final Set<String> sources = new HashSet<>();

  private final SecretValues values = new SecretValues();

  /// @param versions all versions that are shown together
  public PackageSecrets(PackageTree... versions) {
    this.versions = List.of(versions);
    for (PackageTree version : this.versions) {
      version.files().forEach(this::findSources);
    }
    for (PackageTree version : this.versions) {
      sources.forEach(path -> addLines(version.file(path)));
    }
  }

  private void findSources(String path, PackageFile file) {
    if (!mayHold(path, file)) {
      return;
    }
    for (YamlDocumentText segment : segments(path, file)) {
      if (segment.value() instanceof MapValue tree) {
        addObjects(tree);
        if (GeneratorSecrets.isKustomization(path, tree)) {
          GeneratorSecrets.GeneratedValues found = GeneratorSecrets.in(tree);
          found.literals().forEach(literal -> addValue(afterKey(literal)));
          found.paths().forEach(source -> sources.add(resolved(path, source)));
        }
      }
    }
  }

  private static List<YamlDocumentText> segments(String path, PackageFile file) {
    return parse(path, file).map(YamlFile::segments).orElse(List.of());
  }

  private static Optional<YamlFile> parse(String path, PackageFile file) {
    boolean named = path.endsWith("Kustomization");
    return YamlFile.parse(named ? path + ".yaml" : path, file);
  }

  private static String afterKey(String literal) {
    return literal.substring(literal.indexOf('=') + 1);
  }

  /// The path in the package that a kustomization names from its directory.
  private static String resolved(String kustomization, String source) {
    var parts = new ArrayDeque<String>();
    String directory = kustomization.substring(0, kustomization.lastIndexOf('/') + 1);
    for (String part : (directory + source).split("/", -1)) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return String.join("/", parts);
  }

  private void addObjects(MapValue tree) {
    var unused =
        new SecretWalk(
                part -> {
                  if (part.sort() == SecretWalk.Sort.VALUE) {
                    boolean isBase64 = part.at().contains("/data/");
                    SecretValues.scalars(part.value())
                        .filter(value -> !isBase64 || decoded(value).length() >= LONG)
                        .forEach(this::addValue);
                  }
                  return part.value();
                })
            .object("", tree);
  }

  private void addLines(@Nullable PackageFile file) {
    if (file != null && file.isText()) {
      file.text().lines().forEach(line -> addValue(afterKey(line).strip()));
    }
  }

  private void addValue(String value) {
    if (value.length() >= LONG) {
      values.addAll(Value.text(value));
    }
  }

  private static String decoded(String value) {
    try {
      return new String(Base64.getDecoder().decode(value.replaceAll("\\s", "")), UTF_8);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }

  /// Whether a file may contain the value of a Secret.
  private boolean mayHold(String path, PackageFile file) {
    String text = file.text();
    if (GeneratorSecrets.isKustomizationFile(path)) {
      return true;
    }
    boolean manifest = path.endsWith(".yaml") || path.endsWith(".yml") || path.endsWith(".json");
    return manifest
        ? text.contains("Secret") || text.contains("secretGenerator") || isEscaped(text)
        : GeneratorSecrets.SECRET.matcher(text).find();
  }

  /// Whether letters of a name may be written otherwise.
  private static boolean isEscaped(String text) {
    return text.contains("\\u") || text.contains("\\x") || text.contains("\\U");
  }

  /// Returns the text of `file` with hidden values. Values that `other` has, too, become `***`; the
  /// others carry a mark.
  ///
  /// @param other the version to compare with; null if there is none
  /// @param mark the name of this version, `before` or `after`
  /// @return empty if nothing of the file may be shown
  public Optional<String> text(
      String path, PackageFile file, @Nullable PackageFile other, String mark) {
    if (sources.contains(path)) {
      return Optional.empty();
    }
    if (path.equals(Kptfile.NAME) || path.endsWith("/" + Kptfile.NAME)) {
      return Optional.of(REPO.matcher(file.text()).replaceAll(PackageSecrets::bare));
    }
    Optional<String> masked =
        mayHold(path, file) ? masked(path, file, other, mark) : Optional.of(file.text());
    return masked.map(values::scrubbed);
  }

  private static String bare(MatchResult repo) {
    String address = repo.group(2);
    String bare = MaskedUrl.bare(address);
    String shown = bare.equals(address) ? address : bare.replaceFirst("://", "://***@");
    return Matcher.quoteReplacement(repo.group(1) + shown);
  }

  private static Optional<String> masked(
      String path, PackageFile file, @Nullable PackageFile other, String mark) {
    YamlFile yaml = parse(path, file).orElse(null);
    if (yaml == null) {
      return Optional.empty();
    }
    Map<ObjectKey, MapValue> others = new HashMap<>();
    if (other != null) {
      objects(path, segments(path, other))
          .forEach((index, each) -> others.put(each.key(), each.tree()));
    }
    Map<Integer, PackageResource> objects = objects(path, yaml.segments());
    var segments = new ArrayList<YamlDocumentText>();
    for (int i = 0; i < yaml.segments().size(); i++) {
      YamlDocumentText segment = yaml.segments().get(i);
      PackageResource object = objects.get(i);
      Optional<YamlDocumentText> shown =
          object == null ? Optional.of(segment) : masked(object, others.get(object.key()), mark);
      if (shown.isEmpty()) {
        return Optional.empty();
      }
      segments.add(shown.get());
    }
    return Optional.of(yaml.with(file, segments).text());
  }

  private static Map<Integer, PackageResource> objects(
      String path, List<YamlDocumentText> segments) {
    var objects = new HashMap<Integer, PackageResource>();
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).value() instanceof MapValue) {
        objects.put(i, new PackageResource(path, i, segments.get(i)));
      }
    }
    return objects;
  }

  /// The object without its values; empty when they cannot be taken out of its text.
  private static Optional<YamlDocumentText> masked(
      PackageResource object, @Nullable MapValue other, String mark) {
    MapValue tree = object.tree();
    MapValue shown = shown(tree, other, mark);
    if (GeneratorSecrets.isKustomization(object.path(), tree)) {
      shown = GeneratorSecrets.masked(shown, other, mark);
    }
    if (shown.equals(tree)) {
      return quotesSecret(tree) ? Optional.empty() : Optional.of(object.segment());
    }
    YamlSource source = object.segment().document();
    return quotesSecret(shown) || !source.isPlain()
        ? Optional.empty()
        : YamlEditor.splice(source, shown).map(object.segment()::with);
  }

  private static MapValue shown(MapValue tree, @Nullable MapValue other, String mark) {
    boolean after = mark.equals("after");
    Node before = other == null ? Missing.MISSING : other;
    SecretMask.Pair pair = after ? SecretMask.pair(before, tree) : SecretMask.pair(tree, before);
    return (after ? pair.after() : pair.before()) instanceof MapValue map ? map : tree;
  }

  /// Whether a text in it holds the manifest of a Secret.
  private static boolean quotesSecret(Node node) {
    return switch (node) {
      case MapValue map -> map.entries().values().stream().anyMatch(PackageSecrets::quotesSecret);
      case ListValue list -> list.items().stream().anyMatch(PackageSecrets::quotesSecret);
      case StringValue(String text) -> GeneratorSecrets.SECRET.matcher(text).find();
      default -> false;
    };
  }

  /// The conflict without secret values.
  UpdateConflict hidden(UpdateConflict conflict) {
    String path = conflict.place().source();
    if (sources.contains(path) || isHidden(path, conflict)) {
      return conflict.with(text -> text.isEmpty() ? "" : HIDDEN);
    }
    return conflict.with(values::scrubbed);
  }

  /// Returns whether the values come from a kustomization, from a file that is not shown, or from a
  /// file with Secrets that merges as text.
  private boolean isHidden(String path, UpdateConflict conflict) {
    for (PackageTree version : versions) {
      PackageFile file = version.file(path);
      if (file == null || !file.isText() || !mayHold(path, file)) {
        continue;
      }
      boolean kustomization =
          segments(path, file).stream()
              .anyMatch(segment ->
                  segment.value() instanceof MapValue tree
                      && GeneratorSecrets.isKustomization(path, tree));
      if ((kustomization && GeneratorSecrets.hides(conflict.field()))
          || conflict.field().isEmpty()
          || masked(path, file, null, "after").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /// The secret values in a kustomization: literals of its `secretGenerator`, and patches of
  /// Secrets. A generator with a file of its own (`kind: SecretGenerator`) is one, too.
  private static final class GeneratorSecrets {
    /// A manifest of a Secret within a text.
    static final Pattern SECRET =
        Pattern.compile(
            "kind[\"']?\\s*:\\s*(?:[&!]\\S+\\s+)*[\"']?Secret|&\\S+\\s+[\"']?Secret\\b");

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
    record GeneratedValues(List<String> literals, Set<String> paths) {}

    static GeneratedValues in(MapValue kustomization) {
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
      return new GeneratedValues(literals, paths);
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
}
