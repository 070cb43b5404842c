package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.plan.Planner.ClaimedFields;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimedFieldsTest {
  private static final Schema POD =
      BuiltinSchemas.load()
          .document("", "v1")
          .flatMap(types -> types.object("", "v1", "Pod"))
          .orElseThrow();

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'data':{'a':'1'}} | {'data':{'a':'2'}} | true",
        "{'data':{'a':'1'}} | {'data':{'a':'1','b':'1'}} | false",
        "{'data':{'a':'1'}} | {'data':{'b':'1'}} | false",
        "{'data':{'a':'1'}} | {'data':{}} | false",
        "{'data':{}} | {} | false",
        "{'data':{'a':'1'}} | {'data':'1'} | false",
        "{'spec':{'containers':[{'name':'a','image':'x'}]}} |"
            + "{'spec':{'containers':[{'name':'a','image':'y'}]}} | true",
        "{'spec':{'containers':[{'name':'a','image':'x'}]}} |"
            + "{'spec':{'containers':[{'name':'b','image':'x'}]}} | false",
        "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}} |"
            + "{'spec':{'containers':[{'name':'b'},{'name':'a'}]}} | true",
        "{'spec':{'containers':[{'name':'a'}]}} |"
            + "{'spec':{'containers':[{'name':'a','image':'x'}]}} | false",
        "{'spec':{'containers':[{'name':'a','args':['x']}]}} |"
            + "{'spec':{'containers':[{'name':'a','args':['y','z']}]}} | true",
        "{'metadata':{'finalizers':['x/a']}} | {'metadata':{'finalizers':['x/b']}} | false",
        "{'spec':{'nodeSelector':{'a':'1'}}} | {'spec':{'nodeSelector':{'b':'1'}}} | false",
        "{'spec':{'containers':[{'name':'a','ports':[{'containerPort':1,'protocol':'TCP'}]}]}} |"
            + "{'spec':{'containers':[{'name':'a',"
            + "'ports':[{'containerPort':1,'protocol':'UDP'}]}]}} | false",
      })
  void areKeysAndEntriesOfListsThatMerge(String one, String other, boolean same) {
    MapValue first = json(one.replace('\'', '"'));
    MapValue second = json(other.replace('\'', '"'));
    assertThat(ClaimedFields.same(first, second, POD)).isEqualTo(same);
    assertThat(ClaimedFields.same(second, first, POD)).isEqualTo(same);
  }

  @Test
  void areNoneWhereNothingWasApplied() {
    assertThat(ClaimedFields.same(Missing.MISSING, MapValue.EMPTY, POD)).isFalse();
    assertThat(ClaimedFields.same(Missing.MISSING, Missing.MISSING, POD)).isTrue();
  }
}
