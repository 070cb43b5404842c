package dev.japply.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.Flow;
import dev.japply.ready.CauseFinder.ContainerLog;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which log tells why a Pod is not ready.
class ContainerLogTest {
  private static final String RUNS = "{name: a, ready: true, state: {running: {}}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "RUNS | none",
        "{name: b, state: {waiting: {reason: ContainerCreating}}} | none",
        "{name: b, state: {terminated: {exitCode: 0}}} | none",
        "{name: b, state: {terminated: {exitCode: 2}}} | b",
        "{name: b, state: {terminated: {exitCode: 2}}, lastState: {terminated: {exitCode: 2}}} | b",
        "{name: b, state: {waiting: {}}, lastState: {terminated: {exitCode: 2}}} | previous b",
        "{name: b, state: {running: {}}, lastState: {terminated: {exitCode: 2}}} | previous b",
        "{name: b, state: {running: {}}} | b",
        "RUNS, {name: b, state: {running: {}}} | b",
        "{name: b, state: {running: {}}}, {name: c, state: {terminated: {exitCode: 2}}} | c",
        "{name: b, ready: true, state: {running: {}}, lastState: {terminated: {exitCode: 2}}} |"
            + " none",
      })
  void choosesTheOneThatFails(String statuses, String expected) {
    assertThat(told("containerStatuses", statuses)).isEqualTo(expected);
    assertThat(told("initContainerStatuses", statuses)).isEqualTo(expected);
  }

  private static String told(String kind, String statuses) {
    String text = "{status: {%s: [%s]}}".formatted(kind, statuses.replace("RUNS", RUNS));
    return ContainerLog.of((MapValue) Flow.parse(text))
        .map(log -> (log.previous() ? "previous " : "") + log.container())
        .orElse("none");
  }
}
