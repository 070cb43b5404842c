package dev.japply.cli;

import dev.japply.cluster.FakeCluster;
import dev.japply.kpt.GitFolder;
import dev.japply.merge.Flow;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files are read, checked, built and compared in linear work, and so is the readiness of objects.
@Tag("verify")
@Isolated("counts the allocations of all threads")
class LinearInputTest {
  @TempDir private Path directory;

  /// A kind of growth: the files of a size, in one of two versions.
  ///
  /// @param isEndless whether the files can have many more parts
  record Growth(String what, int size, boolean isEndless, Version version) {
    @Override
    public String toString() {
      return what;
    }
  }

  interface Version {
    Map<String, String> files(int count, String value);
  }

  interface OneFile {
    String text(int count, String value);
  }

  private static Growth one(String what, int size, OneFile file) {
    return new Growth(
        what, size, true, (count, value) -> Map.of("m.yaml", file.text(count, value)));
  }

  private static Growth data(String what, int size, OneFile file) {
    return one(what, size, (count, value) -> configMap("a") + "data:\n" + file.text(count, value));
  }

  private static String configMap(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n";
  }

  private static String document(int number, String value) {
    return "---\n" + configMap("o" + number) + "data: {k: \"" + value + "\"}\n";
  }

  private static String custom(String items) {
    return "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  "
        + items
        + "\n";
  }

  private static String repeated(int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining());
  }

  private static String lines(int count, IntFunction<String> line) {
    return repeated(count, i -> line.apply(i) + "\n");
  }

  private static final List<Growth> GROWTHS =
      List.of(
          one("documents", 400, (count, value) -> repeated(count, i -> document(i, value))),
          data("fields", 1000, (count, value) -> lines(count, i -> "  k" + i + ": v" + value)),
          data("lines", 2000, (count, value) -> "  k: |\n" + lines(count, i -> "    " + i + value)),
          data(
              "folded", 2000, (count, value) -> "  k: >\n" + lines(count, i -> "    " + i + value)),
          data(
              "quoted",
              2000,
              (count, value) -> "  k: \"\n" + lines(count, i -> "    " + i + value) + "    \"\n"),
          data(
              "a long line",
              20000,
              (count, value) -> "  k: \"" + repeated(count, i -> i + value + " ") + "\"\n"),
          data(
              "comments",
              2000,
              (count, value) -> lines(count, i -> "  # " + i) + "  k: v" + value + "\n"),
          one(
              "items of a List",
              400,
              (count, value) ->
                  "apiVersion: v1\nkind: List\nitems:\n"
                      + lines(
                          count,
                          i ->
                              "- {apiVersion: v1, kind: ConfigMap, metadata: {name: o%d}, data: {k: v%s}}"
                                  .formatted(i, value))),
          one(
              "items",
              1000,
              (count, value) -> custom("items:\n" + lines(count, i -> "  - a: " + i + value))),
          one(
              "items in one line",
              1000,
              (count, value) ->
                  custom("items: [" + repeated(count, i -> "{a: " + i + value + "}, ") + "]")),
          one(
              "JSON",
              1000,
              (count, value) ->
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{"
                      + repeated(count, i -> "\"k%d\": \"%s\",\n".formatted(i, value))
                      + "\"last\": \"\"}}\n"),
          new Growth(
              "depth",
              30,
              false,
              (count, value) ->
                  Map.of(
                      "m.yaml",
                      custom("a:\n" + lines(count, i -> "  ".repeat(i + 2) + "a:"))
                          + ("  ".repeat(count + 2) + "a: v" + value + "\n"))),
          new Growth(
              "files",
              50,
              true,
              (count, value) ->
                  IntStream.range(0, count)
                      .boxed()
                      .collect(Collectors.toMap(i -> "f" + i + ".yaml", i -> document(i, value)))));

  private static final String TRANSFORMED =
      "namePrefix: a-\nnamespace: here\nlabels: [{pairs: {a: b}}]\ncommonAnnotations: {c: d}\n";

  /// Growths of objects, whose builds have more steps than to read them.
  private static final Set<String> OF_OBJECTS = Set.of("documents", "fields", "items", "files");

  private static Stream<Arguments> rows() {
    return GROWTHS.stream()
        .flatMap(growth ->
            Stream.of("check", "build", "build transformed", "build --diff")
                .filter(command -> command.equals("check") || OF_OBJECTS.contains(growth.what()))
                .map(command -> Arguments.of(growth, command)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("rows")
  void twiceTheInputTakesTwiceTheWork(Growth growth, String command) throws Exception {
    Work.assertLinear(count -> work(growth, command, count), growth.size(), growth.isEndless());
  }

  private Work work(Growth growth, String command, int count) throws Exception {
    Path folder = Files.createTempDirectory(directory, "files");
    Map<String, String> files = growth.version().files(count, "1");
    var setting = new Ran.Setting(new FakeCluster());
    if (command.equals("check")) {
      write(folder, files);
      return Work.of(() -> setting.offline("check", "-f", folder.toString()), 1);
    }
    var all = new LinkedHashMap<>(files);
    String resources = "resources: [" + String.join(", ", files.keySet()) + "]\n";
    boolean isTransformed = command.equals("build transformed");
    all.put("kustomization.yaml", resources + (isTransformed ? TRANSFORMED : ""));
    if (command.equals("build --diff")) {
      GitFolder.in(folder).commit(all);
      write(folder, growth.version().files(count, "2"));
      return Work.of(() -> setting.offline("build", "--diff", "HEAD", folder.toString()), 1);
    }
    write(folder, all);
    return Work.of(() -> setting.offline("build", folder.toString()), 0);
  }

  private static void write(Path folder, Map<String, String> files) throws IOException {
    for (var file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  @Test
  void twiceTheObjectsAreReadyInTwiceTheWork() throws Exception {
    Work.assertLinear(this::ready, 100, true);
  }

  private Work ready(int count) throws Exception {
    var cluster = new FakeCluster();
    String widget =
        "apiVersion: example.com/v1, kind: Widget, metadata: {name: w%d, namespace: default}";
    String status = "status: {conditions: [{type: Ready, status: 'True'}]}";
    for (int i = 0; i < count; i++) {
      cluster.put((MapValue) Flow.parse("{" + widget.formatted(i) + ", " + status + "}"));
    }
    var setting =
        new Ran.Setting(cluster)
            .reading(repeated(count, i -> "---\n{" + widget.formatted(i) + "}\n"));
    return Work.of(() -> setting.run("ready", "-f", "-"), 0);
  }
}
