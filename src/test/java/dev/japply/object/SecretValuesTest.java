package dev.japply.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Cases;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretValuesTest {
  private static final int VALUES = Cases.of(300);
  private static final List<String> AROUND =
      List.of(
          "admission webhook \"w\" denied the request: |",
          "data[p]: Invalid value: \"|\": must be short",
          "map[p:|]",
          "{\"data\":{\"p\":\"|\"}}",
          "https://u:|@h/path?x=|&y=1");

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static MapValue secret(String field, String value) {
    return json("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s'}}")
        .with(field, MapValue.of("p", Value.text(value)));
  }

  /// Where a value may stand in a Secret, and how a Secret may reach us.
  private static List<MapValue> secretsWith(String value) {
    MapValue secret = secret("stringData", value);
    MapValue encoded = secret("data", Base64.getEncoder().encodeToString(value.getBytes(UTF_8)));
    MapValue annotated =
        json("{'apiVersion':'v1','kind':'Secret','data':{}}")
            .with(
                "metadata",
                MapValue.of(
                    "annotations",
                    MapValue.of(LastApplied.KEY, Value.text(GoJson.write(encoded)))));
    MapValue within =
        json("{'apiVersion':'v1','kind':'List'}")
            .with("items", new Value.ListValue(List.of(secret)));
    return List.of(secret, encoded, secret("strinData", value), annotated, within);
  }

  /// No value of at least four letters and digits can be read in any form, wherever it came from.
  @Test
  @Tag("generated")
  void nothingIsReadable() {
    var random = new Random(42);
    int looked = 0;
    for (int i = 0; i < VALUES; i++) {
      String value = SecretForms.value(random);
      for (MapValue secret : secretsWith(value)) {
        for (Map.Entry<String, String> form : SecretForms.of(value).entrySet()) {
          String around = AROUND.get(random.nextInt(AROUND.size()));
          String text = around.replace("|", form.getValue());
          String shown = SecretValues.scrubbed(text, secret);
          assertThat(shown)
              .as("%s of %s in %s", form.getKey(), SecretForms.json(value), GoJson.write(secret))
              .contains(SecretMask.HIDDEN)
              .doesNotContain(form.getValue(), value)
              .satisfies(rest -> assertNoPart(rest, value, around));
          looked++;
        }
      }
    }
    assertThat(looked).isEqualTo(VALUES * 5 * 19);
  }

  /// No four letters and digits that follow each other in the value are left.
  private static void assertNoPart(String shown, String value, String around) {
    for (int i = 0; i + 4 <= value.length(); i++) {
      String part = value.substring(i, i + 4);
      if (part.chars().allMatch(Character::isLetterOrDigit) && !around.contains(part)) {
        assertThat(shown).doesNotContain(part);
      }
    }
  }

  /// A value may be a part of another one, from the same Secret or from another.
  @Test
  void aValueWithinAnotherLeavesNothingOfIt() {
    MapValue before = secret("stringData", "hunter");
    MapValue after = secret("stringData", "my-hunter-is-secret");
    String text = "was hunter, is my-hunter-is-secret";
    assertThat(SecretValues.scrubbed(text, before, after)).isEqualTo("was ***, is ***");
    assertThat(SecretValues.scrubbed(text, after, before)).isEqualTo("was ***, is ***");
  }

  @Test
  void valuesThatOverlapAreHiddenWhole() {
    var secret =
        secret("stringData", "abcdefgh")
            .with("data", MapValue.of("q", Value.text("ZWZnaGlqa2w="))); // efghijkl
    assertThat(SecretValues.scrubbed("x abcdefghijkl y", secret)).isEqualTo("x *** y");
  }

  /// The value, and what is left of a text.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "abc | abc YWJj | abc YWJj",
        "true | a true story | a *** story",
        "first line\\nsecond line | got: second line | got: ***",
        "{\\\"auth\\\":\\\"dXNlcjpwYXNz\\\"} | got dXNlcjpwYXNz | got ***",
      })
  void shortValuesAndParts(String value, String text, String shown) {
    MapValue secret = json("{'kind':'Secret','stringData':{'p':'" + value + "'}}");
    assertThat(SecretValues.scrubbed(text, secret)).isEqualTo(shown);
  }

  @Test
  void numbersAsGoPrintsThem() {
    MapValue secret = json("{'kind':'Secret','stringData':{'p':12345678}}");
    assertThat(SecretValues.scrubbed("p 1.2345678e+07", secret)).isEqualTo("p ***e+07");
  }

  /// The value, what a server says, and what is left of that.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n0t-4-y0ur-eyes | begins with n0t-4-y0 | begins with ***",
        "n0t-4-y0ur-eyes | has t-4-y0ur in it | has *** in it",
        "n0t-4-y0ur-eyes | has \"t-4-y0ur-e\" in it | has \"***\" in it",
        "n0t-4-y0ur-eyes | got 0LTQteTB1 | got ***",
        "n0t-4-y0ur-eyes | ends with ur-eyes | ends with ur-eyes",
        "a -------- b c d | a -------- b | a -------- b",
      })
  void partsOfEightCharacters(String value, String text, String shown) {
    MapValue secret = secret("stringData", value);
    assertThat(SecretValues.scrubbed(text, secret)).isEqualTo(shown);
    assertThat(SecretValues.of(secret).withoutValues(text)).isEqualTo(text);
  }

  /// A server may cut what it quotes.
  @Test
  void longValuesThatWereCut() {
    String value =
        new Random(1)
            .ints(500, 'a', 'z')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    String shown =
        SecretValues.scrubbed("got " + value.substring(0, 320), secret("stringData", value));
    assertThat(shown).isEqualTo("got ***");
  }

  @Test
  void whatIsNoSecretIsShown() {
    MapValue map = json("{'apiVersion':'v1','kind':'ConfigMap','data':{'p':'hunter22'}}");
    MapValue reference =
        json("{'kind':'X','spec':{'kind':'Secret','apiVersion':'v1','name':'mine'}}");
    assertThat(SecretValues.scrubbed("hunter22 mine", map, reference)).isEqualTo("hunter22 mine");
  }
}
