package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program.Said;
import dev.japply.cluster.rest.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The archive that `-Djapply.distribution` names, unpacked.
///
/// @param home where it is
/// @param directory the home directory of the user who runs it
record Distribution(Path home, Path directory) {
  static final Path ARCHIVE = Path.of(System.getProperty("japply.distribution", ""));

  /// Unpacks it below `directory`, in a place whose name has a blank.
  static Distribution unpack(Path directory) throws IOException, InterruptedException {
    Path place = Files.createDirectory(directory.resolve("a place"));
    int status =
        new ProcessBuilder("tar", "-C", place.toString(), "-xzf", ARCHIVE.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    try (Stream<Path> files = Files.list(place)) {
      return new Distribution(files.findFirst().orElseThrow(), directory);
    }
  }

  /// The jar beside the archive, for those who have a Java.
  static Path jar() {
    return ARCHIVE.resolveSibling("japply-cli-" + Version.TEXT + ".jar");
  }

  Path file(String name) {
    return home.resolve(name);
  }

  /// The Java in it.
  String java() {
    return file("lib/japply/runtime/bin/java").toString();
  }

  /// Runs the launcher where there are no other programs and no Java. The summary is left out.
  Said japply(Map<String, String> environment, String input, String... args)
      throws IOException, InterruptedException {
    return run(file("bin/japply").toString(), environment, input, args).withoutSummary();
  }

  /// Runs a program with nothing on the `PATH`.
  Said run(String program, Map<String, String> environment, String input, String... args)
      throws IOException, InterruptedException {
    var all = new HashMap<>(Map.of("PATH", "/nonexistent", "HOME", directory.toString()));
    all.putAll(environment);
    return Program.process(program, all, input, List.of(args));
  }
}
