package dev.japply.kustomize.generated;

import static dev.japply.kustomize.generated.Shapes.list;
import static dev.japply.kustomize.generated.Shapes.map;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/// Replacements and vars, which take values from one object into others.
final class Substitutions {
  private final Chance chance;
  private final List<Map<String, Object>> known;
  private final Patches patches;
  private final BinaryOperator<String> file;
  private final Set<String> used;

  Substitutions(
      Chance chance,
      List<Map<String, Object>> known,
      Patches patches,
      BinaryOperator<String> file,
      Set<String> used) {
    this.chance = chance;
    this.known = known;
    this.patches = patches;
    this.file = file;
    this.used = used;
  }

  Object replacement() {
    var object = chance.pick(known);
    var replacement = map();
    if (chance.once(6)) {
      replacement.put("sourceValue", chance.pick("fixed", "1", "a:b"));
      used.add("sourceValue");
    } else {
      replacement.put("source", source(object));
    }
    var targets = list(target());
    if (chance.once(4)) {
      targets.add(target());
    }
    replacement.put("targets", targets);
    if (chance.once(4)) {
      used.add("replacements path");
      Object content = chance.once(2) ? replacement : list(replacement);
      return map("path", file.apply("replacement.yaml", YamlText.write(content, chance)));
    }
    return replacement;
  }

  private Map<String, Object> source(Map<String, Object> object) {
    var source = map("kind", object.get("kind"));
    if (!chance.once(12)) {
      source.put("name", ((Map<?, ?>) object.get("metadata")).get("name"));
    }
    if (!chance.once(3)) {
      source.put("fieldPath", patches.scalarPath(object).replace(".*", ".0"));
    }
    if (chance.once(6)) {
      source.put("options", options());
    }
    return source;
  }

  private Map<String, Object> target() {
    var texts = known.stream().filter(Substitutions::hasText).toList();
    var object = chance.pick(chance.once(4) && !texts.isEmpty() ? texts : known);
    var select = select(object);
    if (chance.once(8)) {
      select.put("labelSelector", "app=web");
    }
    var target = map("select", select);
    if (chance.once(8)) {
      target.put("reject", list(map("name", pattern(chance.pick(Shapes.APPS)))));
      used.add("reject");
    }
    if (!chance.once(10)) {
      var paths = list(path(object));
      if (chance.once(5)) {
        paths.add(path(object));
      }
      target.put("fieldPaths", paths);
    }
    if (chance.once(3)) {
      var options = options();
      target.put("options", options);
      if (options.containsKey("create") && insideText(object).isEmpty()) {
        target.put("fieldPaths", list(newPath()));
      }
    }
    return target;
  }

  /// Most parts are what the object has, the others expressions that may match it.
  private Map<String, Object> select(Map<String, Object> object) {
    var select = map("kind", pattern(object.get("kind").toString()));
    if (!chance.once(12)) {
      select.put("name", pattern(((Map<?, ?>) object.get("metadata")).get("name").toString()));
    }
    if (chance.once(12)) {
      select.put("namespace", chance.pick("prod", "default", "pr.*"));
    }
    if (chance.once(15)) {
      select.put("version", chance.pick("v1", "v.", "v"));
    }
    if (chance.once(20)) {
      select.put("group", chance.pick("apps", "a.*"));
    }
    return select;
  }

  private String pattern(String text) {
    if (!chance.once(6)) {
      return text;
    }
    used.add("replacements by pattern");
    return chance.pick(
        ".*" + text,
        text.charAt(0) + ".*",
        text.substring(1),
        "^" + text + "$",
        "(?i)" + text.toUpperCase(Locale.ROOT),
        text + "|web-.",
        text.replace('a', '.'),
        text + "(");
  }

  private String path(Map<String, Object> object) {
    String inside = insideText(object);
    if (!inside.isEmpty() && !chance.once(4)) {
      used.add("replacements in texts");
      return inside;
    }
    String path = patches.scalarPath(object);
    if (path.equals("kind") || path.equals("apiVersion")) {
      return "metadata.name";
    }
    return chance.once(30) ? path + ".more" : path;
  }

  private static boolean hasText(Map<String, Object> object) {
    return object.get("data") instanceof Map<?, ?> data
        && EmbeddedTexts.KEYS.stream().anyMatch(data::containsKey);
  }

  /// A path within JSON or YAML in the data of the object; empty when there is none.
  private String insideText(Map<String, Object> object) {
    if (!(object.get("data") instanceof Map<?, ?> data)) {
      return "";
    }
    return EmbeddedTexts.KEYS.stream()
        .filter(data::containsKey)
        .findFirst()
        .map(key ->
            "data."
                + (chance.once(3) ? key.replace(".", "\\.") : "[" + key + "]")
                + "."
                + chance.pick(EmbeddedTexts.PATHS))
        .orElse("");
  }

  private String newPath() {
    return chance.pick(
        "metadata.labels.copied", "metadata.annotations.[example.com/copy]", "spec.copied.here");
  }

  private Map<String, Object> options() {
    var options = map();
    if (chance.once(2)) {
      options.put("delimiter", chance.pick(":", "/", "-", "."));
      options.put("index", chance.once(4) ? chance.between(-1, 2) : 0);
      used.add("delimiter");
    }
    if (chance.once(2)) {
      options.put("create", !chance.once(8));
      used.add("create");
    }
    return options;
  }

  Object vars() {
    var object = chance.pick(known);
    var metadata = (Map<?, ?>) object.get("metadata");
    var reference =
        map(
            "apiVersion",
            object.get("apiVersion"),
            "kind",
            object.get("kind"),
            "name",
            metadata.get("name"));
    if (metadata.containsKey("namespace") && chance.once(2)) {
      reference.put("namespace", metadata.get("namespace"));
    }
    var name = map("name", chance.once(6) ? "OTHER" : "NAME", "objref", reference);
    if (chance.once(2)) {
      name.put("fieldref", map("fieldPath", path(object).replace(".*", ".0")));
    }
    return list(name);
  }
}
