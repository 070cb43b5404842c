package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorTest {
  private static final MapValue OBJECT =
      (MapValue)
          Json.parse(
              """
              {"metadata":{"labels":{"app":"web","size":"3","empty":"","in":"x","k8s.io/n":"v"}}}
              """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "NOTHING",
      value = {
        "'' | true",
        "app=web | true",
        "app==web | true",
        "app = web , size = 3 | true",
        "app=web,size=4 | false",
        "app!=db | true",
        "app!=web | false",
        "gone!=web | true",
        "app | true",
        "gone | false",
        "!gone | true",
        "!app | false",
        "app in (db, web) | true",
        "app in (db) | false",
        "app notin (db,cache) | true",
        "app notin (web) | false",
        "gone notin (web) | true",
        "gone in (web) | false",
        "size>2 | true",
        "size>3 | false",
        "size < 4 | true",
        "size<3 | false",
        "size<2 | false",
        "size>2,size<4 | true",
        "app<9 | false",
        "gone<1 | false",
        "app>1 | false",
        "gone>1 | false",
        "empty= | true",
        "empty in () | true",
        "app in (,web) | true",
        "empty in (a,) | true",
        "empty in (a,,b) | true",
        "app= | false",
        "in=x | true",
        "k8s.io/n=v | true",
      })
  void selects(String selector, boolean expected) {
    assertThat(LabelSelector.parse(selector).matches(OBJECT)).isEqualTo(expected);
  }

  /// What is sent: the server selects by it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=b | a in (b)",
        "a!=b | a notin (b)",
        "a | a",
        "!a | !a",
        "a in (c, b,a) | a in (a,b,c)",
        "a notin (b,a) | a notin (a,b)",
        "a>1,b<2 | a>1,b<2",
        "'' | ''",
      })
  void isWrittenAsItIsRead(String selector, String text) {
    assertThat(LabelSelector.parse(selector).text()).isEqualTo(text);
    assertThat(LabelSelector.parse(text)).isEqualTo(LabelSelector.parse(selector));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a=b=c | found '=', expected: ',' or 'end of string'",
        "a in b | unable to parse requirement: found 'b' expected: '('",
        "a in (b | unable to parse requirement: found '', expected: ',' or ')'",
        "a in ( | unable to parse requirement: found '', expected: ',', ')' or identifier",
        "a in (b, | unable to parse requirement: found '', expected: ',', or identifier",
        "a=) | unable to parse requirement: found ')', expected: identifier",
        "!!a | unable to parse requirement: found '!', expected: identifier",
        "=b | found '=', expected: !, identifier, or 'end of string'",
        "a b | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
        "a>=3 | unable to parse requirement: found '=', expected: identifier",
        "a>x | unable to parse requirement: Invalid value: \"x\": for 'Gt', 'Lt' operators, the"
            + " value must be an integer",
        "-a=b | unable to parse requirement: Invalid value: \"-a\": name part must consist of"
            + " alphanumeric characters, '-', '_' or '.', and must start and end with an"
            + " alphanumeric character",
        "a=b-- | unable to parse requirement: Invalid value: \"b--\": a valid label must be an"
            + " empty string or consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character",
        "X/a=b | unable to parse requirement: Invalid value: \"X/a\": prefix part a lowercase RFC"
            + " 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
            + " must start and end with an alphanumeric character",
        "/a | unable to parse requirement: Invalid value: \"/a\": prefix part must be non-empty",
        "a=, | found '', expected: identifier after ','",
        "!a in (b) | found 'in', expected: ',' or 'end of string'",
      })
  void refuses(String selector, String reason) {
    assertThatThrownBy(() -> LabelSelector.parse(selector))
        .hasMessage("the provided selector \"" + selector + "\" is not valid: " + reason);
  }
}
