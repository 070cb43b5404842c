package dev.japply.bench;

import dev.japply.bench.Sample.Traffic;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A real API server of its own, without controllers: nothing but the tools is at work on it.
///
/// Where requests are counted, tools reach it through a [Relay] and it keeps an audit log, both of
/// which cost time; so such a server is not for timing.
final class Server implements AutoCloseable {
  private static final String REQUEST = "\"stage\":\"RequestReceived\"";

  private final Process process;
  private final Path programs;
  private final Path kubeconfig;
  private final List<Relay> relay = new ArrayList<>();
  private final String auditLog;

  /// Starts a server, and waits until it can be used.
  ///
  /// @param programs the directory that `e2e/build` prints
  /// @param directory for the server's own files; it ends with this program
  /// @param counts whether requests and bytes are counted
  Server(Path programs, Path directory, boolean counts) throws IOException {
    this.programs = programs;
    Path log = Files.createDirectories(directory).resolve("cluster.err");
    var command =
        new ArrayList<>(List.of(programs.resolve("japply-e2e").toString(), "cluster", "--dir"));
    command.addAll(List.of(directory.toString(), "--stdin-watch", "--no-controllers"));
    if (counts) {
      command.add("--audit");
    }
    process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    String line = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (line == null) {
      throw new IOException("the server did not start: " + Files.readString(log));
    }
    var info = (MapValue) Json.parse(line);
    auditLog = info.text("auditLog");
    kubeconfig = Path.of(info.text("kubeconfig"));
    if (counts) {
      goThroughRelay(info.text("server"));
    }
  }

  private void goThroughRelay(String server) throws IOException {
    String before = server.substring(0, server.lastIndexOf(':') + 1);
    relay.add(new Relay(Integer.parseInt(server.substring(before.length()))));
    String text = Files.readString(kubeconfig);
    Files.writeString(kubeconfig, text.replace(server, before + relay.getFirst().port()));
  }

  Path kubeconfig() {
    return kubeconfig;
  }

  /// All that there has been so far.
  Traffic traffic() throws IOException {
    if (relay.isEmpty()) {
      return Traffic.UNKNOWN;
    }
    try (Stream<String> lines = Files.lines(Path.of(auditLog))) {
      long requests = lines.filter(line -> line.contains(REQUEST)).count();
      return new Traffic(requests, relay.getFirst().bytes());
    }
  }

  /// The output of kubectl, which must succeed.
  String kubectl(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(programs.resolve("kubectl").toString()));
    command.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    command.addAll(List.of(arguments));
    Process kubectl =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    kubectl.getOutputStream().close();
    String out = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (kubectl.waitFor() != 0) {
        throw new IOException("failed: " + command);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return out;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
    for (Relay one : relay) {
      one.close();
    }
  }
}
