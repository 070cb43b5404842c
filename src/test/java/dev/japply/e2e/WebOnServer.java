package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.golang.JsonPath;
import dev.japply.golang.Numbers;
import dev.japply.object.OwnedFields;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value.MapValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a Deployment `web` on a real API server, each in a namespace of its own.
abstract class WebOnServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(50);

  final TestCluster server;
  final String namespace;
  @TempDir Path home;

  WebOnServer(TestCluster server) {
    this.server = server;
    this.namespace = server.newNamespace();
  }

  /// Runs a command of japply with the manifest.
  Program.Said on(String command, String manifest, String... flags) {
    return japply(manifest, with(command, with("-f", with("-", flags))));
  }

  /// Runs japply in the namespace.
  Program.Said japply(String input, String... args) {
    return server.japply(home, namespace, input, args);
  }

  static String[] with(String first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /// Runs a command of japply with the manifest and server-side apply.
  Program.Said onServer(String command, String manifest, String... flags) {
    return on(command, manifest, with("--server-side", flags));
  }

  /// Applies a manifest by server-side apply, without a summary.
  Program.Said serverSide(String manifest, String... flags) {
    return onServer("apply", manifest, with("--summary=false", flags));
  }

  /// Returns an object of the namespace.
  MapValue object(String name) {
    return server.read(namespace, name).orElseThrow();
  }

  /// Returns the path of an entry of a ConfigMap.
  static FieldPath data(String key) {
    return FieldPath.root().key("data").key(key);
  }

  /// Returns the managers of a field of an object, each with its subresource.
  List<String> owners(String name, FieldPath field) {
    MapValue live = object(name);
    return OwnedFields.of(live, "").others(field, live).stream()
        .map(owner ->
            owner.subresource().isEmpty() ? owner.name() : owner.name() + "/" + owner.subresource())
        .sorted()
        .toList();
  }

  /// Waits until another second has begun: the entries of managers have times in seconds.
  static void awaitNextSecond() throws InterruptedException {
    Thread.sleep(1100);
  }

  /// Waits until the controller of the Deployment has seen its last change, and has written its
  /// annotation.
  void awaitController() {
    Instant end = Instant.now().plus(PATIENCE);
    for (MapValue web = web(); !isSeen(web); web = web()) {
      assertThat(Instant.now()).as("%s", web).isBefore(end);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private MapValue web() {
    return object("deployment.apps/web");
  }

  private static boolean isSeen(MapValue web) {
    return web.map("metadata")
        .get("generation")
        .equals(web.map("status").get("observedGeneration"));
  }

  /// Returns a field of the live Deployment, as JSONPath prints it.
  String live(String path) {
    return JsonPath.parse("{" + path + "}").text(web(), Numbers.AS_READ, true);
  }

  /// Runs kubectl in the namespace.
  void kubectl(String... args) {
    server
        .kubectl(Stream.concat(Stream.of(args), Stream.of("-n", namespace)).toArray(String[]::new))
        .orFail();
  }

  void scale(int replicas) {
    kubectl("scale", "deployment/web", "--replicas=" + replicas);
  }
}
