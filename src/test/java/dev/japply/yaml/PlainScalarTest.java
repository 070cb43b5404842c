package dev.japply.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainScalarTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a b",
        "a:b",
        "a#b",
        "nginx:1.27",
        "http://a/b?c=d",
        "1:30",
        "2026-01-02",
        "/a",
        "a - b",
        "a: b: c",
        "@a",
        "[a",
        "- a\n- b",
        "5\n",
        "!!str 5",
        "'5'",
        "a,",
        "-a",
        "ä"
      })
  void isString(String text) {
    assertThat(PlainScalar.isString(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "-5",
        "0o17",
        "1e3",
        "yes",
        "~",
        "null",
        ".inf",
        " ",
        "5 ",
        " 5",
        "5 # five",
        "# a",
        "- a",
        "-",
        "a: b",
        "a:",
        "[a]",
        "{}",
        "!!int 5",
        "---",
        "--- 5"
      })
  void isSomethingElse(String text) {
    assertThat(PlainScalar.isString(text)).isFalse();
  }

  @Test
  void onlyNewFieldsGetQuotes() {
    var spelling = new ScalarStyle();

    Value created = PlainScalar.inPlaceOf(Missing.MISSING, "5", spelling);
    assertThat(created).isEqualTo(Value.text("5"));
    assertThat(spelling.isQuoted(created)).isTrue();

    Value plain = PlainScalar.inPlaceOf(Value.text("a"), "5", spelling);
    assertThat(plain).isEqualTo(Value.number(5));
    assertThat(spelling.isUntagged(plain)).isTrue();

    assertThat(PlainScalar.inPlaceOf(created, "6", spelling)).isEqualTo(Value.text("6"));
  }
}
