package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The fields of one kustomization, but for those that say what it is made of.
final class Fields {
  private static final List<String> NAMES =
      List.of(
          "patches",
          "patches",
          "patches",
          "patches",
          "patchesStrategicMerge",
          "patchesJson6902",
          "namespace",
          "namespace",
          "namePrefix",
          "nameSuffix",
          "labels",
          "labels",
          "commonLabels",
          "commonAnnotations",
          "images",
          "images",
          "imageTags",
          "replicas",
          "configMapGenerator",
          "configMapGenerator",
          "secretGenerator",
          "generatorOptions",
          "replacements",
          "replacements",
          "vars",
          "configurations",
          "sortOptions",
          "crds",
          "openapi",
          "buildMetadata",
          "generators",
          "generators",
          "transformers",
          "transformers",
          "transformers",
          "validators",
          "metadata");

  private final Chance chance;
  private final String directory;
  private final List<Map<String, Object>> known;
  private final Map<String, String> files;
  private final Patches patches;
  private final Generators generators;
  private final Substitutions substitutions;
  private final Plugins plugins;
  private final Set<String> used = new LinkedHashSet<>();
  private int count;

  Fields(
      Chance chance, String directory, List<Map<String, Object>> known, Map<String, String> files) {
    this.chance = chance;
    this.directory = directory;
    this.known = known;
    this.files = files;
    this.patches = new Patches(chance);
    this.generators = new Generators(chance, known, this::file, used);
    this.substitutions = new Substitutions(chance, known, patches, this::file, used);
    this.plugins = new Plugins(chance, known, patches, this::file, used);
  }

  Set<String> used() {
    return used;
  }

  /// Adds a field that is not there yet, and answers with its name.
  String add(Map<String, Object> kustomization) {
    String picked = chance.pick(NAMES);
    String name = picked.equals("openapi") && !chance.once(4) ? "buildMetadata" : picked;
    if (!kustomization.containsKey(name)) {
      kustomization.put(name, value(name));
    }
    return name;
  }

  private Object value(String field) {
    return switch (field) {
      case "patches" -> some(this::patch);
      case "patchesStrategicMerge" -> some(this::mergePatch);
      case "patchesJson6902" -> some(this::jsonPatch);
      case "namespace" -> chance.pick("prod", "stage");
      case "namePrefix" -> chance.pick("dev-", "my-", "x.");
      case "nameSuffix" -> chance.pick("-v2", "-blue");
      case "labels" -> some(this::label);
      case "commonLabels", "commonAnnotations" -> pairs();
      case "images", "imageTags" -> some(this::image);
      case "replicas" -> some(() -> map("name", scaled(), "count", chance.between(0, 9)));
      case "configMapGenerator" -> some(generators::configMap);
      case "secretGenerator" -> some(generators::secret);
      case "generatorOptions" -> generators.options();
      case "replacements" -> some(substitutions::replacement);
      case "vars" -> substitutions.vars();
      case "generators" -> some(plugins::generator);
      case "transformers" -> some(plugins::transformer);
      case "validators" -> some(plugins::validator);
      case "metadata" -> map("name", "a-kustomization");
      default -> Settings.value(field, chance, this::file, used);
    };
  }

  private String scaled() {
    var names =
        known.stream()
            .filter(object ->
                List.of("Deployment", "StatefulSet", "ReplicaSet").contains(object.get("kind")))
            .map(object -> ((Map<?, ?>) object.get("metadata")).get("name").toString())
            .toList();
    return names.isEmpty() || chance.once(20) ? "web" : chance.pick(names);
  }

  private List<Object> some(Supplier<Object> make) {
    var all = list(make.get());
    while (chance.once(3)) {
      all.add(make.get());
    }
    return all;
  }

  /// Writes a file beside the kustomization, and answers with its name.
  ///
  /// @param name is the whole one behind a `=`
  private String file(String name, String text) {
    if (name.startsWith("=")) {
      files.put(directory + "/" + name.substring(1), text);
      return name.substring(1);
    }
    String path = count++ + "-" + name;
    files.put(directory + "/" + path, text);
    return path;
  }

  private Map<String, Object> target() {
    return chance.pick(known);
  }

  private Object patch() {
    var object = target();
    boolean json = chance.once(3);
    String text =
        json
            ? YamlText.write(patches.operations(object), chance)
            : YamlText.write(patches.merge(object), chance);
    if (chance.once(40)) {
      used.add("empty patch");
      return emptyPatch(object);
    }
    if (!json && chance.once(10)) {
      text += "---\n" + YamlText.write(patches.merge(target()), chance);
    }
    var patch = map();
    if (chance.once(2)) {
      patch.put("path", file("patch.yaml", text));
    } else {
      patch.put("patch", text);
    }
    if (json || (chance.once(3) && !text.contains("\n---\n"))) {
      patch.put("target", selector(object));
    }
    if (!json && chance.once(10)) {
      String option =
          chance.pick(
              "allowNameChange",
              "allowNameChange",
              "allowKindChange",
              "allowKindChange",
              "AllowNameChange",
              "foo");
      patch.put("options", map(option, chance.once(2)));
    }
    used.add(
        (json ? "JSON patch" : "merge patch") + (patch.containsKey("target") ? " by target" : ""));
    return patch;
  }

  private Object emptyPatch(Map<String, Object> object) {
    String text = chance.pick("", "# nothing\n", "---\n", "null\n", "[]\n", "{}\n");
    var patch = map("path", file("patch.yaml", text));
    if (chance.once(3)) {
      patch.put("target", selector(object));
    }
    return patch;
  }

  private Map<String, Object> selector(Map<String, Object> object) {
    var selector = map();
    String name = ((Map<?, ?>) object.get("metadata")).get("name").toString();
    if (!chance.once(4)) {
      selector.put("kind", object.get("kind"));
    }
    if (!chance.once(3)) {
      selector.put(
          "name", chance.pick(name, name, name, ".*" + name, name.charAt(0) + ".*", "we.|api"));
    }
    if (chance.once(6)) {
      selector.put(
          "labelSelector", chance.pick("app=web", "app in (web, api)", "app", "!app", "app!=db"));
    }
    if (chance.once(12)) {
      selector.put("annotationSelector", chance.pick("note=a", "note"));
    }
    if (chance.once(10)) {
      selector.put("version", "v1");
    }
    if (chance.once(12)) {
      selector.put("group", "apps");
    }
    if (chance.once(12)) {
      selector.put("namespace", chance.pick("prod", "default", "pr.*"));
    }
    if (selector.isEmpty()) {
      selector.put("kind", object.get("kind"));
    }
    return selector;
  }

  private Object mergePatch() {
    String text = YamlText.write(patches.merge(target()), chance);
    return chance.once(2) ? file("merge.yaml", text) : text;
  }

  private Object jsonPatch() {
    var object = target();
    var metadata = (Map<?, ?>) object.get("metadata");
    String[] version = object.get("apiVersion").toString().split("/", -1);
    var target =
        map(
            "version",
            version[version.length - 1],
            "kind",
            object.get("kind"),
            "name",
            metadata.get("name"));
    if (version.length > 1) {
      target.put("group", version[0]);
    }
    String text = YamlText.write(patches.operations(object), chance);
    return chance.once(2)
        ? map("target", target, "path", file("operations.yaml", text))
        : map("target", target, "patch", text);
  }

  private Map<String, Object> pairs() {
    var pairs =
        map(
            chance.pick("team", "app", "example.com/part"),
            chance.pick("blue", "red", "1", "true"));
    if (chance.once(3)) {
      pairs.put("tier", "back");
    }
    return pairs;
  }

  private Object label() {
    var label = map("pairs", pairs());
    if (chance.once(3)) {
      label.put("includeSelectors", chance.once(2));
    }
    if (chance.once(3)) {
      label.put("includeTemplates", chance.once(2));
    }
    if (chance.once(60)) {
      label.put("includeVolumeClaimTemplates", chance.once(2));
    }
    if (chance.once(8)) {
      label.put("fields", list(map("path", "spec/extra", "kind", "Widget", "create", true)));
    }
    return label;
  }

  private Object image() {
    var image =
        map(
            "name",
            chance.pick(
                "nginx",
                "busybox",
                "registry.example.com:5000/team/app",
                "example.com/app",
                "ngin.*",
                chance.once(8) ? "ngin[" : "nginx"));
    if (chance.once(3)) {
      image.put("newName", chance.pick("mirror.example.com/nginx", "other"));
    }
    if (chance.once(2)) {
      image.put("newTag", chance.pick("v2", "1.0", "latest"));
    }
    if (chance.once(6)) {
      image.put("digest", "sha256:" + "0123456789abcdef".repeat(4));
    }
    if (chance.once(10)) {
      image.put("tagSuffix", "-alpine");
    }
    return image;
  }
}
