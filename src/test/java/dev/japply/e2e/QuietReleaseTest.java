package dev.japply.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// After the release of a real application was applied, no command finds anything that would
/// change: with all that a server drops and adds.
@UsesReleases
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuietReleaseTest {
  private TestCluster server;
  @TempDir private Path home;

  /// Its webhooks would refuse the objects of other tests.
  @BeforeAll
  void startServer() throws IOException {
    server = TestCluster.start(ClusterKind.BUILT, ClusterKind.programs());
  }

  @AfterAll
  void stopServer() {
    server.close();
  }

  private Program.Said japply(String... args) {
    var environment = Map.of("KUBECONFIG", server.kubeconfig().toString(), "HOME", home.toString());
    return Program.run(environment, "", List.of(args));
  }

  @ParameterizedTest
  @ValueSource(strings = "ingress-nginx/v1.15.1.yaml")
  void leavesNothingToChange(String file) {
    String release = Path.of(System.getProperty("japply.releases", "")).resolve(file).toString();
    assertThat(japply("apply", "-f", release).err()).doesNotContain("error");
    assertThat(japply("apply", "-f", release).out()).doesNotContain("configured", "created");
    Program.Said diff = japply("diff", "-f", release);
    assertThat(diff.out() + diff.err() + diff.status()).isEqualTo("0");
    assertThat(japply("why", "-f", release).out())
        .matches("nothing changes: \\d+ objects stay as they are\n");
    String out = home.resolve("plan.json").toString();
    Program.Said plan = japply("plan", "-f", release, "--out", out);
    assertThat(plan.out().lines().skip(1)).singleElement().asString().endsWith("stay as they are");
    assertThat(japply("show", out).out()).isEqualTo(plan.out());
    Program.Said planned = japply("apply", "-f", release, "--plan", out);
    assertThat(planned.out()).doesNotContain("configured", "created").contains("unchanged");
    assertThat(planned.status()).as(planned.err()).isZero();
  }
}
