package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.WaveRunner.Step;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WaveRunnerTest {
  private final List<String> changed = new CopyOnWriteArrayList<>();

  /// An object is what its first letter says.
  private final class Letters implements WaveRunner.Work<String> {
    @Override
    public KubeObject desired(String item) {
      return KubeObject.of(
          (MapValue)
              Json.parse(
                  "{\"apiVersion\":\"v1\",\"kind\":\"Letter\",\"metadata\":{\"name\":\"%s\"}}"
                      .formatted(item.substring(0, 1))),
          Origin.NONE);
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // lets another thread in if nothing keeps it out
    public Optional<Event> carryOut(String item, Consumer<Event> events) {
      changed.add(item);
      Thread.yield();
      changed.add(item + " done");
      return Optional.empty();
    }
  }

  /// Two documents of one object do not meet at the server.
  @Test
  void documentsOfOneObjectAreAppliedOneAfterTheOther() {
    try (var workers = new Workers(4)) {
      var held = new InputOrder(4, event -> {}, EventDetail.WHOLE);
      var runner = new WaveRunner<>(workers, held, new Ending(), new Letters());
      runner.run(
          List.of(
              new Step<>(0, "a1"), new Step<>(1, "b1"), new Step<>(2, "a2"), new Step<>(3, "a3")));
      assertThat(changed)
          .containsSubsequence("a1", "a1 done", "a2", "a2 done", "a3", "a3 done")
          .contains("b1");
    }
  }
}
