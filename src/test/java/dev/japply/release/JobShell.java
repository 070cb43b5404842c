package dev.japply.release;

import static java.util.stream.Collectors.joining;

import dev.japply.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs scripts of jobs: with bash, in a directory, and with no more of an environment than a CI
/// system gives.
///
/// @param root where the programs of the job are, in `programs`, and its home, in `home`
record JobShell(Path root) {
  private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";

  /// What a script said, both streams in one.
  record Ran(int status, String said) {}

  /// The directory that is first on the `PATH`.
  Path programs() throws IOException {
    return Files.createDirectories(root.resolve("programs"));
  }

  Path home() throws IOException {
    return Files.createDirectories(root.resolve("home"));
  }

  /// Makes a program of `text`.
  static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made a program");
    }
  }

  /// The japply under test, as a program.
  static void japply(Path file) throws IOException {
    String command =
        Program.command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(joining(" "));
    program(file, "#!/bin/sh\nexec " + command + " \"$@\"\n");
  }

  /// Runs `script` as `bash` with `options` does.
  Ran run(Path directory, Map<String, String> variables, List<String> options, String script) {
    try {
      Path file = Files.writeString(Files.createTempFile(root, "step", ".sh"), script);
      var builder = new ProcessBuilder("bash");
      builder.command().addAll(options);
      builder.command().add(file.toString());
      var environment = new TreeMap<>(Map.of("PATH", programs() + ":" + SYSTEM));
      environment.put("HOME", home().toString());
      environment.put("GIT_CONFIG_NOSYSTEM", "1");
      environment.putAll(variables);
      builder.environment().clear();
      builder.environment().putAll(environment);
      Path said = Files.createTempFile(root, "step", ".out");
      int status =
          builder
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start()
              .waitFor();
      return new Ran(status, Files.readString(said));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
