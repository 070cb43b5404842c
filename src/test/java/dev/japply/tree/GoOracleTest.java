package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.japply.Oracle;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What japply reads and writes is what Kubernetes' own encoder writes of it, byte for byte.
@Tag("oracle")
class GoOracleTest {
  private static final long SEED = 20260101;
  private static final int COUNT = 20_000;

  @Test
  void writesAsKubernetesDoes() {
    var texts = new JsonTexts(SEED);
    List<String> values = IntStream.range(0, COUNT).mapToObj(i -> texts.value()).toList();
    Optional<Oracle> started = Oracle.start();
    assumeTrue(started.isPresent(), "no oracle: the system property japply.oracle is not set");
    try (Oracle oracle = started.orElseThrow()) {
      List<MapValue> answers = oracle.ask(values.stream().map(GoOracleTest::question).toList());
      for (int i = 0; i < values.size(); i++) {
        String text = values.get(i);
        assertThat(GoJson.writeRounded(Json.parse(text)))
            .as("number %d of seed %d: %s", i, SEED, text)
            .isEqualTo(answers.get(i).text("text"));
      }
    }
  }

  private static MapValue question(String text) {
    return MapValue.of("op", Value.text("numbers")).with("text", Value.text(text));
  }
}
