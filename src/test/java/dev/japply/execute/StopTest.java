package dev.japply.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How the run is ended from outside, as Ctrl-C does.
@Timeout(60)
class StopTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final Stop.Switch stop = new Stop.Switch();

  @Test
  void noWriteBeginsOnceTheRunIsToEnd() {
    assertThat(stop.beginWrite()).isTrue();
    stop.endWrite();
    stop.request();
    assertThat(stop.beginWrite()).isFalse();
    assertThat(stop.requested()).isTrue();
  }

  @Test
  void theSecondRequestDoesNotWaitForWrites() {
    stop.beginWrite();
    stop.request();
    stop.request();
    stop.awaitWrites(FOR_EVER);
    assertThat(stop.overdue()).isFalse();
  }

  @Test
  void theFirstRequestWaitsForWrites() throws InterruptedException {
    stop.beginWrite();
    stop.request();
    Thread waiting = Thread.ofPlatform().daemon().start(() -> stop.awaitWrites(FOR_EVER));
    waiting.join(Duration.ofMillis(50));
    assertThat(waiting.isAlive()).isTrue();
    stop.endWrite();
    waiting.join();
  }

  @Test
  void pausesEndWithTheRun() {
    stop.request();
    stop.pause(FOR_EVER);
    stop.leave();
    stop.hold(FOR_EVER);
    assertThat(stop.overdue()).isTrue();
  }

  @Test
  void theEndIsSaidOnce() {
    int[] said = {0};
    stop.sayOnce(() -> said[0]++);
    stop.sayOnce(() -> said[0]++);
    assertThat(said[0]).isEqualTo(1);
  }
}
