package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.schema.SchemaCodec;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which lists of a custom type the server rejects: those of keyed items and sets, at any depth.
class RejectedListsTest {
  private static final String TYPES =
      """
      {'objects':{'g/v1/K':'t'},'strategic':[],'types':{'t':{'f':{
       'keyed':{'i':{'f':{'k':'string','n':['integer',{'d':3}],'set':{'i':'string','t':'set'}}},
                't':['k','n']},
       'set':{'i':'integer','t':'set'},
       'free':{'a':{'i':'integer','t':'set'}},
       'atomic':{'i':{'f':{'k':'string'}},'t':'atomic'},
       'usual':{'i':'integer'}}}}}
      """;

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  private static String found(String manifest) {
    var schema = SchemaCodec.decode(json(TYPES)).object("g", "v1", "K").orElseThrow();
    return String.join(
        "; ",
        RejectedLists.find(json(manifest), schema).stream()
            .map(one -> one.field() + ": " + one.why())
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'keyed':[{'k':'a'},{'k':'b'}]} | ~~",
        "{'keyed':[{'k':'a','n':1},{'k':'a','n':2}]} | ~~",
        "{'keyed':[{'k':'a'},{'k':'a','n':3}]} | keyed[1]: another item has the same k=\"a\",n=3",
        "{'keyed':[{'n':1}]} | keyed[0]: the item has no k, which identifies it",
        "{'keyed':[{'k':null}]} | ~~",
        "{'keyed':['a','a']} | ~~",
        "{'keyed':[{'k':'a','set':['x','y','x']}]} | keyed[0].set[2]: the set has this value twice",
        "{'set':[1,2,1,1]} | set[2]: the set has this value twice; set[3]: the set has this value"
            + " twice",
        "{'free':{'a':[1],'b':[1,1]}} | free.b[1]: the set has this value twice",
        "{'atomic':[{'k':'a'},{'k':'a'}],'usual':[1,1],'unknown':[1,1]} | ~~",
      })
  void finds(String manifest, String found) {
    assertThat(found(manifest)).isEqualTo(found);
  }

  @Test
  void nothingIsSaidOfWhatIsNoList() {
    assertThat(found("{'keyed':{},'set':7}")).isEmpty();
  }
}
