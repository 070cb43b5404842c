package dev.japply.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.io.Cancellation.CriticalSection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How the run is ended from outside, as Ctrl-C does.
@Timeout(60)
class CancellationSourceTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final CancellationSource source = new CancellationSource();

  private CriticalSection enter() {
    return source.enter().orElseThrow();
  }

  @Test
  void noSectionBeginsOnceTheRunIsToEnd() {
    enter().leave();
    source.cancel();
    assertThat(source.enter()).isEmpty();
    assertThat(source.requested()).isTrue();
  }

  @Test
  void knowsWhetherAnySectionWasEntered() {
    assertThat(source.entered()).isFalse();
    enter().leave();
    assertThat(source.entered()).isTrue();
  }

  @Test
  void theSecondRequestDoesNotWaitForSections() {
    CriticalSection section = enter();
    source.cancel();
    source.cancel();
    source.awaitSections(FOR_EVER);
    assertThat(section.requested()).isFalse();
  }

  @Test
  void theFirstRequestWaitsForSections() throws InterruptedException {
    CriticalSection section = enter();
    source.cancel();
    Thread waiting = Thread.ofPlatform().daemon().start(() -> source.awaitSections(FOR_EVER));
    waiting.join(Duration.ofMillis(50));
    assertThat(waiting.isAlive()).isTrue();
    section.leave();
    waiting.join();
  }

  @Test
  void pausesEndWithTheRun() {
    CriticalSection section = enter();
    source.cancel();
    source.pause(FOR_EVER);
    source.expire();
    section.pause(FOR_EVER);
    assertThat(section.requested()).isTrue();
  }

  @Test
  void aPartEndsWithItsSectionAndDoesNotEndIt() {
    CriticalSection section = enter();
    CriticalSection part = section.enter().orElseThrow();
    source.cancel();
    assertThat(part.requested()).isFalse();
    part.leave();
    source.expire();
    part.pause(FOR_EVER);
    assertThat(part.requested()).isTrue();
    section.leave();
    source.awaitSections(FOR_EVER);
  }
}
