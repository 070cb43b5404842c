package dev.japply.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.e2e.Actor.Tool;
import dev.japply.e2e.Script.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Applies the releases of real applications, one after the other, as an upgrade does. They are not
/// part of the sources; without them the test is skipped.
@UsesTestCluster
class ReleaseChainTest {
  private static final Path APPLICATIONS = Path.of("..", "shared", "realworld");

  private final TestCluster server;
  private final List<Actor> actors = new ArrayList<>();
  @TempDir private Path directory;

  ReleaseChainTest(TestCluster server) {
    this.server = server;
  }

  /// What has no namespace stays when the namespaces go; the webhook would refuse the Ingresses of
  /// all tests after this one.
  @AfterEach
  void removeWhatHasNoNamespace() {
    String kinds =
        "validatingwebhookconfigurations,ingressclasses,clusterroles,clusterrolebindings";
    for (Actor actor : actors) {
      server
          .kubectl("delete", kinds, "--selector=app.kubernetes.io/name=" + actor.namespace())
          .orFail();
    }
  }

  @TestFactory
  DynamicNode microservicesDemo() throws IOException {
    Stage stage = stage();
    return chain("microservices-demo", text -> stage.play(Step.of("apply", text, Map.of())));
  }

  /// Its Jobs cannot be changed, so that all releases but the first fail in part, by either tool.
  /// Its Namespace is there already.
  @TestFactory
  DynamicNode ingressNginx() throws IOException {
    Stage stage = stage();
    String warning = "resource namespaces/$NS is missing the";
    String error = "field is immutable\nfield is immutable";
    var first = new AtomicBoolean(true);
    return chain(
        "ingress-nginx",
        text -> {
          String own = text.replace("ingress-nginx", "$NS").replace("name: nginx", "name: $NS");
          boolean fresh = first.getAndSet(false);
          stage.play(Step.of("once", own, fresh ? Map.of("warn", warning) : Map.of("err", error)));
        });
  }

  private static DynamicNode chain(String application, Consumer<String> release) {
    Path directory = APPLICATIONS.resolve(application);
    if (!Files.isDirectory(directory)) {
      return dynamicTest(
          application, () -> assumeTrue(false, "there are no releases in " + directory));
    }
    return dynamicContainer(
        application,
        releases(directory)
            .map(file ->
                dynamicTest(
                    file.getFileName().toString(), () -> release.accept(Files.readString(file)))));
  }

  /// The files in the order of their versions.
  private static Stream<Path> releases(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> sorted = files.sorted(Comparator.comparing(ReleaseChainTest::version)).toList();
      return sorted.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The version with each number filled up: `v0.10.0` comes after `v0.9.0`.
  private static String version(Path file) {
    return file.getFileName()
        .toString()
        .replaceAll("(\\d+)", "0000$1")
        .replaceAll("0*(\\d{4})", "$1");
  }

  private Stage stage() throws IOException {
    return new Stage(actor(Tool.KUBECTL), actor(Tool.JAPPLY), actor(Tool.COMPAT));
  }

  private Actor actor(Tool tool) throws IOException {
    Actor actor = Actor.of(server, tool, Files.createTempDirectory(directory, tool.name()));
    actors.add(actor);
    return actor;
  }
}
