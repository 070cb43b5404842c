package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/// Generators, transformers and validators of the built-in kinds, as objects in place, in files and
/// in folders.
final class Plugins {
  private final Chance chance;
  private final List<Map<String, Object>> known;
  private final Patches patches;
  private final Generators generators;
  private final Substitutions substitutions;
  private final BinaryOperator<String> file;
  private final Set<String> used;
  private int count;

  Plugins(
      Chance chance,
      List<Map<String, Object>> known,
      Patches patches,
      BinaryOperator<String> file,
      Set<String> used) {
    this.chance = chance;
    this.known = known;
    this.patches = patches;
    this.generators = new Generators(chance, known, file, used);
    this.substitutions = new Substitutions(chance, known, patches, file, used);
    this.file = file;
    this.used = used;
  }

  String generator() {
    return written(
        switch (chance.between(1, 24)) {
          case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -> data("ConfigMapGenerator", generators.configMap());
          case 11, 12, 13, 14, 15, 16, 17, 18, 19 -> data("SecretGenerator", generators.secret());
          case 20, 21, 22, 23 ->
              with(
                  object("IAMPolicyGenerator"),
                  map(
                      "cloud",
                      chance.once(8) ? "other" : "gke",
                      "kubernetesService",
                      map("name", "account" + count),
                      "serviceAccount",
                      map("name", "cloud", "projectId", chance.pick("project", "1"))));
          default -> stranger();
        });
  }

  private Map<String, Object> data(String kind, Map<String, Object> generator) {
    var object = object(kind);
    if (chance.once(3)) {
      var metadata = map("name", generator.remove("name"));
      if (generator.containsKey("namespace")) {
        metadata.put("namespace", generator.remove("namespace"));
      }
      object.put("metadata", metadata);
    }
    return with(object, generator);
  }

  String transformer() {
    return written(
        switch (chance.between(1, 16)) {
          case 1, 2 -> namespace();
          case 3 -> affix("PrefixTransformer", map("prefix", "pre-"));
          case 4 -> affix("SuffixTransformer", map("suffix", chance.pick("-post", "")));
          case 5 -> affix("PrefixSuffixTransformer", map("prefix", "a-", "suffix", "-z"));
          case 6 -> marks("LabelTransformer", "labels", "metadata/labels");
          case 7 -> marks("AnnotationsTransformer", "annotations", "metadata/annotations");
          case 8 ->
              with(
                  object("ImageTagTransformer"),
                  map(
                      "imageTag",
                      map("name", "nginx", "newTag", chance.pick("v9", "1")),
                      "fieldSpecs",
                      list(map("path", "spec/image", "kind", "Widget"))));
          case 9 ->
              with(
                  object("ReplicaCountTransformer"),
                  map(
                      "replica",
                      map("name", name(), "count", chance.between(0, 9)),
                      "fieldSpecs",
                      list(map("path", "spec/replicas", "create", chance.once(2)))));
          case 10, 11 -> patch();
          case 12 ->
              with(
                  object("ReplacementTransformer"),
                  map("replacements", list(substitutions.replacement())));
          case 13 -> addedValue();
          case 14 -> object("HashTransformer");
          case 15 -> jsonPatch();
          default -> chance.once(4) ? stranger() : object("HashTransformer");
        });
  }

  /// Most find nothing: those that touch an object fail.
  String validator() {
    return written(
        switch (chance.between(1, 10)) {
          case 1 ->
              with(
                  object("AnnotationsTransformer"),
                  map(
                      "annotations",
                      map("checked", "yes"),
                      "fieldSpecs",
                      list(map("path", "metadata/annotations", "create", true))));
          default ->
              with(
                  object("ImageTagTransformer"),
                  map("imageTag", map("name", "none", "newTag", "1")));
        });
  }

  private Map<String, Object> namespace() {
    var object = object("NamespaceTransformer");
    object.put("metadata", map("name", "plugin" + count, "namespace", chance.pick("prod", "test")));
    if (chance.once(3)) {
      object.put("unsetOnly", true);
    }
    if (chance.once(3)) {
      object.put(
          "setRoleBindingSubjects",
          chance.pick("none", "defaultOnly", "allServiceAccounts", chance.once(4) ? "x" : "none"));
    }
    if (chance.once(2)) {
      object.put(
          "fieldSpecs",
          list(
              map("path", "metadata/name", "kind", "Namespace", "create", true),
              map("path", "subjects/namespace", "kind", "RoleBinding")));
    }
    return object;
  }

  private Map<String, Object> affix(String kind, Map<String, Object> fields) {
    var object = with(object(kind), fields);
    if (!chance.once(12)) {
      object.put(
          "fieldSpecs",
          list(
              chance.once(2)
                  ? map("path", "metadata/name")
                  : map("path", "metadata/name", "kind", chance.pick(known).get("kind"))));
    }
    return object;
  }

  private Map<String, Object> marks(String kind, String field, String path) {
    var spec = map("path", path, "create", !chance.once(3));
    if (chance.once(2)) {
      spec.put("kind", chance.pick(known).get("kind"));
    }
    return with(
        object(kind),
        map(
            field,
            map(chance.pick("note", "app", "team"), chance.pick("set", "1", "web")),
            "fieldSpecs",
            list(spec, map("path", "spec/template/" + path, "create", chance.once(2)))));
  }

  private Map<String, Object> patch() {
    var target = chance.pick(known);
    var object = object("PatchTransformer");
    String text = YamlText.write(patches.merge(target), chance);
    switch (chance.between(1, 4)) {
      case 1 -> object.put("path", file.apply("patch.yaml", text));
      case 2 -> object.put("patch", text);
      case 3 -> {
        object.put("kind", "PatchStrategicMergeTransformer");
        object.put("paths", list(file.apply("patch.yaml", text)));
      }
      default -> {
        object.put("patch", YamlText.write(patches.operations(target), chance));
        object.put("target", map("kind", target.get("kind")));
      }
    }
    return object;
  }

  private Map<String, Object> jsonPatch() {
    var target = chance.pick(known);
    String operations = YamlText.write(patches.operations(target), chance);
    return with(
        object("PatchJson6902Transformer"),
        map(
            "target",
            map("kind", target.get("kind"), "name", nameOf(target)),
            "jsonOp",
            operations));
  }

  private Map<String, Object> addedValue() {
    var target = map("fieldPath", chance.pick("metadata/namespace", "spec/added/here", "data/dir"));
    if (chance.once(2)) {
      target.put("selector", map("kind", chance.pick(known).get("kind")));
    }
    if (chance.once(3)) {
      target.put("filePathPosition", chance.between(0, 3));
    }
    var object = object("ValueAddTransformer");
    if (!chance.once(4)) {
      object.put("value", chance.pick("added", "1", "yes"));
    }
    if (chance.once(4)) {
      object.put(
          "targetFilePath",
          file.apply("targets.yaml", YamlText.write(map("targets", list(target)), chance)));
    } else {
      object.put("targets", list(target));
    }
    return object;
  }

  /// What is no generator or transformer that kustomize has inside.
  private Map<String, Object> stranger() {
    var object = object(chance.pick("SortOrderTransformer", "Unknown", "LabelTransformer"));
    if (chance.once(2)) {
      object.put("apiVersion", "example.com/v1");
    }
    return chance.once(3) ? object : data("ConfigMapGenerator", map("name", "extra" + count));
  }

  private String name() {
    return chance.once(4) ? "web" : nameOf(chance.pick(known));
  }

  private static String nameOf(Map<String, Object> object) {
    return ((Map<?, ?>) object.get("metadata")).get("name").toString();
  }

  private Map<String, Object> object(String kind) {
    used.add("plugin " + kind);
    return map("apiVersion", "builtin", "kind", kind, "metadata", map("name", "plugin" + count++));
  }

  private static Map<String, Object> with(Map<String, Object> object, Map<String, Object> fields) {
    object.putAll(fields);
    return object;
  }

  private String written(Map<String, Object> object) {
    String text = YamlText.write(object, chance);
    return switch (chance.between(1, 5)) {
      case 1, 2 -> text;
      case 3, 4 -> file.apply("plugin.yaml", text);
      default -> {
        used.add("plugins in a folder");
        String path = file.apply("plugins/plugin.yaml", text);
        String folder = path.substring(0, path.lastIndexOf('/'));
        var kustomization = map("resources", list("plugin.yaml"));
        if (chance.once(3)) {
          kustomization.put("nameSuffix", "-x");
        }
        String unused =
            file.apply("=" + folder + "/kustomization.yaml", YamlText.write(kustomization, chance));
        yield folder;
      }
    };
  }
}
