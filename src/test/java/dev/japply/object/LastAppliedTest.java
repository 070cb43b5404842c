package dev.japply.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Oracle;
import dev.japply.UsesOracle;
import dev.japply.object.LastApplied.Stored;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LastAppliedTest {
  private static final String HEAD = "'apiVersion':'v1','kind':'ConfigMap'";

  private static MapValue json(String text) {
    return (MapValue) Json.parse(text.replace('\'', '"'));
  }

  /// The object, and its annotation without the line break.
  static Stream<List<String>> annotations() {
    return Stream.of(
        List.of(
            "{'kind':'ConfigMap','metadata':{'name':'c'},'apiVersion':'v1'}",
            "{" + HEAD + ",'metadata':{'annotations':{},'name':'c'}}"),
        List.of(
            "{" + HEAD + ",'metadata':{'name':'c','annotations':null}}",
            "{" + HEAD + ",'metadata':{'annotations':{},'name':'c'}}"),
        List.of(
            "{" + HEAD + ",'metadata':{'annotations':{'b':null,'a':'x'},'name':'c'}}",
            "{" + HEAD + ",'metadata':{'annotations':{'a':'x','b':''},'name':'c'}}"),
        List.of(
            "{" + HEAD + ",'metadata':{'annotations':{'" + LastApplied.KEY + "':'old'}}}",
            "{" + HEAD + ",'metadata':{'annotations':{}}}"),
        List.of(
            "{" + HEAD + ",'metadata':{'creationTimestamp':null},'data':{'nul':null}}",
            "{'apiVersion':'v1','data':{'nul':null},'kind':'ConfigMap',"
                + "'metadata':{'annotations':{},'creationTimestamp':null}}"),
        List.of(
            "{" + HEAD + ",'metadata':{},'n':[1.0,1.10,1e21,1e-7,9007199254740993,0.1]}",
            "{"
                + HEAD
                + ",'metadata':{'annotations':{}},'n':[1,1.1,1e+21,1e-7,9007199254740993,0.1]}"),
        List.of(
            "{" + HEAD + ",'metadata':{},'n':9223372036854775808}",
            "{"
                + HEAD
                + ",'metadata':{'annotations':{}},'n':9223372036854775808}"
                    .replace("775808", "776000")),
        List.of(
            "{" + HEAD + ",'metadata':{},'s':'<&>\\u2028\\u0001\\ttäß😀'}",
            "{"
                + HEAD
                + ",'metadata':{'annotations':{}},"
                + "'s':'\\u003c\\u0026\\u003e\\u2028\\u0001\\ttäß😀'}"));
  }

  @ParameterizedTest
  @MethodSource("annotations")
  void encodesAsKubectl(List<String> pair) {
    String annotation = pair.get(1).replace('\'', '"') + "\n";
    MapValue object = json(pair.get(0));

    assertThat(LastApplied.encode(object)).isEqualTo(annotation);
    MapValue annotated = LastApplied.annotated(object);
    assertThat(annotated.map("metadata").map("annotations").text(LastApplied.KEY))
        .isEqualTo(annotation);
    assertThat(LastApplied.encode(annotated)).as("of an annotated object").isEqualTo(annotation);
    assertThat(LastApplied.read(annotated)).isEqualTo(new Stored.Document(json(pair.get(1))));
  }

  @ParameterizedTest
  @MethodSource("annotations")
  @UsesOracle
  void agreesWithUpstream(List<String> pair) {
    try (Oracle oracle = Oracle.start().orElseThrow()) {
      MapValue object = json(pair.getFirst());
      MapValue question =
          MapValue.of("op", Value.text("annotation"))
              .with("object", Value.text(GoJson.write(object)));
      MapValue answer = oracle.ask(List.of(question)).getFirst();
      assertThat(LastApplied.encode(object)).isEqualTo(answer.text("lastApplied"));
      assertThat(GoJson.writeRounded(LastApplied.annotated(object)) + "\n")
          .isEqualTo(answer.text("modified"));

      MapValue body = oracle.ask(List.of(question.with("op", Value.text("createbody")))).getFirst();
      assertThat(GoJson.writeRounded(CreateBody.of(object)) + "\n").isEqualTo(body.text("body"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | Absent[]",
        "{'metadata':{'annotations':{'a':'b'}}} | Absent[]",
        "{'metadata':{'annotations':{'KEY':''}}} | Empty[]",
        "{'metadata':{'annotations':{'KEY':'null'}}} | Empty[]",
        "{'metadata':{'annotations':{'KEY':'{'}}} | Broken[reason=not a JSON document (line 1)]",
        "{'metadata':{'annotations':{'KEY':'[1]'}}} | Broken[reason=not a JSON object]",
      },
      quoteCharacter = '`')
  void tellsApartWhatIsStored(String live, String expected) {
    Stored stored = LastApplied.read(json(live.replace("KEY", LastApplied.KEY)));
    assertThat(stored).hasToString(expected);
    assertThat(stored.config()).isEqualTo(Missing.MISSING);
  }

  /// As kubectl's set- and edit-last-applied write it: with what annotations there are.
  @Test
  void encodesAsItIs() {
    String text = "{'kind':'C','metadata':{'annotations':{'b':null,'KEY':'old'},'name':'c'}}";
    assertThat(LastApplied.encodeAsIs(json(text.replace("KEY", LastApplied.KEY))))
        .isEqualTo(text.replace("KEY", LastApplied.KEY).replace('\'', '"') + "\n");
  }

  @Test
  void leavesTheAnnotationOut() {
    MapValue object =
        json("{'metadata':{'annotations':{'KEY':'old','b':'x'}}}".replace("KEY", LastApplied.KEY));
    assertThat(LastApplied.bare(object)).isEqualTo(json("{'metadata':{'annotations':{'b':'x'}}}"));
    assertThat(LastApplied.text(object)).isEqualTo("old");
    assertThat(LastApplied.text(LastApplied.bare(object))).isEmpty();
  }

  @Test
  void readsADocument() {
    MapValue live = json("{'metadata':{'annotations':{'" + LastApplied.KEY + "':'{}\\n'}}}");
    assertThat(LastApplied.read(live).config()).isEqualTo(MapValue.EMPTY);
  }
}
