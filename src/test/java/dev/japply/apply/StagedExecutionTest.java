package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.StagedExecution.Step;
import dev.japply.object.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StagedExecutionTest {
  private final List<String> changed = new CopyOnWriteArrayList<>();

  /// An object is what its first letter says.
  private final class Letters implements StagedExecution.Work<String> {
    @Override
    public ObjectKey key(String item) {
      return new ObjectKey("", "Letter", "", item.substring(0, 1));
    }

    @Override
    public Optional<Event> carryOut(String item, Consumer<Event> events) {
      changed.add(item);
      return Optional.empty();
    }
  }

  /// Two documents of one object do not meet at the server.
  @Test
  void whatIsTheSameObjectIsOneTask() {
    try (var workers = new Workers(4)) {
      var held = new OrderedEvents(4, event -> {}, Detail.WHOLE);
      var staged = new StagedExecution<>(workers, held, new Ending(), new Letters());
      List<Future<?>> tasks =
          staged.begin(
              List.of(
                  new Step<>(0, "a1"),
                  new Step<>(1, "b1"),
                  new Step<>(2, "a2"),
                  new Step<>(3, "a3")));
      staged.await(tasks);
      assertThat(tasks).hasSize(2);
      assertThat(changed).containsSubsequence("a1", "a2", "a3").contains("b1");
    }
  }
}
