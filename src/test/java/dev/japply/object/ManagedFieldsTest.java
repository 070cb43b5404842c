package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.object.ManagedFields.Operation;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules of `csaupgrade`; the whole migration is held against kubectl in the scripts `ssa-*`.
class ManagedFieldsTest {
  private static final String SERVER = "server";

  /// An entry, written as `MANAGER OPERATION APIVERSION FIELDSV1`, perhaps with a subresource.
  private static MapValue entry(String text) {
    String[] words = text.strip().split(" ", -1);
    MapValue entry =
        MapValue.of("manager", Value.text(words[0]))
            .with("operation", Value.text(words[1]))
            .with("apiVersion", Value.text(words[2]))
            .with("time", Value.text("2026-01-01T00:00:00Z"))
            .with("fieldsV1", Json.parse(words[3].replace('\'', '"')));
    return words.length > 4 ? entry.with("subresource", Value.text(words[4])) : entry;
  }

  private static ManagedFields fields(String entries) {
    return new ManagedFields(
        Stream.of(entries.split(";")).filter(e -> !e.isBlank()).map(e -> entry(e)).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // nobody to go over
        "|a Update v1 {'f:x':{}}|a Update v1 {'f:x':{}}",
        "b|a Update v1 {'f:x':{}}|a Update v1 {'f:x':{}}",
        "b||",
        // without an entry of the server's manager the client's becomes it
        "a|a Update v1 {'f:x':{}}|server Apply v1 {'f:x':{}}",
        "a|b Update v1 {'f:y':{}};a Update v1 {'f:x':{}}|"
            + "b Update v1 {'f:y':{}};server Apply v1 {'f:x':{}}",
        // with one, the fields go there
        "a|server Apply v1 {'f:x':{}};a Update v1 {'f:y':{'f:z':{}}}|"
            + "server Apply v1 {'f:x':{},'f:y':{'f:z':{}}}",
        "a|a Update v1 {'f:y':{'.':{},'f:z':{}}};server Apply v1 {'f:y':{'f:w':{}}}|"
            + "server Apply v1 {'f:y':{'.':{},'f:w':{},'f:z':{}}}",
        // but not those of another version
        "a|server Apply v1 {'f:x':{}};a Update v2 {'f:y':{}}|server Apply v1 {'f:x':{}}",
        "a|a Update v2 {'f:x':{}};a Update v1 {'f:y':{}}|server Apply v2 {'f:x':{}}",
        "a|server Apply v1 {'f:x':{}};a Update v2 {'f:y':{}};a Update v1 {'f:z':{}}|"
            + "server Apply v1 {'f:x':{},'f:z':{}}",
        // several
        "a,b|a Update v1 {'f:x':{}};b Update v1 {'f:y':{}};c Update v1 {'f:z':{}}|"
            + "server Apply v1 {'f:x':{},'f:y':{}};c Update v1 {'f:z':{}}",
        // who applied, or wrote a part of the object, is not meant
        "a|a Apply v1 {'f:x':{}}|a Apply v1 {'f:x':{}}",
        "a|a Update v1 {'f:x':{}} status|a Update v1 {'f:x':{}} status",
        "a|server Apply v1 {'f:x':{}} status;a Update v1 {'f:y':{}}|"
            + "server Apply v1 {'f:x':{}} status;server Apply v1 {'f:y':{}}"
      })
  void goesOver(String clients, String before, String after) {
    var names = new LinkedHashSet<String>();
    Optional.ofNullable(clients).ifPresent(list -> names.addAll(List.of(list.split(","))));
    assertThat(fields(String.valueOf(before).replace("null", "")).upgraded(names, SERVER))
        .contains(fields(String.valueOf(after).replace("null", "")));
  }

  /// An item goes with the entry that owns the item itself.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a Apply v1 {'f:x':{}};a Update v1 {'f:x':{},'f:y':{}}"
            + "|a Apply v1 {'f:x':{}};a Update v1 {'f:y':{}}",
        "a Apply v1 {'f:m':{'f:x':{}}};a Update v1 {'f:m':{'.':{},'f:x':{}}}"
            + "|a Apply v1 {'f:m':{'f:x':{}}}",
        "a Apply v1 {'f:m':{'f:x':{}}};a Update v1 {'f:m':{'.':{},'f:x':{},'f:y':{}}}"
            + "|a Apply v1 {'f:m':{'f:x':{}}};a Update v1 {'f:m':{'.':{},'f:y':{}}}",
        "a Apply v1 {'f:l':{'v:1':{'.':{},'f:x':{}}}};a Update v1"
            + " {'f:l':{'.':{},'v:1':{'.':{},'f:x':{},'f:y':{}}}}"
            + "|a Apply v1 {'f:l':{'v:1':{'.':{},'f:x':{}}}};a Update v1"
            + " {'f:l':{'.':{},'v:1':{'f:y':{}}}}",
        // the whole field of one is a part of the other
        "a Apply v1 {'f:m':{'f:x':{}}};a Update v1 {'f:m':{}}"
            + "|a Apply v1 {'f:m':{'f:x':{}}};a Update v1 {'f:m':{}}",
        // other managers, versions and parts of the object
        "b Apply v1 {'f:x':{}};a Update v1 {'f:x':{}}|b Apply v1 {'f:x':{}};a Update v1 {'f:x':{}}",
        "a Apply v2 {'f:x':{}};a Update v1 {'f:x':{}}|a Apply v2 {'f:x':{}};a Update v1 {'f:x':{}}",
        "a Apply v1 {'f:x':{}};a Update v1 {'f:x':{}} scale"
            + "|a Apply v1 {'f:x':{}};a Update v1 {'f:x':{}} scale"
      })
  void givesUpWhatItAppliesToo(String before, String after) {
    assertThat(fields(before).withoutRepeated("a")).isEqualTo(fields(after));
  }

  @Test
  void doesNotGuessWhatItCannotRead() {
    for (String wrong : List.of("[]", "{'x':{}}", "{'f:x':1}")) {
      assertThat(fields("a Update v1 " + wrong).upgraded(Set.of("a"), SERVER)).isEmpty();
    }
  }

  @Test
  void knowsWhoOwnsTheAnnotation() {
    String annotation = "{'f:metadata':{'f:annotations':{'.':{},'f:" + LastApplied.KEY + "':{}}}}";
    String other = "{'f:metadata':{'f:annotations':{'.':{},'f:x':{}}}}";
    ManagedFields fields =
        fields(
            "a Update v1 %s;b Update v1 %s;c Apply v1 %s;d Apply v1 {'f:metadata':{}}"
                .formatted(annotation, other, annotation));
    assertThat(fields.annotators(Operation.UPDATE)).containsExactly("a");
    assertThat(fields.annotators(Operation.APPLY)).containsExactly("c");
  }

  @Test
  void readsThemFromAnObject() {
    ManagedFields fields = fields("a Update v1 {'f:x':{}}");
    MapValue metadata = MapValue.of("managedFields", fields.tree());
    assertThat(ManagedFields.of(MapValue.of("metadata", metadata))).isEqualTo(fields);
    assertThat(ManagedFields.of(MapValue.EMPTY).tree()).isEqualTo(ListValue.EMPTY);
  }

  @Test
  void leavesOutFieldsOfAKindThatIsNotKnown() {
    Value tree = Json.parse("{\"f:a\":{},\"q:b\":{},\"k:{}\":{\"f:c\":{}},\"v:1\":{},\"i:0\":{}}");
    FieldSet set = FieldSet.parse(tree).orElseThrow();
    assertThat(set.tree()).isEqualTo(((MapValue) tree).without("q:b"));
  }
}
