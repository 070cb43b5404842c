package dev.japply.kustomize.generated;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;

/// Mistakes in files.
final class Mistakes {
  private final Chance chance;
  private final Map<String, String> files;

  Mistakes(Chance chance, Map<String, String> files) {
    this.chance = chance;
    this.files = files;
  }

  /// Makes one in the kustomization of this directory, or somewhere, and answers with its name.
  String make(String directory) {
    String kustomization = kustomization(directory);
    switch (chance.between(1, 9)) {
      case 1 -> append(kustomization, "unknownField: 1\n");
      case 2 -> append(kustomization, "namePrefix: [a]\n");
      case 3 -> append(kustomization, "\tbroken: yes\n");
      case 4 -> {
        files.remove(chance.pick(new ArrayList<>(files.keySet())));
        return "missing file";
      }
      case 5 -> {
        files.put(directory + "/Kustomization", "namePrefix: a-\n");
        files.put(
            directory + "/kustomization.yaml",
            files.getOrDefault(directory + "/kustomization.yaml", "nameSuffix: b\n"));
        return "two kustomizations";
      }
      case 6 -> {
        append(chance.pick(new ArrayList<>(files.keySet())), "a: b: c\n");
        return "broken file";
      }
      case 7 -> {
        append(kustomization, "components: [../" + directory + "]\n");
        return "cycle";
      }
      case 8 -> {
        files.put("outside.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: outside}\n");
        append(kustomization, "patchesStrategicMerge: [../outside.yaml]\n");
        return "path outside";
      }
      default -> {
        files.put(kustomization, chance.pick("", "# nothing\n", "[]\n", "kind: Other\n"));
        return "empty kustomization";
      }
    }
    return "bad field";
  }

  private String kustomization(String directory) {
    return files.keySet().stream()
        .filter(name ->
            name.startsWith(directory + "/")
                && name.toLowerCase(Locale.ROOT).contains("kustomization"))
        .findFirst()
        .orElseThrow();
  }

  private void append(String file, String text) {
    files.merge(file, text, String::concat);
  }
}
