package dev.japply.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What japply reads and writes is what Kubernetes' own encoder writes of it, byte for byte.
@UsesOracle
class GoOracleTest {
  private static final long SEED = 20260101;
  private static final int COUNT = 20_000;

  @Test
  void writesAsKubernetesDoes() {
    var texts = new JsonTexts(SEED);
    List<String> values = IntStream.range(0, COUNT).mapToObj(i -> texts.value()).toList();
    try (Oracle oracle = Oracle.start().orElseThrow()) {
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
