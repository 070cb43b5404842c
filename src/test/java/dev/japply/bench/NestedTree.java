package dev.japply.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/// A tree of kustomizations like the one that kustomize's issue 5084 is about: 4,080 ConfigMaps,
/// five levels deep, of which the topmost renames and labels all, and 120 in the middle each have a
/// namespace and patches.
record NestedTree() implements Tree {
  static final int COUNT = 4_080;

  private static final Pattern PATCHED = Pattern.compile("^ {2}k2: \"3\"$", Pattern.MULTILINE);

  /// The level with namespaces and patches.
  private static final int MIDDLE = 3;

  /// How many kustomizations a kustomization of each level has, and how many ConfigMaps.
  private static final int[] CHILDREN = {4, 10, 3, 2, 0};

  private static final int[] FILES = {0, 0, 0, 30, 2};
  private static final int PATCHES = 10;

  private static final String TOP =
      """
      namePrefix: shop-
      nameSuffix: -blue
      labels:
      - pairs: {team: shop}
        includeSelectors: true
      commonAnnotations: {example.com/owner: shop}
      """;

  private static final String CONFIG_MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: NAME
        labels:
          team: none
        annotations:
          example.com/owner: none
      data:
        k: v
      """;

  private static final String MERGED =
      """
      - patch: |-
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: NAME
          data:
            k: v2
      """;

  private static final String SELECTING =
      """
      - target: {kind: ConfigMap, name: NAME}
        patch: |-
          - {op: add, path: /data/k2, value: "3"}
      """;

  @Override
  public Case what() {
    return new Case(COUNT, Step.NESTED);
  }

  @Override
  public Path writeTo(Path directory) throws IOException {
    write(directory, "web", 0);
    return directory;
  }

  @Override
  public Map<Pattern, Integer> output() {
    int middle = CHILDREN[0] * CHILDREN[1] * CHILDREN[2];
    return Map.of(Builds.OBJECT, COUNT, PATCHED, middle * PATCHES / 2);
  }

  private static void write(Path directory, String name, int level) throws IOException {
    Files.createDirectories(directory);
    var text = new StringBuilder(level == 0 ? TOP : "");
    text.append(level == MIDDLE ? "namespace: " + name + "\n" : "").append("resources:\n");
    for (int i = 0; i < FILES[level]; i++) {
      text.append("- ").append(i).append(".yaml\n");
      Files.writeString(directory.resolve(i + ".yaml"), named(CONFIG_MAP, name, i));
    }
    for (int i = 0; i < CHILDREN[level]; i++) {
      text.append("- part").append(i).append('\n');
      write(directory.resolve("part" + i), name + "-p" + i, level + 1);
    }
    if (level == MIDDLE) {
      text.append("patches:\n");
      for (int i = 0; i < PATCHES; i++) {
        text.append(named(i % 2 == 0 ? MERGED : SELECTING, name, i));
      }
    }
    Files.writeString(directory.resolve("kustomization.yaml"), text);
  }

  private static String named(String text, String name, int number) {
    return text.replace("NAME", name + "-" + number);
  }
}
