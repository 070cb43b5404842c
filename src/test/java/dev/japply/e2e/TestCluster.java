package dev.japply.e2e;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A real API server with its controllers, in a process of its own, on loopback. There are no
/// nodes: Pods stay pending.
///
/// Tests ask for it with [UsesTestCluster]; all of one JVM share it. It ends when its standard
/// input does, so that it never outlives this JVM.
public final class TestCluster implements AutoCloseable {
  /// The system property that holds the directory of the `japply-e2e` program.
  public static final String PROPERTY = "japply.e2e";

  private static final int STOP_SECONDS = 30;

  private final Path program;
  private final Path directory;
  private final Process process;
  private final MapValue info;
  private final AtomicInteger namespaces = new AtomicInteger();

  private TestCluster(Path program, Path directory, Process process, MapValue info) {
    this.program = program;
    this.directory = directory;
    this.process = process;
    this.info = info;
  }

  /// What a command said.
  public record Outcome(int exit, String out, String err) {
    /// The same, provided that it succeeded.
    public Outcome orFail() {
      if (exit != 0) {
        throw new IllegalStateException(toString());
      }
      return this;
    }
  }

  /// Starts a cluster with the program in `programs`, and waits until it can be used.
  static TestCluster start(Path programs) throws IOException {
    Path program = programs.resolve("japply-e2e");
    Path directory = Files.createTempDirectory("japply-cluster");
    Path log = directory.resolve("cluster.err");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "cluster",
                "--dir",
                directory.toString(),
                "--audit",
                "--stdin-watch")
            .redirectError(log.toFile())
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null) {
      process.destroy();
      throw new IOException("the cluster did not start: " + Files.readString(log));
    }
    return new TestCluster(program, directory, process, (MapValue) Json.parse(line));
  }

  /// The kubeconfig file of an administrator.
  public Path kubeconfig() {
    return Path.of(info.text("kubeconfig"));
  }

  /// The kubeconfig file of somebody who may only read.
  public Path viewerKubeconfig() {
    return Path.of(info.text("viewerKubeconfig"));
  }

  /// What the users asked of the API server, one JSON object a line.
  public Path auditLog() {
    return Path.of(info.text("auditLog"));
  }

  /// The address of the API server.
  public String server() {
    return info.text("server");
  }

  /// Runs kubectl as the administrator, with nothing on its standard input.
  public Outcome kubectl(String... args) {
    return kubectl("", List.of(args));
  }

  /// Runs kubectl as the administrator.
  public Outcome kubectl(String input, List<String> args) {
    var builder = new ProcessBuilder(program.toString(), "kubectl");
    builder.command().addAll(args);
    builder
        .environment()
        .putAll(Map.of("KUBECONFIG", kubeconfig().toString(), "HOME", directory.toString()));
    try {
      Path err = Files.createTempFile(directory, "kubectl", ".err");
      Process running = builder.redirectError(err.toFile()).start();
      try (var stdin = running.outputWriter(StandardCharsets.UTF_8)) {
        stdin.write(input);
      }
      String out = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(running.waitFor(), out, Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Creates a namespace that no other test uses.
  public String newNamespace() {
    String name = "test-" + namespaces.incrementAndGet();
    kubectl("create", "namespace", name).orFail();
    return name;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      delete(directory);
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }

  /// Deletes a directory, deepest first.
  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
