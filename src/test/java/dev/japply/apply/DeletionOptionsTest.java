package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.DeleteOptions.Propagation;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeletionOptionsTest {
  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  @Test
  void waitsForPodsAsLongAsTheyHaveToEnd() {
    var how = new DeletionOptions(Propagation.BACKGROUND, null, Duration.ZERO);
    assertThat(how.limit(MapValue.EMPTY)).hasSeconds(60);
    MapValue pod = json("{'spec':{'terminationGracePeriodSeconds':30}}");
    assertThat(how.limit(pod)).hasSeconds(90);
    MapValue job =
        json("{'spec':{'template':" + "{'spec':{'terminationGracePeriodSeconds':600}}}}");
    assertThat(how.limit(job)).hasSeconds(660);
  }
}
