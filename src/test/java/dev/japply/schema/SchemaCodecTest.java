package dev.japply.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Missing;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCodecTest {
  private static final TypeDef STRING = scalar("string", "");

  private static TypeDef scalar(String kind, String format) {
    return new TypeDef(kind, format, Map.of(), null, null);
  }

  private static TypeDef list(String kind, TypeRef items) {
    return new TypeDef(kind, "", Map.of(), null, items);
  }

  private static TypeDef shared(Topology topology) {
    var items = new TypeRef.Named("T");
    return new TypeDef("array", "", Map.of(), null, items, topology, Limits.NONE);
  }

  private static TypeDef map(TypeRef values) {
    return new TypeDef("object", "", Map.of(), values, null);
  }

  private static TypeDef struct(FieldDef field) {
    return new TypeDef("object", "", Map.of("f", field), null, null);
  }

  private static TypeDef ruled(List<String> strategies, String key, Node value) {
    return struct(new FieldDef(new TypeRef.Named("T"), new PatchRule(strategies, key, value)));
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        Arguments.of(STRING, "\"string\""),
        Arguments.of(scalar("integer", "int32"), "\"integer:int32\""),
        Arguments.of(scalar("", "int-or-string"), "\":int-or-string\""),
        Arguments.of(scalar("", ""), "\"\""),
        Arguments.of(scalar("string", "a:b"), "\"string:a:b\""),
        Arguments.of(scalar("a:b", "c"), "{\"k\":\"a:b\",\"o\":\"c\"}"),
        Arguments.of(scalar("#a", ""), "{\"k\":\"#a\"}"),
        Arguments.of(list("array", new TypeRef.Named("T")), "{\"i\":\"#T\"}"),
        Arguments.of(list("", new TypeRef.Named("T")), "{\"i\":\"#T\",\"k\":\"\"}"),
        Arguments.of(
            list("array", new TypeRef.Inline(list("array", new TypeRef.Inline(STRING)))),
            "{\"i\":{\"i\":\"string\"}}"),
        Arguments.of(map(new TypeRef.Inline(STRING)), "{\"a\":\"string\"}"),
        Arguments.of(
            shared(new Topology.Keyed(List.of("x", "y"))), "{\"i\":\"#T\",\"t\":[\"x\",\"y\"]}"),
        Arguments.of(shared(Topology.Plain.SET), "{\"i\":\"#T\",\"t\":\"set\"}"),
        Arguments.of(
            new TypeDef("object", "", Map.of(), null, null, Topology.Plain.ATOMIC, Limits.NONE),
            "{\"t\":\"atomic\"}"),
        Arguments.of(
            STRING.with(new Limits(List.of(), List.of("", "a"))),
            "{\"e\":[\"\",\"a\"],\"k\":\"string\"}"),
        Arguments.of(
            map(new TypeRef.Inline(STRING)).with(new Limits(List.of("b", "a"), List.of())),
            "{\"a\":\"string\",\"r\":[\"b\",\"a\"]}"),
        Arguments.of(ruled(List.of(), "", Missing.MISSING), "{\"f\":{\"f\":\"#T\"}}"),
        Arguments.of(ruled(List.of(), "", Value.NULL), "{\"f\":{\"f\":[\"#T\",{\"d\":null}]}}"),
        Arguments.of(
            ruled(List.of("merge", "retainKeys"), "name", Value.text("")),
            "{\"f\":{\"f\":[\"#T\",{\"d\":\"\",\"m\":\"name\","
                + "\"s\":[\"merge\",\"retainKeys\"]}]}}"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void everyTypeHasOneForm(TypeDef type, String form) {
    assertThat(GoJson.write(SchemaCodec.encode(type))).isEqualTo(form);
    assertThat(SchemaCodec.decodeType(Json.parse(form))).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {Documents.VERSION_THREE, Documents.VERSION_TWO, "{}"})
  void documentsComeBackEqual(String json) {
    SchemaDocument document = new OpenApiReader().read(Json.parse(json));
    Value tree = Json.parse(GoJson.write(SchemaCodec.encode(document)));
    assertThat(SchemaCodec.decode(tree)).isEqualTo(document);
  }

  @Test
  void theSameDocumentGivesTheSameText() {
    String first = GoJson.write(SchemaCodec.encode(read(Documents.VERSION_TWO)));
    assertThat(GoJson.write(SchemaCodec.encode(read(Documents.VERSION_TWO)))).isEqualTo(first);
  }

  private static SchemaDocument read(String json) {
    return new OpenApiReader().read(Json.parse(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"types\":{},\"objects\":{}}",
        "{\"types\":{},\"objects\":{},\"strategic\":[1]}",
        "{\"types\":{},\"objects\":{\"a\":1},\"strategic\":[]}",
        "{\"types\":{\"T\":1},\"objects\":{},\"strategic\":[]}",
        "{\"types\":{\"T\":{\"f\":{\"x\":[]}}},\"objects\":{},\"strategic\":[]}",
        "{\"types\":{\"T\":{\"f\":{\"x\":[\"\",1]}}},\"objects\":{},\"strategic\":[]}",
        "{\"types\":{\"T\":{\"f\":{\"x\":[\"\",{\"s\":1}]}}},\"objects\":{},\"strategic\":[]}",
        "{\"types\":{\"T\":{\"t\":\"granular\"}},\"objects\":{},\"strategic\":[]}",
        "{\"types\":{\"T\":{\"k\":1}},\"objects\":{},\"strategic\":[]}",
      })
  void refusesOtherTrees(String json) {
    assertThatIllegalArgumentException().isThrownBy(() -> SchemaCodec.decode(Json.parse(json)));
  }
}
