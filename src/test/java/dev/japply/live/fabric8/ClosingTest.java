package dev.japply.live.fabric8;

import static dev.japply.live.fabric8.Loopback.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A closed cluster leaves no thread behind: the end of the JVM would wait for the selector's.
class ClosingTest {
  @Test
  void theSelectorThreadEnds() throws InterruptedException {
    try (var server = new LoopbackServer()) {
      Set<Thread> before = selectors();
      Set<Thread> mine;
      try (var cluster = Loopback.connect(server.url())) {
        cluster.get(CONFIG_MAPS, "n", "c");
        mine = selectors();
        mine.removeAll(before);
        assertThat(mine).hasSize(1);
      }
      Thread selector = mine.iterator().next();
      selector.join(10_000);
      assertThat(selector.isAlive()).isFalse();
    }
  }

  @Test
  void closingTwiceDoesNothing() {
    var cluster = Loopback.connect("http://127.0.0.1:1");
    cluster.close();
    cluster.close();
  }

  private static Set<Thread> selectors() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("SelectorManager"))
        .collect(Collectors.toSet());
  }
}
