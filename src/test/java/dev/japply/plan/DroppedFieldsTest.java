package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DroppedFieldsTest {
  private static MapValue map(String json) {
    return (MapValue) Json.parse(json.replace('\'', '"'));
  }

  private static String dropped(Action action, Node before, String after) {
    return DroppedFields.of(action, before, map(after)).stream()
        .map(FieldPath::toString)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'spec':{'a':1,'b':2}} ; {'spec':{'a':1}} ; spec.b",
        "{'spec':{'b':{'c':'x'}}} ; {'spec':{}} ; spec.b",
        "{'spec':{'b':[{'name':'x'}]}} ; {'spec':{}} ; spec.b",
        "{'spec':{'l':[{'name':'x','b':1}]}} ; {'spec':{'l':[{'name':'x'}]}} ; spec.l[0].b",
        "{'spec':{'l':[{'name':'x','b':1}]}} ; {'spec':{'l':[{'name':'y'}]}} ; ``",
        "{'spec':{'l':[{'name':'x','b':1}]}} ; {'spec':{'l':[{'name':'s'},{'name':'x'}]}} ; ``",
        "{'spec':{'cpu':'0.5'}} ; {'spec':{'cpu':'500m'}} ; ``",
        "{'spec':{'b':null,'c':false,'d':0,'e':'','f':{'g':{}},'h':[{}]}} ; {'spec':{}} ; ``",
        "{'metadata':{'name':'a','generation':1},'status':{'b':1}} ; {'metadata':{}} ; ``",
        "{'stringData':{'p':'x'}} ; {'data':{'p':'eA=='}} ; ``",
      })
  void findsWhatTheServerDoesNotStore(String sent, String after, String expected) {
    assertThat(dropped(new Action.Create(map(sent)), Missing.MISSING, after)).isEqualTo(expected);
    assertThat(dropped(new Action.Apply(map(sent), false, ""), map("{'spec':{}}"), after))
        .isEqualTo(expected);
    assertThat(dropped(new Action.Apply(map(sent), false, "status"), Missing.MISSING, after))
        .isEmpty();
  }

  /// A field that was there was removed by another writer in the meantime.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'spec':{'a':1}} ; spec.b",
        "{'spec':{'b':1}} ; ``",
        "{} ; spec.b",
        "{'spec':7} ; spec.b"
      })
  void countsFieldsThatWereNeverStored(String before, String expected) {
    MapValue result = map("{'spec':{'a':1,'b':2}}");
    var patch = new Action.Patch(true, map("{'spec':{'b':2}}"), result, false);
    assertThat(dropped(patch, map(before), "{'spec':{'a':1}}")).isEqualTo(expected);
    assertThat(dropped(new Action.Unchanged(), map(before), "{}")).isEmpty();
  }
}
