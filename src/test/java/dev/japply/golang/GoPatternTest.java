package dev.japply.golang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoPatternTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        // expression | text | matches | finds
        "web | web | true | true",
        "web | a-web-1 | false | true",
        "web | weB | false | false",
        "w.* | web | true | true",
        "web|api | api | true | true",
        "a|b | cb | false | true",
        "^a$ | a | true | true",
        "[[:alpha:]]+-\\d{2} | web-01 | true | true",
        "\\Qa.b\\E | a.b | true | true",
        "(?P<x>a)b | ab | true | true",
        "(?i)WEB | web | true | true",
        "a{2,3} | aaaa | false | true",
        "\\{a | {a | true | true",
        "(a+)+$ | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! | false | false",
      })
  void readsWhatGoReads(String row) {
    String[] parts = row.split(" \\| ", -1);
    GoPattern pattern = GoPattern.compile(parts[0].strip());
    assertThat(pattern.matches(parts[1])).isEqualTo(parts[2].equals("true"));
    assertThat(pattern.finds(parts[1])).isEqualTo(parts[3].strip().equals("true"));
  }

  @Test
  void theEmptyExpressionIsEverywhere() {
    assertThat(GoPattern.compile("").matches("")).isTrue();
    assertThat(GoPattern.compile("").matches("a")).isFalse();
    assertThat(GoPattern.compile("").finds("a")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(a", "a)", "[a", "a**", "(?=a)", "(?!a)", "(a)\\1", "a{1001}", "*", "\\"})
  void refusesWhatGoRefuses(String text) {
    assertThatThrownBy(() -> GoPattern.compile(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is no regular expression: error parsing regexp: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{500}){500}){500}",
        "(a{1000}b{1000}c){11}",
        "(\\(a{1000}){21}",
        "a{1000}b{1000}c{1000}d{1000}e{1000}f{1000}g{1000}h{1000}i{1000}j{1000}k{1000}l{1000}"
            + "m{1000}n{1000}o{1000}p{1000}q{1000}r{1000}s{1000}t{1000}u{1000}",
      })
  void refusesWhatIsTooLarge(String text) {
    assertThatThrownBy(() -> GoPattern.compile(text)).hasMessageContaining("expression too large");
  }

  @Test
  void takesWhatPeopleWrite() {
    String many = "(" + "service-with-a-long-name|".repeat(500) + "x)";
    assertThat(GoPattern.compile(many).matches("service-with-a-long-name")).isTrue();
    assertThat(GoPattern.compile("\\(".repeat(201)).matches("(".repeat(201))).isTrue();
    assertThat(GoPattern.compile("(a{10}){10}").matches("a".repeat(100))).isTrue();
    assertThatThrownBy(() -> GoPattern.compile("(".repeat(201) + ")".repeat(201)))
        .hasMessageContaining("expression too large");
  }
}
