package dev.japply.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The names by which a [RequiredContext] allows contexts.
class ContextNamesTest {
  @ParameterizedTest
  @CsvSource({
    "prod, prod, true",
    "prod, prod-1, false",
    "prod, Prod, false",
    "prod-*, prod-1, true",
    "prod-*, prod-, true",
    "prod-*, prod, false",
    "prod-*, my-prod-1, false",
    "*-eu, prod-eu, true",
    "*-eu, prod-eu-2, false",
    "a*a, aa, true",
    "a*a, a, false",
    "a*b*c, aXbYc, true",
    "a*b*c, abc, true",
    "a*b*c, acb, false",
    "a*b*c, abbc, true",
    "a*bc*bc, abcbc, true",
    "a*bc*bc, abcXc, false",
    "a*bc*bc, abc, false",
    "*, prod, true",
    "**, prod, true",
    "arn:aws:eks:*:cluster/prod, arn:aws:eks:eu-west-1:1:cluster/prod, true",
    "p.od, prod, false",
    "p?od, prod, false"
  })
  void starsStandForAnyCharacters(String name, String context, boolean allowed) {
    assertThat(RequiredContext.of(name).allows(context)).isEqualTo(allowed);
  }

  @Test
  void oneOfTheNamesIsEnoughAndNoContextIsNone() {
    var required = new RequiredContext(List.of("a", "b-*"), "p.yaml:3");
    assertThat(required.allows("a")).isTrue();
    assertThat(required.allows("b-1")).isTrue();
    assertThat(required.allows("c")).isFalse();
    assertThat(RequiredContext.of("*").allows("")).isFalse();
  }

  @Test
  void manyStarsTakeNoLonger() {
    String name = "a*".repeat(5000) + "b";
    assertThat(RequiredContext.of(name).allows("a".repeat(10_000))).isFalse();
  }
}
