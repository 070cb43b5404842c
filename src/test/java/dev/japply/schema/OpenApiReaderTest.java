package dev.japply.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Missing;
import dev.japply.tree.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiReaderTest {

  /// Reads a document; the parts that are needed give the same.
  private static SchemaDocument read(String json) {
    SchemaDocument whole = new OpenApiReader().read(Json.parse(json));
    assertThat(new OpenApiReader().read(OpenApiReader.parse(json.getBytes(UTF_8))))
        .isEqualTo(whole);
    return whole;
  }

  @Test
  void onlyThePartsThatAreNeededAreParsed() {
    Value parsed =
        OpenApiReader.parse(
            """
            {"openapi": "3.0.0", "components": {"securitySchemes": {}, "schemas": {
              "T": {"description": "one", "allOf": [{"description": "two", "$ref": "U"}],
                "properties": {
                  "description": {"description": "three", "default": {"description": "kept"}}}}}},
            "paths": {"/a": {"get": {"description": "four"}, "parameters": [{"in": "query"}],
              "patch": {"parameters": [1], "consumes": ["x"], "requestBody": {"content": {}}}}}}
            """
                .getBytes(UTF_8));
    assertThat(parsed)
        .isEqualTo(
            Json.parse(
                """
                {"openapi": "3.0.0", "components": {"schemas": {
                  "T": {"allOf": [{"$ref": "U"}],
                    "properties": {"description": {"default": {"description": "kept"}}}}}},
                "paths": {"/a": {
                  "patch": {"consumes": ["x"], "requestBody": {"content": {}}}}}}
                """));
  }

  @Test
  void aDocumentThatEndsTooEarlyIsAnError() {
    assertThatThrownBy(
            () -> OpenApiReader.parse("{\"paths\": {\"/a\": {\"get\": {".getBytes(UTF_8)))
        .isInstanceOf(JsonSyntaxException.class);
  }

  /// A version 3 document with type `T` of these properties, and a type `U` of one field.
  private static Schema properties(String json) {
    return read("""
    {"openapi": "3.0.0", "components": {"schemas": {
      "T": {"type": "object", "properties": {%s}},
      "U": {"type": "object", "properties": {"inner": {"type": "string"}}}}}}
    """
            .formatted(json))
        .type("T")
        .orElseThrow();
  }

  private static Schema.Field field(String json) {
    return properties("\"f\": " + json).field("f").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'x-kubernetes-patch-strategy': 'merge'}                     | merge",
        "{'x-kubernetes-patch-strategy': 'merge,retainKeys'}          | merge retainKeys",
        "{'x-kubernetes-patch-strategy': 'replace'}                   | replace",
        "{'x-kubernetes-patch-strategy': ''}                          | ``",
        "{'x-kubernetes-patch-strategy': 1}                           | ``",
        "{}                                                           | ``",
        "{'items': {'x-kubernetes-patch-strategy': 'merge'}}          | ``",
        "{'allOf': [{'x-kubernetes-patch-strategy': 'merge'}]}        | ``",
        "{'$ref': '#/components/schemas/U',"
            + " 'x-kubernetes-patch-strategy': 'retainKeys'}          | retainKeys",
      })
  void strategiesStandOnThePropertyItself(String property, String strategies) {
    List<String> expected = strategies.isEmpty() ? List.of() : List.of(strategies.split(" ", -1));
    assertThat(field(property.replace('\'', '"')).rule().strategies()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref': '#/components/schemas/U'}",
        "{'allOf': [{'$ref': '#/components/schemas/U'}], 'default': {}}",
        "{'allOf': [{'$ref': '#/components/schemas/U'}, {'$ref': '#/components/schemas/T'}]}",
        "{'properties': {'x': {}}, 'allOf': [{'$ref': '#/components/schemas/U'}]}",
      })
  void followsReferencesAndTheFirstOfAllOf(String property) {
    Schema type = field(property.replace('\'', '"')).type();
    assertThat(type.name()).isEqualTo("U");
    assertThat(type.field("inner")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'array', 'items': {'$ref': '#/components/schemas/U'}}",
        "{'type': 'array', 'items': {'allOf': [{'$ref': '#/components/schemas/U'}]}}",
        "{'type': 'array', 'items': {'properties': {'inner': {'type': 'string'}}}}",
        "{'type': 'array', 'items': {'allOf': [{'properties': {'inner': {'type': 'string'}}}]}}",
      })
  void followsItems(String property) {
    Schema list = field(property.replace('\'', '"')).type();
    assertThat(list.def().kind()).isEqualTo("array");
    assertThat(list.items().orElseThrow().field("inner").orElseThrow().type().def().kind())
        .isEqualTo("string");
  }

  @Test
  void aReferenceIntoNothingIsAnUnknownField() {
    assertThat(properties("\"f\": {\"$ref\": \"#/components/schemas/Gone\"}").field("f")).isEmpty();
  }

  @Test
  void fieldNamesAreCaseSensitive() {
    assertThat(properties("\"f\": {}").field("F")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'additionalProperties': {'type': 'integer'}}             | integer",
        "{'additionalProperties': {'$ref': '#/components/schemas/U'}} | object",
        "{'additionalProperties': {'allOf': [{'$ref': '#/components/schemas/U'}]}} | object",
        "{'additionalProperties': true}                            | any",
        "{'additionalProperties': false}                           | none",
        "{'type': 'object'}                                        | none",
        "{'x-kubernetes-preserve-unknown-fields': true}            | any",
        "{'x-kubernetes-preserve-unknown-fields': false}           | none",
      })
  void readsTheTypeOfFreeKeys(String property, String expected) {
    var values = field(property.replace('\'', '"')).type().additional();
    String kind = values.map(type -> type.def().kind()).orElse("none");
    assertThat(kind.isEmpty() ? "any" : kind).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type': 'string'}                                    | string  | ``",
        "{'type': 'integer', 'format': 'int32'}                | integer | int32",
        "{'type': ['null', 'string']}                          | string  | ``",
        "{'type': []}                                          | ``      | ``",
        "{'format': 'int-or-string', 'oneOf': []}              | ``      | int-or-string",
        "{'x-kubernetes-int-or-string': true}                  | ``      | int-or-string",
        "{}                                                    | ``      | ``",
      })
  void readsKindAndFormat(String property, String kind, String format) {
    TypeDef def = field(property.replace('\'', '"')).type().def();
    assertThat(List.of(def.kind(), def.format())).isEqualTo(List.of(kind, format));
  }

  @Test
  void quantitiesAreKnownByTheNameOfTheirType() {
    String name = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    var document = read("{\"definitions\": {\"%s\": {\"type\": \"string\"}}}".formatted(name));
    assertThat(document.type(name).orElseThrow().isQuantity()).isTrue();
  }

  @Test
  void keepsMergeKeyAndDefault() {
    String list = "{\"items\": {}, \"default\": [1], \"x-kubernetes-patch-merge-key\": \"port\"}";
    assertThat(field(list).rule()).isEqualTo(new PatchRule(List.of(), "port", Json.parse("[1]")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b']} | [a, b]",
        "{'x-kubernetes-list-map-keys': ['a']}         | [a]",
        "{'x-kubernetes-list-type': 'map'}             | USUAL",
        "{'x-kubernetes-list-type': 'set'}             | SET",
        "{'x-kubernetes-list-type': 'atomic'}          | USUAL",
        "{'x-kubernetes-map-type': 'granular'}         | USUAL",
        "{'x-kubernetes-map-type': 'atomic'}           | ATOMIC",
        "{'type': 'array', 'x-kubernetes-list-type': 'set', 'allOf': [{'maxItems': 3}]} | SET",
      })
  void readsTheTopology(String property, String expected) {
    Topology topology = field(property.replace('\'', '"')).type().def().topology();
    String text =
        topology instanceof Topology.Keyed(List<String> keys)
            ? keys.toString()
            : topology.toString();
    assertThat(text).isEqualTo(expected);
  }

  @Test
  void aDefaultOfNullIsNotAMissingDefault() {
    assertThat(field("{\"default\": null}").rule().defaultValue()).isEqualTo(Value.NULL);
    assertThat(field("{}").rule().defaultValue()).isEqualTo(Missing.MISSING);
  }

  @Test
  void oneTypeMayBeSeveralObjects() {
    var document =
        read(
            """
            {"components": {"schemas": {
              "B": {"x-kubernetes-group-version-kind": [
                {"group": "", "version": "v1", "kind": "K"}]},
              "A": {"x-kubernetes-group-version-kind": [
                {"group": "", "version": "v1", "kind": "K"},
                {"group": "g", "version": "v2", "kind": "K"}]}}}}
            """);
    assertThat(document.objects()).isEqualTo(Map.of("/v1/K", "A", "g/v2/K", "A"));
  }

  @Test
  void versionThreeSaysInTheRequestBodyWhatPatchTakes() {
    var document = read(Documents.VERSION_THREE);
    assertThat(document.objects().keySet()).containsExactlyInAnyOrder("g/v1/Yes", "g/v1/No");
    assertThat(document.strategic()).isEqualTo(Set.of("g/v1/Yes"));
  }

  @Test
  void versionTwoSaysInConsumesWhatPatchTakes() {
    var document = read(Documents.VERSION_TWO);
    assertThat(document.strategic()).isEqualTo(Set.of("g/v1/Yes"));
    assertThat(document.object("g", "v1", "Yes").orElseThrow().isStrategic()).isTrue();
    assertThat(document.object("g", "v1", "No").orElseThrow().isStrategic()).isFalse();
    Schema.Field field =
        document.object("g", "v1", "Yes").orElseThrow().field("other").orElseThrow();
    assertThat(field.type().name()).isEqualTo("No");
    assertThat(field.rule().strategies()).containsExactly("retainKeys");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "3",
        "{}",
        "{\"components\": []}",
        "{\"definitions\": {\"A\": 1}}",
        "{\"paths\": {\"/x\": 1, \"/y\": {\"patch\": []}}}",
      })
  void whatIsNoOpenApiHasNoTypes(String json) {
    assertThat(read(json)).isEqualTo(new SchemaDocument(Map.of(), Map.of(), Set.of()));
  }
}
