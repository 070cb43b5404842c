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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// What japply asks of the server about objects, from the server's own log. Other tests use the
/// same server meanwhile, so that only the requests of one user or in one namespace count.
///
/// @param log the audit log
/// @param start how long it was at the beginning, perhaps within a line that was being written
/// @param user whose requests count, when they are made in another's name; empty for all
/// @param namespace of the objects whose requests count; empty for all
public record Requests(Path log, long start, String user, String namespace) {
  private static final int TRIES = 500;

  /// The watches of other tests go on.
  private static final int TRIES_OF_WATCHES = 50;

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final String PROGRAM = "\"userAgent\":\"japply";
  private static final String MODIFIED = "the object has been modified";

  /// Those about objects in a namespace.
  public static Requests in(TestCluster server, String namespace) {
    return from(server, "", namespace);
  }

  /// Those that are made in the name of `user`.
  static Requests by(TestCluster server, String user) {
    return from(server, user, "");
  }

  /// Those of one actor.
  static Requests from(Actor actor) {
    return by(actor.server(), actor.namespace());
  }

  private static Requests from(TestCluster server, String user, String namespace) {
    assumeTrue(server.auditLog().isPresent(), "this cluster has no audit log to count requests by");
    Path log = server.auditLog().orElseThrow();
    try {
      return new Requests(log, Files.size(log), user, namespace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The requests since then, as `patch web`, in their order; dry runs as `patch web dry`.
  public List<String> sinceThen() {
    return (user.isEmpty() ? received() : own()).stream().map(Requests::describe).toList();
  }

  /// Those of the actor. A write that somebody else came before, and that was tried again, does not
  /// count, nor the read in between: controllers write when they like.
  private List<MapValue> own() {
    var own = new ArrayList<MapValue>();
    int late = -1;
    List<MapValue> received = received();
    Map<String, MapValue> answers = answers(received);
    for (MapValue event : received) {
      MapValue answer = answers.getOrDefault(event.text("auditID"), MapValue.EMPTY);
      if (!answer.map("impersonatedUser").text("username").equals(user)) {
        continue;
      }
      boolean write = event.text("verb").equals("patch");
      if (write && late >= 0 && describe(own.get(late)).equals(describe(event))) {
        own.subList(late, own.size()).clear();
      }
      if (write) {
        boolean modified = answer.map("responseStatus").text("message").contains(MODIFIED);
        late = modified ? own.size() : -1;
      }
      own.add(event);
    }
    return own;
  }

  private List<MapValue> received() {
    return events("RequestReceived", PROGRAM)
        .filter(event -> event.text("userAgent").startsWith("japply"))
        .filter(event -> event.has("objectRef"))
        .filter(event ->
            namespace.isEmpty() || event.map("objectRef").text("namespace").equals(namespace))
        .toList();
  }

  /// In whose name requests were made, and what came of them, by the ids of the requests: the
  /// server notes that with the answers, a little later.
  private Map<String, MapValue> answers(List<MapValue> received) {
    Map<String, MapValue> answers = answers();
    for (int tries = 1; isAwaited(received, answers, tries); tries++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      answers = answers();
    }
    return answers;
  }

  private Map<String, MapValue> answers() {
    var answers = new HashMap<String, MapValue>();
    events("ResponseComplete", PROGRAM)
        .forEach(answer -> answers.put(answer.text("auditID"), answer));
    return answers;
  }

  private static boolean isAwaited(
      List<MapValue> received, Map<String, MapValue> answers, int tries) {
    return received.stream()
        .filter(event -> !answers.containsKey(event.text("auditID")))
        .anyMatch(event -> tries < (event.text("verb").equals("watch") ? TRIES_OF_WATCHES : TRIES));
  }

  /// Those of a stage whose lines have that part; to read all lines would take long.
  private Stream<MapValue> events(String stage, String part) {
    String text = text();
    return text.substring(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.contains(stage) && line.contains(part))
        .map(line -> (MapValue) Json.parse(line))
        .filter(event -> event.text("stage").equals(stage));
  }

  /// The end of the line before the start, and the log from there; its last line may be on its way.
  private String text() {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, start - 1);
      file.seek(from);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.readFully(bytes);
      return (start == 0 ? "\n" : "") + new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String describe(MapValue event) {
    String dry = event.text("requestURI").contains("dryRun=All") ? " dry" : "";
    return event.text("verb") + " " + event.map("objectRef").text("name") + dry;
  }
}
