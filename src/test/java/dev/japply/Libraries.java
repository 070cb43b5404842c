package dev.japply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// The libraries that japply has in it, as `libraries.txt` lists them.
final class Libraries {
  private static final Path LIST = Path.of("src/test/resources/dev/japply/libraries.txt");

  private Libraries() {}

  /// Each as `group:name`.
  static List<String> names() throws IOException {
    try (Stream<String> lines = Files.lines(LIST)) {
      return lines.filter(line -> !line.startsWith("#")).toList();
    }
  }

  /// Their jars, from the class path of the tests, which has others, too.
  static List<String> jars() throws IOException {
    List<String> names = names();
    return Libraries.class
        .getClassLoader()
        .resources(JarFile.MANIFEST_NAME)
        .map(manifest -> manifest.getPath().replaceFirst("^file:(.*)!.*$", "$1"))
        .filter(path -> names.stream().anyMatch(name -> isVersionOf(name, path)))
        .toList();
  }

  /// Whether the jar of a Maven repository at that path is a version of a library: others can have
  /// its name in another group.
  private static boolean isVersionOf(String library, String path) {
    String place = library.replaceFirst(":.*", "").replace('.', '/');
    String name = library.replaceFirst(".*:", "");
    return path.matches(
        ".*/" + place + "/" + name + "/[^/]+/" + name + "-[0-9][A-Za-z0-9.]*\\.jar");
  }
}
