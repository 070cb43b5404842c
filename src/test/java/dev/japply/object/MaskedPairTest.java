package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedPairTest {
  private static final String SECRET = "'apiVersion':'v1','kind':'Secret'";

  private static Node json(String text) {
    return text.equals("-") ? Missing.MISSING : Json.parse(text.replace('\'', '"'));
  }

  private static Node secret(String fields) {
    return json(fields.equals("-") ? "-" : "{" + SECRET + "," + fields + "}");
  }

  /// Fields of a Secret before and after, and what is shown of them; `b` and `a` stand for `***
  /// (before)` and `*** (after)`.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'data':{'k':'1'}        | 'data':{'k':'1'}          | 'data':{'k':'***'} |"
            + " 'data':{'k':'***'}",
        "'data':{'k':'1'}        | 'data':{'k':'2'}          | 'data':{'k':'b'} | 'data':{'k':'a'}",
        "'data':{'k':'1'}        | 'data':{'l':'1'}          | 'data':{'k':'***'} |"
            + " 'data':{'l':'***'}",
        "-                       | 'data':{'k':'1'}          | - | 'data':{'k':'***'}",
        "'data':{'k':'1'}        | -                         | 'data':{'k':'***'} | -",
        "'type':'x'              | 'data':{'k':'1'}          | 'type':'x' | 'data':{'k':'***'}",
        "'data':{'k':null}       | 'data':{'k':'1'}          | 'data':{'k':'b'} | 'data':{'k':'a'}",
        "'data':{'k':{'x':'1'}}  | 'data':{'k':['1']}        | 'data':{'k':'b'} | 'data':{'k':'a'}",
        "'data':'1'              | 'data':{'k':'1'}          | 'data':'b' | 'data':'a'",
        "'data':{}               | 'data':{}                 | 'data':{} | 'data':{}",
        "'stringData':{'k':'1'}  | 'stringData':{'k':'2'}    | 'stringData':{'k':'b'} |"
            + " 'stringData':{'k':'a'}",
        "'strinData':{'k':'1'}   | 'x':['1']                 | 'strinData':{'k':'***'} | 'x':'***'",
        "'type':'x'              | 'immutable':true          | 'type':'x' | 'immutable':true",
      })
  void hidesValues(String before, String after, String left, String right) {
    SecretMask.Pair pair = SecretMask.pair(secret(before), secret(after));
    assertThat(pair.before()).isEqualTo(secret(spelt(left)));
    assertThat(pair.after()).isEqualTo(secret(spelt(right)));
  }

  private static String spelt(String shown) {
    return shown.replace("'b'", "'*** (before)'").replace("'a'", "'*** (after)'");
  }

  private static Node annotated(String data, String annotations) {
    return secret(
        "'data':{'k':'" + data + "'},'metadata':{'name':'n','annotations':" + annotations + "}");
  }

  @Test
  void hidesAnnotationsThatRepeatValues() {
    String own = "'" + LastApplied.KEY + "':'";
    SecretMask.Pair pair =
        SecretMask.pair(
            annotated(
                "aHVudGVyMg==", "{'note':'x','theirs':'was aHVudGVyMg==',%s1'}".formatted(own)),
            annotated("aHVudGVyMg==", "{'note':'y','theirs':'is hunter2',%s2'}".formatted(own)));
    assertThat(pair.before())
        .isEqualTo(
            annotated(
                "***", "{'note':'x','theirs':'*** (before)',%s*** (before)'}".formatted(own)));
    assertThat(pair.after())
        .isEqualTo(
            annotated("***", "{'note':'y','theirs':'*** (after)',%s*** (after)'}".formatted(own)));
  }

  /// One of the two states tells a value, the other one another text or nothing.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'n':'was aHVudGVyMg=='} | {'n':'gone'}  | {'n':'*** (before)'} | {'n':'*** (after)'}",
        "{'n':'none'} | {'n':'is hunter2'}        | {'n':'*** (before)'} | {'n':'*** (after)'}",
        "{'n':'was hunter2'}      | {}            | {'n':'***'}          | {}",
        "{}           | {'n':'is hunter2'}        | {}                   | {'n':'***'}",
        "{'n':'was hunter3'}      | {'n':'other'} | {'n':'was hunter3'}  | {'n':'other'}",
      })
  void hidesAnnotationsOfWhichOneTells(String before, String after, String left, String right) {
    SecretMask.Pair pair =
        SecretMask.pair(annotated("aHVudGVyMg==", before), annotated("aHVudGVyMg==", after));
    assertThat(pair.before()).isEqualTo(annotated("***", left));
    assertThat(pair.after()).isEqualTo(annotated("***", right));
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "stringData"})
  void hidesSecretsWithValuesWithin(String field) {
    String text = "{'x':[{" + SECRET + ",'" + field + "':%s}]}";
    Node before = json(text.formatted("{'k':'1','l':'3'}"));
    Node after = json(text.formatted("{'k':'2','l':'3'}"));
    SecretMask.Pair pair = SecretMask.pair(before, after);
    assertThat(pair.before()).isEqualTo(json(text.formatted("{'k':'*** (before)','l':'***'}")));
    assertThat(pair.after()).isEqualTo(json(text.formatted("{'k':'*** (after)','l':'***'}")));
    assertThat(SecretMask.pair(Missing.MISSING, after).after())
        .isEqualTo(json(text.formatted("{'k':'***','l':'***'}")));
    assertThat(SecretMask.pair(before, Missing.MISSING).before())
        .isEqualTo(json(text.formatted("{'k':'***','l':'***'}")));
  }

  @Test
  void hidesSecretsWithinOtherObjects() {
    String text = "{'kind':'Template','apiVersion':'v1','objects':[{%s,'data':{'k':'%s'}}]}";
    SecretMask.Pair pair =
        SecretMask.pair(json(text.formatted(SECRET, "1")), json(text.formatted(SECRET, "2")));
    assertThat(pair.before()).isEqualTo(json(text.formatted(SECRET, "*** (before)")));
    assertThat(pair.after()).isEqualTo(json(text.formatted(SECRET, "*** (after)")));
  }

  @Test
  void hidesAnAnnotationThatRepeatsASecretWithin() {
    String config =
        "{\\\"x\\\":{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"Secret\\\",\\\"data\\\":{}}}";
    String object = "{'metadata':{'annotations':{'" + LastApplied.KEY + "':'%s'}}}";
    String secret = object.formatted(config.replace("{}", "{\\\"k\\\":\\\"v\\\"}"));
    assertThat(SecretMask.pair(json(secret), json(secret)).after())
        .isEqualTo(json(object.formatted("***")));
    Node other = json(object.formatted("{}"));
    assertThat(SecretMask.pair(json(secret), other))
        .isEqualTo(
            new SecretMask.Pair(
                json(object.formatted("*** (before)")), json(object.formatted("*** (after)"))));
    assertThat(SecretMask.pair(other, json(secret)))
        .isEqualTo(
            new SecretMask.Pair(
                json(object.formatted("*** (before)")), json(object.formatted("*** (after)"))));
    Node cut = json(object.formatted("{\\\"kind\\\":\\\"Secret\\\""));
    assertThat(SecretMask.pair(cut, cut).after()).isEqualTo(json(object.formatted("***")));
    Node harmless = json(object.formatted("{\\\"kind\\\":\\\"Secret\\\"}"));
    assertThat(SecretMask.pair(harmless, harmless).after()).isEqualTo(harmless);
  }

  @Test
  void leavesAllElse() {
    Node object =
        json("{'kind':'X','data':{'k':'v'},'ref':{" + SECRET + ",'name':'s'},'list':[1,[2],null]}");
    assertThat(SecretMask.pair(object, object)).isEqualTo(new SecretMask.Pair(object, object));
    assertThat(SecretMask.pair(Missing.MISSING, object))
        .isEqualTo(new SecretMask.Pair(Missing.MISSING, object));
  }
}
