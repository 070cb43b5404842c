package dev.japply.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.Program.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Kustomizations in which a few lines describe more than any machine can hold, or compute: each
/// ends in one line.
class KustomizationBombsTest {
  private static final String OBJECT =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: '0123456789', n: ''}\n";
  private static final String RESOURCES = "resources: [a.yaml]\n";

  @TempDir private Path folder;

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private Said build(String kustomization) throws IOException {
    write("kustomization.yaml", kustomization);
    if (!Files.exists(folder.resolve("a.yaml"))) {
      write("a.yaml", OBJECT);
    }
    return Program.run(Map.of("HOME", folder.toString()), "", List.of("build", folder.toString()));
  }

  private static void assertOneLine(Said said, String message) {
    assertThat(said.err()).contains(message).startsWith("error: ").hasLineCount(1);
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isEqualTo(1);
  }

  private static String repeated(int times, IntFunction<String> text) {
    return IntStream.range(0, times).mapToObj(text).collect(Collectors.joining());
  }

  private static String aliases() {
    return "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + repeated(
            8, i -> "a%d: &a%d [%s]\n".formatted(i + 1, i + 1, ("*a" + i + ", ").repeat(10)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resources: [bomb.yaml]",
        "resources: [a.yaml]\npatches: [{path: bomb.yaml}]",
        "resources: [a.yaml]\npatchesStrategicMerge: [bomb.yaml]",
        "resources: [a.yaml]\npatches: [{target: {name: a}, path: bomb.yaml}]",
        "configurations: [bomb.yaml]",
        "crds: [bomb.yaml]",
        "openapi: {path: bomb.yaml}",
        "generators: [bomb.yaml]",
        "transformers: [bomb.yaml]",
        "replacements: [{path: bomb.yaml}]",
        "components: [bomb]",
      })
  void aliasesDoNotMultiply(String kustomization) throws IOException {
    String head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    write("bomb.yaml", head + aliases());
    write("bomb/kustomization.yaml", aliases());
    assertOneLine(build(kustomization + "\n"), "document contains excessive aliasing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x: DEEP",
        "resources: DEEP",
        "resources: [deep.yaml]",
        "{resources: [a.yaml], patches: [{path: deep.yaml}]}",
        "configurations: [deep.yaml]",
        "crds: [deep.yaml]",
        "openapi: {path: deep.yaml}",
        "transformers: [deep.yaml]",
      })
  void nestingEnds(String kustomization) throws IOException {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    write("deep.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: " + deep + "\n");
    assertOneLine(build(kustomization.replace("DEEP", deep) + "\n"), "exceeded max depth");
  }

  /// Paths that create what they lead to.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "replacements: [{sourceValue: v, targets: [{select: {name: a}, fieldPaths: [PATH],"
            + " options: {create: true}}]}]",
        "labels: [{pairs: {a: b}, fields: [{path: PATH, create: true}]}]",
        "configurations: [c.yaml]\ncommonLabels: {a: b}",
        "transformers: ['{apiVersion: builtin, kind: ValueAddTransformer, metadata: {name: t},"
            + " value: v, targets: [{fieldPath: PATH}]}']",
      })
  void pathsEnd(String kustomization) throws IOException {
    for (int depth : new int[] {1_500, 100_000}) {
      String path = "spec" + (kustomization.startsWith("repl") ? ".x" : "/x").repeat(depth);
      write("c.yaml", "commonLabels: [{path: " + path + ", create: true}]\n");
      Said said = build(RESOURCES + kustomization.replace("PATH", path) + "\n");
      assertOneLine(said, "nested");
    }
  }

  @Test
  void patchesTogetherDoNotNestDeeper() throws IOException {
    String deep = "{x: ".repeat(550) + "1" + "}".repeat(550);
    String patches =
        repeated(
            2,
            i ->
                "- {target: {name: a}, patch: '[{op: add, path: \"/data%s\", value: %s}]'}\n"
                    .formatted("/x".repeat(550 * i + 1), deep));
    assertOneLine(build(RESOURCES + "patches:\n" + patches), "nested more than 1000 deep");
  }

  @Test
  void copiesOfAPatchDoNotMultiply() throws IOException {
    String copies = repeated(64, i -> "{op: copy, from: /data, path: /data/c" + i + "},");
    Said said = build(RESOURCES + "patches: [{target: {name: a}, patch: '[" + copies + "]'}]\n");
    assertOneLine(said, "ConfigMap a: the object becomes too large: there is more than 16 MiB");
  }

  @Test
  @Tag("verify")
  void replacementsDoNotMultiply() throws IOException {
    String source = "- source: {kind: ConfigMap, name: a, fieldPath: data.k}\n";
    String target = "  targets: [{select: {name: a}, fieldPaths: [data.k], options: OPTIONS}]\n";
    String texts = source + target.replace("OPTIONS", "{delimiter: '!', index: -1}");
    String maps =
        repeated(
            64,
            i ->
                texts
                    .replace("data.k}\n", "data}\n")
                    .replace(
                        "[data.k], options: " + "{delimiter: '!', index: -1}",
                        "[data.m" + i + "], options: {create: true}"));
    for (String replacements : List.of(texts.repeat(64), maps)) {
      assertOneLine(
          build(RESOURCES + "replacements:\n" + replacements),
          "the replacement makes it too large");
    }
  }

  @Test
  void varsDoNotMultiply() throws IOException {
    write(
        "a.yaml",
        OBJECT
            .replace("0123456789", "x".repeat(100_000))
            .replace("''", "'" + "$(V)".repeat(1_000) + "'"));
    write("c.yaml", "varReference: [{path: data, kind: ConfigMap}]\n");
    Said said =
        build(
            RESOURCES
                + "configurations: [c.yaml]\nvars: [{name: V, objref: {apiVersion: v1, kind:"
                + " ConfigMap, name: a}, fieldref: {fieldPath: data.k}}]\n");
    assertOneLine(said, "vars make a text too large");
  }

  @Test
  @Tag("verify")
  void kustomizationsDoNotMultiply() throws IOException {
    write("d0/kustomization.yaml", "namePrefix: a\n");
    for (int i = 1; i < 40; i++) {
      String below = "../d" + (i - 1);
      write("d" + i + "/kustomization.yaml", "resources: [" + below + ", " + below + "]\n");
    }
    assertOneLine(build("resources: [d39]\n"), "more than 20000 kustomizations are built");
  }

  @Test
  void kustomizationsEnd() throws IOException {
    for (int i = 0; i < 300; i++) {
      write("d" + i + "/kustomization.yaml", "resources: [../d" + (i + 1) + "]\n");
    }
    assertOneLine(build("resources: [d0]\n"), "kustomizations name each other more than 200 deep");
  }

  @Test
  void typesDoNotMultiply() throws IOException {
    String types =
        repeated(
            40,
            i ->
                "t%d: {Schema: {properties: {apiVersion: {}, kind: {}, metadata: {}, ".formatted(i)
                    + "a: {$ref: t%d}, b: {$ref: t%d}}}}\n".formatted(i + 1, i + 1));
    write("crds.yaml", types);
    assertOneLine(build(RESOURCES + "crds: [crds.yaml]\n"), "has more than 50000 fields");
  }

  @Test
  void oneFileIsNotManyTimesInAnObject() throws IOException {
    Files.write(folder.resolve("big"), new byte[1 << 20]);
    String files = repeated(200, i -> "k" + i + "=big,");
    assertOneLine(
        build("configMapGenerator: [{name: c, files: [" + files + "]}]\n"),
        "the data of c is larger than 134217728 bytes; generate several");
  }

  @Test
  void filesHaveALimit() throws IOException {
    write("kustomization.yaml", RESOURCES);
    write("a.yaml", OBJECT + "#".repeat(1000));
    Said said =
        Program.run(
            Map.of("HOME", folder.toString(), "JAPPLY_MAX_BYTES", "1Ki"),
            "",
            List.of("build", folder.toString()));
    assertOneLine(
        said,
        "kustomization.yaml:1: cannot read 'a.yaml': larger than 1024 bytes; set JAPPLY_MAX_BYTES");
  }

  /// Java's own expressions would try for longer than anybody lives.
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "(a+)+$ => selects nothing",
        "(a|a)*b => selects nothing",
        "(a*)*(a*)*(a*)*b => selects nothing",
        "(|a?|b?){0,99}(|a?|b?){0,99}b => selects nothing",
        "((a{900}){900}){900} => is no regular expression: error parsing regexp: expression too"
            + " large",
        "(a{1000}b{1000}){100} => expression too large",
        "(?=a)a => is no regular expression: error parsing regexp: invalid or unsupported Perl"
            + " syntax",
        "(a)\\1 => invalid escape sequence",
      })
  void expressionsEnd(String expression, String message) throws IOException {
    String name = "a".repeat(5_000) + "!";
    write("a.yaml", OBJECT.replace("name: a}", "name: '" + name + "'}"));
    for (String field : List.of("name", "namespace", "kind", "group", "version")) {
      String target = "{name: '.*!', " + field + ": '" + expression + "'}";
      target = field.equals("name") ? "{name: '" + expression + "'}" : target;
      Said said = build(RESOURCES + "patches: [{target: " + target + ", patch: '[]'}]\n");
      assertOneLine(said, message);
    }
    String path = "spec.[name=" + expression + "]";
    write("a.yaml", OBJECT + "spec: [{name: '" + name + "'}]\n");
    Said said =
        build(
            RESOURCES
                + "replacements: [{sourceValue: v, targets: [{select: {name: a}, fieldPaths: ['"
                + path
                + ".x']}]}]\n");
    assertThat(said.err()).contains("kustomization.yaml:2: ConfigMap a: ").hasLineCount(1);
  }

  @Test
  void namesOfImagesAreExpressionsThatEnd() throws IOException {
    write("a.yaml", OBJECT + "spec: {containers: [{image: '" + "a".repeat(5_000) + "!'}]}\n");
    Said said = build(RESOURCES + "images: [{name: '(a+)+', newTag: b}]\n");
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(build(RESOURCES + "images: [{name: '(a', newTag: b}]\n").status()).isZero();
  }

  /// Nobody reads a line for each.
  @Test
  void aThousandPatchesForNothingAreAHundredLines() throws IOException {
    Said said =
        build(RESOURCES + "patches:\n" + "- {target: {name: none}, patch: '[]'}\n".repeat(1000));
    assertThat(said.err()).hasLineCount(100);
    assertThat(said.status()).isEqualTo(1);
  }
}
