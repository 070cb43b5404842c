package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.FieldPath;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSetTest {
  private static final FieldSet FIELDS =
      set(
          """
          {'f:data': {'.': {}, 'f:a': {}}, 'f:whole': {}, 'f:numbered': {'i:1': {}},
           'f:set': {'v:~x~': {}, 'v:{~k~:1}': {}},
           'f:items': {'k:{~name~:~b~,~port~:80}': {'.': {}, 'f:name': {}, 'f:image': {}}}}\
          """);

  private static FieldSet set(String fields) {
    return FieldSet.parse(Json.parse(fields.replace('\'', '"').replace("~", "\\\""))).orElseThrow();
  }

  private static String text(FieldSet set) {
    return GoJson.write(set.tree()).replace("\\\"", "~").replace('"', '\'');
  }

  private static FieldPath path(String text) {
    FieldPath path = FieldPath.root();
    for (String step : text.isEmpty() ? new String[0] : text.split("/", -1)) {
      path =
          step.matches("\\d+")
              ? path.index(Integer.parseInt(step))
              : step.startsWith("{") || step.startsWith("'")
                  ? path.item(Json.parse(step.replace('\'', '"')))
                  : path.key(step);
    }
    return path;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|true|true",
        "data|true|true",
        "data/a|true|true",
        "data/b|false|false",
        "data/a/deeper|false|true",
        "whole|true|true",
        "whole/part|false|true",
        "other|false|false",
        "numbered/1|true|true",
        "numbered/0|false|false",
        "set/'x'|true|true",
        "set/'y'|false|false",
        "set/{'k':1}|true|true",
        "items/{'port':80,'name':'b'}|true|true",
        "items/{'port':80,'name':'b'}/image|true|true",
        "items/{'port':80,'name':'b'}/args|false|false",
        "items/{'name':'b'}|false|false"
      })
  void findsFields(String path, boolean at, boolean meets) {
    assertThat(FIELDS.at(path(path)).isPresent()).isEqualTo(at);
    assertThat(FIELDS.meets(path(path))).isEqualTo(meets);
  }

  @Test
  void hasNothingIfItIsEmpty() {
    assertThat(FieldSet.EMPTY.at(FieldPath.root())).isEmpty();
    assertThat(FieldSet.EMPTY.meets(FieldPath.root())).isFalse();
    assertThat(FieldSet.EMPTY.without(path("a"))).isEqualTo(FieldSet.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'f:a':{},'f:b':{}}|a|{'f:b':{}}",
        "{'f:a':{'f:b':{}}}|a/b|{}",
        "{'f:a':{'f:b':{},'f:c':{}}}|a|{}",
        "{'f:a':{'.':{},'f:b':{}}}|a/b|{'f:a':{}}",
        "{'f:a':{'f:b':{}}}|a/c|{'f:a':{'f:b':{}}}",
        "{'f:a':{}}|a/b|{'f:a':{}}",
        "{'f:a':{'k:{~n~:1}':{'.':{},'f:n':{},'f:x':{}}}}|a/{'n':1}/x"
            + "|{'f:a':{'k:{~n~:1}':{'.':{},'f:n':{}}}}",
        "{'f:a':{'k:{~n~:1}':{'.':{},'f:n':{},'f:x':{}}}}|a/{'n':1}|{}"
      })
  void leavesOutFields(String fields, String path, String rest) {
    assertThat(text(set(fields).without(path(path)))).isEqualTo(rest);
  }

  @Test
  void isItselfWithAllOfItsTree() {
    assertThat(FieldSet.parse(FIELDS.tree())).contains(FIELDS);
    assertThat(FieldSet.parse(MapValue.EMPTY)).contains(FieldSet.EMPTY);
  }
}
