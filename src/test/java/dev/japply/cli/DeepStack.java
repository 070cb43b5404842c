package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.function.Executable;

/// Runs tests where the program runs: in a thread whose stack bears values that are nested deep.
final class DeepStack {
  private DeepStack() {}

  static void run(Executable test) throws Exception {
    Callable<Boolean> all =
        () -> {
          try {
            test.execute();
          } catch (Throwable e) {
            throw new AssertionError(e);
          }
          return true;
        };
    var task = new FutureTask<>(all);
    new Thread(null, task, "deep", Json.STACK).start();
    assertThat(task.get()).isTrue();
  }
}
