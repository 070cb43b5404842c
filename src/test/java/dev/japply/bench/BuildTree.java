package dev.japply.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/// A kustomization of many objects: a base with one file for each, and an overlay that renames all
/// of them, with a patch for each Deployment. The patches refer to ConfigMaps, whose new names must
/// be there in the end.
///
/// @param count how many objects the base has
public record BuildTree(int count) implements Tree {
  private static final Pattern REFERENCE =
      Pattern.compile("^ +- configMapRef:\n +name: prod-web-", Pattern.MULTILINE);

  private static final String OVERLAY =
      """
      resources: [../base]
      namePrefix: prod-
      labels:
      - pairs: {env: prod}
      images:
      - name: registry.example.com/shop/web-0
        newTag: "2.0"
      configMapGenerator:
      - name: settings
        literals: [level=info]
      patches:
      """;

  /// A patch for the object that it names, in a file of its own.
  private static final String MERGED =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web-INDEX
      spec:
        template:
          spec:
            containers:
            - name: web
              envFrom:
              - configMapRef:
                  name: web-NEXT
      """;

  /// A patch for what its target selects.
  private static final String SELECTING =
      """
      - target:
          kind: Deployment
          name: web-INDEX
        patch: |-
          - op: add
            path: /spec/template/spec/containers/0/envFrom
            value: [{configMapRef: {name: web-NEXT}}]
      """;

  @Override
  public Case what() {
    return new Case(count, Step.BUILD);
  }

  @Override
  public Map<Pattern, Integer> output() {
    return Map.of(Builds.OBJECT, count + 1, REFERENCE, deployments());
  }

  /// How many Deployments are among the objects.
  private int deployments() {
    return (count + 3) / 4;
  }

  /// Writes the tree, and answers with the overlay.
  @Override
  public Path writeTo(Path directory) throws IOException {
    Path base = directory.resolve("base");
    Objects.of(count).writeTo(base);
    var resources = new StringBuilder("resources:\n");
    for (int i = 0; i < count; i++) {
      resources.append("- %05d.yaml\n".formatted(i));
    }
    Files.writeString(base.resolve("kustomization.yaml"), resources);
    Path overlay = Files.createDirectories(directory.resolve("prod"));
    var kustomization = new StringBuilder(OVERLAY);
    for (int i = 0; i < deployments(); i++) {
      if (i % 2 == 0) {
        kustomization.append("- path: %05d.yaml\n".formatted(i));
        Files.writeString(overlay.resolve("%05d.yaml".formatted(i)), patch(MERGED, i));
      } else {
        kustomization.append(patch(SELECTING, i));
      }
    }
    Files.writeString(overlay.resolve("kustomization.yaml"), kustomization);
    return overlay;
  }

  private static String patch(String text, int deployment) {
    return text.replace("INDEX", String.valueOf(4 * deployment))
        .replace("NEXT", String.valueOf(4 * deployment + 1));
  }
}
