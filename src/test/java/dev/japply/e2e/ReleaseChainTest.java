package dev.japply.e2e;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.japply.e2e.Actor.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Applies the releases of real applications, one after the other, as upgrades do, while others
/// change the objects: by kubectl on one server, by japply on another, under the same names.
@UsesReleases
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseChainTest {
  private static final Path APPLICATIONS = Path.of(System.getProperty("japply.releases", ""));

  /// What each later release of ingress-nginx changes in Jobs, whose template is immutable.
  private static final Set<String> JOBS =
      Set.of("ingress-nginx-admission-create", "ingress-nginx-admission-patch");

  private final List<TestCluster> servers = new ArrayList<>();
  @TempDir private Path directory;

  @BeforeAll
  void startServers() {
    var other = CompletableFuture.supplyAsync(ReleaseChainTest::start);
    servers.add(start());
    servers.add(other.join());
  }

  private static TestCluster start() {
    try {
      return TestCluster.start(ClusterKind.BUILT, ClusterKind.programs());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  void stopServers() {
    servers.forEach(TestCluster::close);
  }

  @TestFactory
  Stream<DynamicNode> chains() throws IOException {
    try (Stream<Path> applications = Files.list(APPLICATIONS)) {
      return applications.filter(Files::isDirectory).sorted().toList().stream().map(this::chain);
    }
  }

  private DynamicNode chain(Path releases) {
    String application = releases.getFileName().toString();
    Chain chain = Chain.of(application);
    Upgrade upgrade =
        new Upgrade(chain, actor(Tool.KUBECTL, 0, chain), actor(Tool.JAPPLY, 1, chain));
    List<Path> files = Chain.releases(releases);
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      boolean refused = application.equals("ingress-nginx") && !file.equals(files.getFirst());
      tests.add(
          dynamicTest(
              file.getFileName().toString(), () -> upgrade.to(file, refused ? JOBS : Set.of())));
    }
    if (application.equals("ingress-nginx")) {
      tests.add(dynamicTest("as advised", () -> upgrade.asAdvised(files.getLast())));
    }
    return dynamicContainer(application, tests);
  }

  private Actor actor(Tool tool, int server, Chain chain) {
    TestCluster cluster = servers.get(server);
    if (cluster.kubectl("get", "namespace", chain.namespace()).exit() != 0 && !owned(chain)) {
      cluster.newNamespace(chain.namespace());
    }
    return new Actor(cluster, tool, chain.namespace(), directory);
  }

  /// Whether the releases bring the namespace along.
  private static boolean owned(Chain chain) {
    return chain.namespace().equals("ingress-nginx");
  }
}
