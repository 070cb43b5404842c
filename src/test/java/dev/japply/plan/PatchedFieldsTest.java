package dev.japply.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.LastApplied;
import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.Schema;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchedFieldsTest {
  private static final Schema DEPLOYMENT =
      BuiltinSchemas.load()
          .document("apps", "v1")
          .flatMap(types -> types.object("apps", "v1", "Deployment"))
          .orElseThrow();

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
        "{'spec':{'$patch':'replace'}} | {'spec':{'n':1}} | {'spec':{'n':2}} | spec.n",
        "{'spec':{'l':null}} | {'spec':{'l':[1,2]}} | {'spec':{'l':[1,3]}} | spec.l[1]",
        "{'metadata':{'resourceVersion':'1'},'x':1} | {'metadata':{'resourceVersion':'1'}} |"
            + " {'metadata':{'resourceVersion':'2'}} | ''",
        "{'metadata':{'labels':{'a':1}},'x':1} | {'metadata':{'labels':{'a':0}},'x':0} |"
            + " {'metadata':{'labels':{'a':2}},'x':2} | x",
        "{'metadata':{'labels':{'a':1}},'x':1} | {'metadata':{'labels':{'a':0}},'x':0} |"
            + " {'metadata':{'labels':{'a':2}},'x':0} | metadata.labels.a",
      })
  void areThoseThatThePatchNames(String patch, String before, String after, String moved) {
    assertThat(moved(PatchedFields.OF_MAPS, json(patch), json(before), json(after)))
        .isEqualTo(moved.replace("''", ""));
  }

  private static String moved(
      PatchedFields fields, MapValue patch, MapValue before, MapValue after) {
    return fields.moved(patch, before, after).map(Object::toString).orElse("");
  }

  /// In a Deployment, by what stands in the spec of its Pods.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // a field of an item
        "'containers':[{'name':'a','image':'2'}] | 'containers':[{'name':'a','image':'1'}] |"
            + " 'containers':[{'name':'a','image':'3'}] | containers[name=a].image",
        "'containers':[{'name':'a','image':'2'}] | 'containers':[{'name':'a','image':'1'}] |"
            + " 'containers':[{'name':'a','image':'1','tty':true},{'name':'b'}],'x':1 | ''",
        "'containers':[{'name':'a','image':'2'}] | 'containers':[{'name':'a','image':'1'}] |"
            + " 'containers':[{'name':'b'}] | containers[name=a]",
        // one that is added, one that goes
        "'containers':[{'name':'b','image':'2'}] | 'containers':[{'name':'a'}] |"
            + " 'containers':[{'name':'a'},{'name':'b','image':'1'}] | containers[name=b]",
        "'containers':[{'name':'a','$patch':'delete'}] | 'containers':[{'name':'a','image':'1'}] |"
            + " 'containers':[{'name':'a','image':'1','tty':true}] | containers[name=a].tty",
        // the order of items, and of which items
        "'$setElementOrder/containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'b'},{'name':'a'}] | containers",
        "'$setElementOrder/containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'b'}] | containers[name=a]",
        "'$setElementOrder/containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'a'},{'name':'b'}] |"
            + " 'containers':[{'name':'a'},{'name':'c'},{'name':'b','image':'1'}] | ''",
        // of maps and lists that are patched as one
        "'$retainKeys':['a'] | 'nodeSelector':{'a':'1'} | 'nodeSelector':{'a':'2'} |"
            + " nodeSelector.a",
        "'containers':[{'$patch':'replace'}] | 'containers':[{'name':'a','image':'1'}] |"
            + " 'containers':[{'name':'a','image':'2'}] | containers[name=a].image",
        "'containers':[{'name':'a'}] | 'containers':[{'name':'a'},{'name':'a'}] |"
            + " 'containers':[{'name':'a'},{'name':'a','image':'1'}] | containers[1].image",
        "'tolerations':[] | 'tolerations':[{'key':'a'}] | 'tolerations':[{'key':'b'}] |"
            + " tolerations[0].key",
        "'tolerations':[] | 'tolerations':[{'key':'a'}] | 'tolerations':[] | tolerations",
        "'volumes':null | 'volumes':[{'name':'a'},{'name':'b'}] |"
            + " 'volumes':[{'name':'b'},{'name':'a'}] | volumes",
      })
  void areItemsWhereThePatchNamesThem(String patch, String before, String after, String moved) {
    assertThat(moved(new PatchedFields(DEPLOYMENT, true), pod(patch), pod(before), pod(after)))
        .isEqualTo(moved.equals("''") ? "" : "spec.template.spec." + moved);
  }

  private static MapValue pod(String spec) {
    return json("{'spec':{'template':{'spec':{" + spec + "}}}}");
  }

  /// By somebody who does not know how lists merge all of a list counts.
  @Test
  void areWholeListsWhereTheTypeIsNotKnown() {
    MapValue patch = pod("'$setElementOrder/containers':[{'name':'a'}],'containers':[]");
    MapValue before = pod("'containers':[{'name':'a','image':'1'}]");
    MapValue after = pod("'containers':[{'name':'a','image':'2'}]");
    assertThat(moved(new PatchedFields(null, true), patch, before, after))
        .isEqualTo("spec.template.spec.containers[0].image");
    assertThat(moved(PatchedFields.OF_MAPS, patch, before, pod("'containers':[],'x':1")))
        .isEqualTo("spec.template.spec.containers");
    assertThat(moved(PatchedFields.OF_MAPS, patch, before, before.with("x", Value.text("1"))))
        .isEmpty();
  }

  /// A merge patch replaces lists.
  @Test
  void areNoItemsOfAMergePatch() {
    var fields = new PatchedFields(DEPLOYMENT, false);
    MapValue before = pod("'containers':[{'name':'a','image':'1'}]");
    MapValue after = pod("'containers':[{'name':'a','image':'1','tty':true}]");
    assertThat(moved(fields, before, before, after))
        .isEqualTo("spec.template.spec.containers[name=a].tty");
  }

  @Test
  void theAnnotationIsAlwaysOneOfThem() {
    MapValue before = LastApplied.annotated(json("{'metadata':{},'x':1}"));
    MapValue after = LastApplied.annotated(json("{'metadata':{},'x':2}")).with("x", json("{}"));
    assertThat(PatchedFields.OF_MAPS.moved(json("{'y':1}"), before, after)).isPresent();
    assertThat(
            PatchedFields.OF_MAPS.moved(json("{'y':1}"), before, before.with("z", Value.text("1"))))
        .isEmpty();
  }
}
