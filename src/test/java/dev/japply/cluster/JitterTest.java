package dev.japply.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JitterTest {
  @Test
  void waitsAreNeverShorterAndDiffer() {
    Set<Duration> waits = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Duration wait = Jitter.of(Duration.ofSeconds(10));
      assertThat(wait).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
      waits.add(wait);
    }
    assertThat(waits).hasSizeGreaterThan(50);
    assertThat(Jitter.of(Duration.ZERO)).isZero();
  }
}
