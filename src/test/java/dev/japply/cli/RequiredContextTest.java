package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--require-context`, before anything is asked of another cluster.
class RequiredContextTest extends OnPlayedApi {
  private static final String MAP =
      """
      {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"k":"1"}}
      """;

  @ParameterizedTest
  @CsvSource({
    "apply -f -, 1",
    "apply -f - --prune --all, 1",
    "apply -f - --dry-run=client, 1",
    "diff -f -, 2",
    "why -f -, 1",
    "release -f - data.k, 1"
  })
  void anotherContextIsRefused(String line, int status) throws IOException {
    var args = new ArrayList<>(List.of(line.split(" ", -1)));
    args.add("--require-context=prod");
    Program.Said said = japply(MAP, args.toArray(String[]::new));
    assertThat(said.err())
        .contains("context \"prod\" is required, but context \"c\" is selected; choose it by")
        .contains("--context prod");
    assertThat(said.out()).isEmpty();
    assertThat(said.status()).isEqualTo(status);
    assertThat(japply(MAP, "apply", "-f", "-", "--require-context=c").out())
        .isEqualTo("configmap/c created\n");
  }
}
