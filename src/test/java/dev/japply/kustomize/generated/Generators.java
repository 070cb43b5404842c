package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/// ConfigMaps and Secrets that are made of literals and files.
final class Generators {
  private final Chance chance;
  private final List<Map<String, Object>> known;
  private final BinaryOperator<String> file;
  private final Set<String> used;

  Generators(
      Chance chance,
      List<Map<String, Object>> known,
      BinaryOperator<String> file,
      Set<String> used) {
    this.known = known;
    this.chance = chance;
    this.file = file;
    this.used = used;
  }

  Map<String, Object> configMap() {
    return generator("ConfigMap", chance.pick(Shapes.CONFIGS));
  }

  Map<String, Object> secret() {
    var secret = generator("Secret", chance.pick(Shapes.SECRETS));
    if (chance.once(3)) {
      secret.put("type", chance.pick("Opaque", "kubernetes.io/tls"));
    }
    return secret;
  }

  private Map<String, Object> generator(String kind, String usual) {
    String name = usual;
    if (known.stream().anyMatch(object -> isOf(object, kind, usual)) && !chance.once(3)) {
      name = usual + known.size();
    }
    String chosen = name;
    var generator = map("name", name);
    String namespace = chance.once(8) ? chance.pick(Shapes.NAMESPACES) : "";
    var made =
        map("apiVersion", "v1", "kind", kind, "metadata", map("name", name), "data", map("a", "1"));
    var before = known.stream().filter(object -> isOf(object, kind, chosen)).findFirst();
    if (before.isPresent() != chance.once(40)) {
      generator.put("behavior", chance.pick("merge", "replace"));
      used.add("behavior");
      namespace = before.map(Generators::namespace).orElse("");
    } else {
      known.add(made);
      if (chance.once(10)) {
        generator.put("behavior", chance.once(5) ? "other" : "create");
      }
    }
    if (!namespace.isEmpty()) {
      generator.put("namespace", namespace);
    }
    addSources(generator);
    return generator;
  }

  private void addSources(Map<String, Object> generator) {
    if (chance.once(2)) {
      generator.put("literals", literals());
      used.add("literals");
    }
    if (chance.once(3)) {
      String path = file.apply("file.txt", contents());
      generator.put("files", list(chance.once(2) ? path : "key=" + path));
      used.add("files");
    }
    if (chance.once(5)) {
      String path =
          file.apply(
              "file.env",
              chance.pick(
                  "A=1\nB=two words\n# no\n\nC=\"quoted\"\n", "A=b=c\n", "\ufeffA=1\n", "D= x \n"));
      if (chance.once(3)) {
        generator.put("env", path);
      } else {
        generator.put("envs", list(path));
      }
      used.add("envs");
    }
    if (chance.once(3)) {
      generator.put("options", options());
    }
  }

  private static boolean isOf(Map<String, Object> object, String kind, String name) {
    return object.get("kind").equals(kind)
        && ((Map<?, ?>) object.get("metadata")).get("name").equals(name);
  }

  private static String namespace(Map<String, Object> object) {
    var metadata = (Map<?, ?>) object.get("metadata");
    return metadata.containsKey("namespace") ? metadata.get("namespace").toString() : "";
  }

  private Object literals() {
    var literals =
        list(
            chance.pick(
                "a=1", "a=b=c", "a='quoted'", "a=\"two\"", "a=", "a=x y ", "a=$(NAME)", "a=true"));
    if (chance.once(2)) {
      literals.add(
          chance.pick(
              "b=2",
              "password=secret",
              "b.txt=on",
              "c=",
              chance.once(8) ? chance.pick("a=twice", "nothing", "=x") : "d=4"));
    }
    return literals;
  }

  private String contents() {
    return chance.pick(
        "one line",
        "two\nlines\n",
        "trailing \nblank\n",
        "tab\there\n",
        "a: b\n",
        "",
        "ünïcode\n",
        "many words in a line, so many that it has to be folded when it is written in quotes or"
            + " plain, surely\n");
  }

  Map<String, Object> options() {
    var options = map("disableNameSuffixHash", chance.once(2));
    if (chance.once(3)) {
      options.put("labels", map("made", "here"));
    }
    if (chance.once(3)) {
      options.put("annotations", map("note", chance.pick("x", "1")));
    }
    if (chance.once(5)) {
      options.put("immutable", true);
    }
    return options;
  }
}
