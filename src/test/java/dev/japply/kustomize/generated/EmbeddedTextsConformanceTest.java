package dev.japply.kustomize.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.Oracle;
import dev.japply.UsesOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Replacements at each path within each text of [EmbeddedTexts], by japply and by kustomize.
@UsesOracle
@Tag("generated")
class EmbeddedTextsConformanceTest {
  private static final List<String> SOURCES = List.of("text", "number", "map", "list");

  private static final String SOURCE =
      """
      apiVersion: example.com/v1
      kind: Source
      metadata:
        name: s
      text: v1
      number: 5
      map:
        k: v
        l:
        - a
      list:
      - a
      - k: 1
      """;

  private static final String KUSTOMIZATION =
      """
      resources: [source.yaml, target.yaml]
      replacements:
      - source: {kind: Source, fieldPath: SOURCE}
        targets:
        - select: {kind: ConfigMap}
          fieldPaths: ["data.c.PATH"]
          options: {create: CREATE}
      """;

  @TempDir Path directory;

  private static Tree tree(String text, String path, String source, boolean create) {
    var files = new LinkedHashMap<String, String>();
    files.put("t/source.yaml", SOURCE);
    files.put(
        "t/target.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: t\ndata:\n  c: "
            + YamlText.inDoubleQuotes(text)
            + "\n");
    files.put(
        "t/kustomization.yaml",
        KUSTOMIZATION
            .replace("SOURCE", source)
            .replace("PATH", path)
            .replace("CREATE", String.valueOf(create)));
    return new Tree("t", files, Set.of());
  }

  /// Returns whether japply is known to differ: kustomize puts a map or a list in the place of an
  /// alias, and an empty string in the place of a null in JSON. japply puts an empty string and
  /// null.
  private static boolean isKnownToDiffer(String text, String path, String source) {
    return (source.equals("map") || source.equals("list"))
        && path.equals("b.n")
        && (text.contains("n: *a") || text.contains("\"n\": null"));
  }

  @Test
  void textsAreEditedAsByKustomize() {
    var trees = new ArrayList<Tree>();
    var differing = new ArrayList<Tree>();
    List<String> texts =
        Stream.concat(EmbeddedTexts.TEXTS.stream(), EmbeddedTexts.OWN.stream()).toList();
    for (String text : texts) {
      for (String path : new LinkedHashSet<>(EmbeddedTexts.PATHS)) {
        for (String source : SOURCES) {
          List<Tree> some = isKnownToDiffer(text, path, source) ? differing : trees;
          some.add(tree(text, path, source, false));
          some.add(tree(text, path, source, true));
        }
      }
    }
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      var conformance = new TreeConformance(oracle, directory, JapplyBuild::build);
      Cases.some(trees).forEach(tree -> conformance.check("", tree));
      assertThat(conformance.failures()).isEmpty();
      var known = new TreeConformance(oracle, directory.resolve("known"), JapplyBuild::build);
      differing.forEach(tree -> known.check("", tree));
      assertThat(known.failures()).as("known differences").hasSameSizeAs(differing).hasSize(8);
    }
  }
}
