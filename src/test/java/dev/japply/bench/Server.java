package dev.japply.bench;

import dev.japply.bench.Sample.Traffic;
import dev.japply.e2e.BuiltServer;
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

  private final BuiltServer server;
  private final Path programs;
  private final List<Relay> relay = new ArrayList<>();

  /// Starts a server, and waits until it can be used.
  ///
  /// @param programs the directory that `e2e/build` prints
  /// @param directory for the server's own files; it ends with this program
  /// @param counts whether requests and bytes are counted
  Server(Path programs, Path directory, boolean counts) throws IOException {
    this.programs = programs;
    Path program = programs.resolve("japply-e2e");
    Files.createDirectories(directory);
    server =
        counts
            ? BuiltServer.start(program, directory, "--no-controllers", "--audit")
            : BuiltServer.start(program, directory, "--no-controllers");
    if (counts) {
      goThroughRelay(server.info().text("server"));
    }
  }

  private void goThroughRelay(String address) throws IOException {
    String before = address.substring(0, address.lastIndexOf(':') + 1);
    relay.add(new Relay(Integer.parseInt(address.substring(before.length()))));
    String text = Files.readString(kubeconfig());
    Files.writeString(kubeconfig(), text.replace(address, before + relay.getFirst().port()));
  }

  Path kubeconfig() {
    return server.kubeconfig();
  }

  /// All that there has been so far.
  Traffic traffic() throws IOException {
    if (relay.isEmpty()) {
      return Traffic.UNKNOWN;
    }
    try (Stream<String> lines = Files.lines(Path.of(server.info().text("auditLog")))) {
      long requests = lines.filter(line -> line.contains(REQUEST)).count();
      return new Traffic(requests, relay.getFirst().bytes());
    }
  }

  /// The output of kubectl, which must succeed.
  String kubectl(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(programs.resolve("kubectl").toString()));
    command.addAll(List.of("--kubeconfig", kubeconfig().toString()));
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
    server.close();
    for (Relay one : relay) {
      one.close();
    }
  }
}
