package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateBodyTest {
  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':null,'b':1} | {'b':1}",
        "{'a':{'x':null,'y':{'z':null}}} | {'a':{'y':{}}}",
        "{'a':[null,{'x':null},[null,{'y':null}]]} | {'a':[null,{},[null,{}]]}",
        "{'metadata':{'resourceVersion':'7','name':'c','creationTimestamp':null}} | "
            + "{'metadata':{'name':'c'}}",
      })
  void leavesNullsOutOfMaps(String object, String expected) {
    MapValue body = CreateBody.of(json(object));
    assertThat(body.map("metadata").map("annotations").text(LastApplied.KEY))
        .as("the annotation keeps them")
        .isEqualTo(LastApplied.encode(json(object)));
    MapValue wanted = json(expected);
    MapValue annotations = body.map("metadata").map("annotations");
    assertThat(body)
        .isEqualTo(
            wanted.with("metadata", wanted.map("metadata").with("annotations", annotations)));
  }
}
