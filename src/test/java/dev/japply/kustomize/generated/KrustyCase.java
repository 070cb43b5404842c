package dev.japply.kustomize.generated;

import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value.BoolValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;

/// A build in one of kustomize's own tests: the files, and the directory that is built.
///
/// `e2e/build` writes them down in `krusty.json`, while it runs these tests from the Go module.
///
/// @param name the test and the number of its build
record KrustyCase(String name, MapValue recorded) {

  static List<KrustyCase> all(Path e2e) throws IOException {
    var numbers = new HashMap<String, Integer>();
    return Files.readAllLines(e2e.resolve("krusty.json")).stream()
        .map(line -> (MapValue) Json.parse(line))
        .map(recorded -> {
          String test = recorded.text("test");
          return new KrustyCase(test + " " + numbers.merge(test, 1, Integer::sum), recorded);
        })
        .toList();
  }

  /// Whether it is in memory and asks for nothing that runs other programs.
  boolean isPlain() {
    return !flag(recorded.get("disk")) && !flag(recorded.get("plugins"));
  }

  boolean isUnrestricted() {
    return flag(recorded.get("unrestricted"));
  }

  private static boolean flag(Node value) {
    return value instanceof BoolValue(boolean flag) && flag;
  }

  /// Writes the files, and answers with the directory to build.
  Path write(Path root) {
    recorded
        .map("files")
        .entries()
        .forEach((name, text) ->
            write(
                root.resolve(name), ((StringValue) text).value().getBytes(StandardCharsets.UTF_8)));
    recorded
        .map("binary")
        .entries()
        .forEach((name, text) ->
            write(root.resolve(name), Base64.getDecoder().decode(((StringValue) text).value())));
    String path = recorded.text("path");
    return root.resolve(path.startsWith("/") ? path.substring(1) : path).normalize();
  }

  private static void write(Path file, byte[] content) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name
        + "\n"
        + recorded.map("files").entries().entrySet().stream()
            .map(file -> "-- " + file.getKey() + " --\n" + ((StringValue) file.getValue()).value())
            .collect(Collectors.joining("\n"));
  }
}
