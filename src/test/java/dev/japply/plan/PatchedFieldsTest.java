package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchedFieldsTest {
  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'spec':{'n':2}} | {'spec':{'n':1}} | {'spec':{'n':3}} | spec.n",
        "{'spec':{'n':2}} | {'spec':{'n':1}} | {'spec':{}} | spec.n",
        "{'spec':{'n':2}} | {'spec':{'n':1}} | {'spec':{'n':1,'m':1},'status':{'x':1}} | ''",
        "{'spec':{'n':null}} | {'spec':{'n':1}} | {'spec':{'n':1},'status':{'x':1}} | ''",
        "{'spec':{'n':2}} | {} | {'spec':{}} | spec",
        "{'spec':{'l':[1]}} | {'spec':{'l':[1,2]}} | {'spec':{'l':[1,2,3]}} | spec.l",
        "{'spec':{'$patch':'replace'}} | {'spec':{'n':1}} | {'spec':{'n':2}} | spec",
        "{'metadata':{'resourceVersion':'1'},'x':1} | {'metadata':{'resourceVersion':'1'}} |"
            + " {'metadata':{'resourceVersion':'2'}} | ''",
        "{'metadata':{'labels':{'a':1}},'x':1} | {'metadata':{'labels':{'a':0}},'x':0} |"
            + " {'metadata':{'labels':{'a':2}},'x':2} | x",
        "{'metadata':{'labels':{'a':1}},'x':1} | {'metadata':{'labels':{'a':0}},'x':0} |"
            + " {'metadata':{'labels':{'a':2}},'x':0} | metadata.labels.a",
      })
  void areThoseThatThePatchNames(String patch, String before, String after, String moved) {
    assertThat(PatchedFields.moved(json(patch), json(before), json(after)).map(Object::toString))
        .isEqualTo(Optional.of(moved).filter(path -> !path.equals("''")));
  }

  @Test
  void theAnnotationIsAlwaysOneOfThem() {
    MapValue before = LastApplied.annotated(json("{'metadata':{},'x':1}"));
    MapValue after = LastApplied.annotated(json("{'metadata':{},'x':2}")).with("x", json("{}"));
    assertThat(PatchedFields.moved(json("{'y':1}"), before, after)).isPresent();
    assertThat(PatchedFields.moved(json("{'y':1}"), before, before.with("z", Value.text("1"))))
        .isEmpty();
  }
}
