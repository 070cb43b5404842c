package dev.japply.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.Gvk;
import dev.japply.plan.file.PlanEntries.BuiltinTypes;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Value.ListValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemKeysTest {
  private static ListValue list(String text) {
    return (ListValue) Json.parse(text.replace('\'', '"'));
  }

  private static boolean addApart(
      String kind, String field, String applied, String manifest, String live) {
    FieldPath path = FieldPath.root().key("spec").key(field);
    ItemKeys keys = FieldType.of(new BuiltinTypes().find(Gvk.of("v1", kind))).at(path).itemKeys();
    return keys.addApart(list(applied).items(), list(manifest).items(), list(live).items());
  }

  /// The ports that were applied, those of the manifest and the live ones.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | [{'port':53}] | [{'port':53,'protocol':'UDP'}] | true",
        "[] | [{'port':53,'protocol':'UDP'}] | [{'port':53}] | true",
        "[] | [{'port':53,'protocol':''}] | [{'port':53,'protocol':'UDP'}] | true",
        "[] | [{'port':53,'protocol':null}] | [{'port':53,'protocol':'UDP'}] | true",
        "[] | [{'port':53,'protocol':''}] | [{'port':53,'protocol':'TCP'}] | false",
        "[] | [{'port':53,'name':'a'}] | [{'port':53,'protocol':'TCP','name':'b'}] | false",
        "[{'port':53}] | [{'port':53}] | [{'port':53,'protocol':'UDP'}] | false",
        "[{'port':80}] | [{'port':53},{'port':80}] | [{'port':80},{'port':53,'protocol':'SCTP'}]"
            + " | true",
      })
  void portsOfOneNumberAreOneOnlyForOneProtocol(
      String applied, String manifest, String live, boolean apart) {
    assertThat(addApart("Service", "ports", applied, manifest, live)).isEqualTo(apart);
  }

  /// The manifest has a part of a constraint. Its other key has no default.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{'topologyKey':'z','maxSkew':2}] | false",
        "[{'topologyKey':'z','whenUnsatisfiable':'ScheduleAnyway'}] | true",
        "[{'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}] | false",
      })
  void aKeyWithoutDefaultThatIsLeftOutFits(String manifest, boolean apart) {
    String live = "[{'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule','maxSkew':1}]";
    assertThat(addApart("Pod", "topologySpreadConstraints", "[]", manifest, live)).isEqualTo(apart);
  }
}
