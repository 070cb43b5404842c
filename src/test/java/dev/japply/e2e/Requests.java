package dev.japply.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What japply asks of the server about objects, from the server's own log.
///
/// @param log the audit log
/// @param start how long it was at the beginning
record Requests(Path log, long start) {

  static Requests from(TestCluster server) {
    assumeTrue(server.auditLog().isPresent(), "this cluster has no audit log to count requests by");
    Path log = server.auditLog().orElseThrow();
    try {
      return new Requests(log, Files.size(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The requests since then, as `patch web`, in their order; dry runs as `patch web dry`.
  List<String> sinceThen() {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(start);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .map(line -> (MapValue) Json.parse(line))
          .filter(event -> event.text("stage").equals("RequestReceived"))
          .filter(event -> event.text("userAgent").startsWith("japply"))
          .filter(event -> event.has("objectRef"))
          .map(Requests::describe)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String describe(MapValue event) {
    String dry = event.text("requestURI").contains("dryRun=All") ? " dry" : "";
    return event.text("verb") + " " + event.map("objectRef").text("name") + dry;
  }
}
