package dev.japply.e2e;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The API server that `e2e/build` makes, with controllers unless flags say otherwise, in a process
/// of its own, on loopback. There are no nodes, unless flags say so: Pods stay pending.
///
/// It ends when its standard input does, so that it never outlives this JVM.
public final class BuiltServer implements ApiServer {
  private static final int STOP_SECONDS = 30;

  private final Process process;
  private final BufferedReader out;
  private final MapValue info;

  private BuiltServer(Process process, BufferedReader out, MapValue info) {
    this.process = process;
    this.out = out;
    this.info = info;
  }

  /// Starts `program` with its files in `directory`, and waits until it can be used.
  ///
  /// @param flags as `--audit`
  public static BuiltServer start(Path program, Path directory, String... flags)
      throws IOException {
    Path log = directory.resolve("cluster.err");
    var command =
        new ArrayList<>(
            List.of(program.toString(), "cluster", "--dir", directory.toString(), "--stdin-watch"));
    command.addAll(List.of(flags));
    var builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().put("GOGC", "200"); // some memory for time of the processor
    Process process = builder.start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null) {
      process.destroy();
      throw new IOException("the cluster did not start: " + Files.readString(log));
    }
    return new BuiltServer(process, out, (MapValue) Json.parse(line));
  }

  /// Kills the API server, starts it anew, and waits until it can be used.
  void restart() throws IOException {
    process.getOutputStream().write("restart\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    if (out.readLine() == null) {
      throw new IOException("the API server did not start again");
    }
  }

  /// What it says of itself: its `server` address, the file of its `auditLog`, where it keeps one.
  public MapValue info() {
    return info;
  }

  @Override
  public Path kubeconfig() {
    return Path.of(info.text("kubeconfig"));
  }

  @Override
  public Optional<Path> viewerKubeconfig() {
    return Optional.of(Path.of(info.text("viewerKubeconfig")));
  }

  @Override
  public boolean outlivesTests() {
    return false;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
