package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes a tree of kustomizations of a seed: a base or two, up to three overlays above them, and
/// components, with every field that japply builds. One in ten has a mistake on purpose; others
/// have one by chance.
final class TreeGenerator {
  private final Chance chance;
  private final Shapes shapes;
  private final Map<String, String> files = new LinkedHashMap<>();
  private final Set<String> used = new LinkedHashSet<>();
  private final Set<String> taken = new HashSet<>();

  private TreeGenerator(long seed) {
    this.chance = new Chance(seed);
    this.shapes = new Shapes(chance);
  }

  static Tree generate(long seed) {
    return new TreeGenerator(seed).tree();
  }

  private Tree tree() {
    var known = new ArrayList<Map<String, Object>>();
    var below = new ArrayList<String>();
    int bases = chance.once(5) ? 2 : 1;
    for (int i = 0; i < bases; i++) {
      below.add(base("base" + i, known));
    }
    int overlays = chance.pick(List.of(0, 1, 1, 1, 2, 2, 3));
    String top = below.getFirst();
    for (int i = 0; i < overlays || (i == 0 && bases > 1); i++) {
      top = overlay("overlay" + i, below, known);
      below.clear();
      below.add(top);
      used.add("overlays " + (i + 1) + " deep");
    }
    if (chance.once(10)) {
      used.add("mistake " + new Mistakes(chance, files).make(top));
    }
    return new Tree(top, new LinkedHashMap<>(files), used);
  }

  private String base(String directory, List<Map<String, Object>> all) {
    var known = new ArrayList<Map<String, Object>>();
    var kustomization = begin("Kustomization");
    var resources = resources(directory, known);
    kustomization.put("resources", resources);
    fields(directory, kustomization, known, chance.between(0, 3));
    write(directory, kustomization);
    all.addAll(known);
    return directory;
  }

  private List<Object> resources(String directory, List<Map<String, Object>> known) {
    var names = list();
    int count = chance.between(1, 5);
    var inFile = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < count; i++) {
      var object = shapes.any();
      if (!taken.add(id(object)) && !chance.once(60)) {
        continue;
      }
      known.add(object);
      used.add("kind " + object.get("kind"));
      inFile.add(object);
      if (!chance.once(4)) {
        names.add(resourceFile(directory, "r" + i, inFile));
        inFile.clear();
      }
    }
    if (inFile.isEmpty() && names.isEmpty()) {
      var object = map("apiVersion", "example.com/v1", "kind", "Widget");
      object.put("metadata", map("name", "only" + taken.size()));
      known.add(object);
      inFile.add(object);
    }
    if (!inFile.isEmpty()) {
      names.add(resourceFile(directory, "rest", inFile));
    }
    return names;
  }

  private static String id(Map<String, Object> object) {
    return object.get("kind") + " " + ((Map<?, ?>) object.get("metadata")).get("name");
  }

  private String resourceFile(String directory, String name, List<Map<String, Object>> objects) {
    String path = name + ".yaml";
    var text = new StringBuilder();
    if (chance.once(12) && objects.size() > 1) {
      used.add("kind List");
      text.append(
          YamlText.write(
              map("apiVersion", "v1", "kind", "List", "items", new ArrayList<>(objects)), chance));
    } else {
      for (var object : objects) {
        text.append(text.isEmpty() && !chance.once(3) ? "" : "---\n");
        text.append(chance.once(15) ? "# a comment\n" : "");
        text.append(YamlText.write(object, chance));
      }
    }
    files.put(directory + "/" + path, text.toString());
    return path;
  }

  private String overlay(String directory, List<String> below, List<Map<String, Object>> known) {
    var kustomization = begin("Kustomization");
    boolean deprecated = chance.once(12);
    var directories = list();
    below.forEach(name -> directories.add("../" + name + (chance.once(15) ? "/" : "")));
    used.add(deprecated ? "bases" : "resources directory");
    kustomization.put(deprecated ? "bases" : "resources", directories);
    if (chance.once(3)) {
      var own = resources(directory, known);
      if (deprecated) {
        kustomization.put("resources", own);
      } else {
        directories.addAll(chance.between(0, directories.size()), own);
      }
    }
    if (chance.once(4)) {
      used.add("components");
      kustomization.put("components", list("../" + component("component-" + directory, known)));
    }
    fields(directory, kustomization, known, chance.between(1, 5));
    write(directory, kustomization);
    return directory;
  }

  private String component(String directory, List<Map<String, Object>> known) {
    var kustomization = begin("Component");
    if (chance.once(2)) {
      kustomization.put("resources", resources(directory, known));
    }
    fields(directory, kustomization, known, chance.between(1, 3));
    write(directory, kustomization);
    return directory;
  }

  private Map<String, Object> begin(String kind) {
    if (kind.equals("Component")) {
      return map("apiVersion", "kustomize.config.k8s.io/v1alpha1", "kind", kind);
    }
    return chance.once(3)
        ? map()
        : map("apiVersion", "kustomize.config.k8s.io/v1beta1", "kind", kind);
  }

  private void fields(
      String directory,
      Map<String, Object> kustomization,
      List<Map<String, Object>> known,
      int count) {
    var fields = new Fields(chance, directory, known, files);
    for (int i = 0; i < count; i++) {
      String field = fields.add(kustomization);
      used.add(field);
    }
    fields.used().forEach(used::add);
  }

  private void write(String directory, Map<String, Object> kustomization) {
    String name =
        chance.once(15) ? chance.pick("kustomization.yml", "Kustomization") : "kustomization.yaml";
    files.put(directory + "/" + name, YamlText.write(kustomization, chance));
  }
}
