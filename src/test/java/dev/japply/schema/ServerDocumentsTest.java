package dev.japply.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The reader, the codec and the built-in table against all documents of a real server.
@Tag("server")
class ServerDocumentsTest {
  private static final Map<Path, MapValue> DOCUMENTS = new HashMap<>();
  private static MapValue versionTwo = MapValue.EMPTY;

  /// Not once for all tests: surefire does not report tests that are skipped before they start.
  @BeforeEach
  void read() {
    ServerDocuments given = ServerDocuments.given();
    if (DOCUMENTS.isEmpty()) {
      given.groupVersions().forEach(file -> DOCUMENTS.put(file, ServerDocuments.json(file)));
      versionTwo = ServerDocuments.json(given.versionTwo());
    }
  }

  @Test
  void holdTheGroupVersionsThatEveryServerHas() {
    assertThat(DOCUMENTS.keySet().stream().map(file -> file.getFileName().toString()))
        .anyMatch(name -> name.startsWith("api__v1"))
        .anyMatch(name -> name.startsWith("apis__apps__v1"))
        .hasSizeGreaterThan(15);
  }

  @Test
  void theReaderFindsWhatAWalkOverTheDocumentFinds() {
    DOCUMENTS.forEach((file, document) -> {
      var walk = new RawWalk(document.map("components").map("schemas"));
      SchemaDocument schema = new OpenApiReader().read(document);
      var differences = new ArrayList<String>();
      schema
          .types()
          .keySet()
          .forEach(name -> walk.compare(name, schema.type(name), differences::add));
      assertThat(differences).as(file.toString()).isEmpty();
      assertThat(schema.types().keySet()).isEqualTo(walk.names());
    });
  }

  @Test
  void thePartsThatAreNeededGiveTheSame() throws IOException {
    for (var known : DOCUMENTS.entrySet()) {
      byte[] bytes = Files.readAllBytes(known.getKey());
      assertThat(new OpenApiReader().read(OpenApiReader.parse(bytes)))
          .as(known.getKey().toString())
          .isEqualTo(new OpenApiReader().read(known.getValue()));
    }
  }

  @Test
  void versionTwoGivesTheSameRulesAsVersionThree() {
    SchemaDocument two = new OpenApiReader().read(versionTwo);
    DOCUMENTS.forEach((file, document) -> {
      SchemaDocument three = new OpenApiReader().read(document);
      assertThat(two.strategic()).as(file.toString()).containsAll(three.strategic());
      for (String object : three.strategic()) {
        assertThat(rulesFrom(two, object)).as(object).isEqualTo(rulesFrom(three, object));
      }
    });
  }

  /// The rules without defaults, which version 2 leaves out, and the topologies of all types that
  /// an object is made of.
  private static Map<String, List<Object>> rulesFrom(SchemaDocument document, String object) {
    var rules = new HashMap<String, List<Object>>();
    reachable(document, Optional.ofNullable(document.objects().get(object)).stream().toList())
        .forEach((name, type) ->
            type.fields()
                .forEach((key, field) -> {
                  PatchRule rule = field.rule();
                  rules.put(
                      name + "." + key,
                      List.of(
                          rule.strategies(),
                          rule.mergeKey(),
                          new Schema(document, name, type, PatchFormat.STRATEGIC)
                              .field(key)
                              .orElseThrow()
                              .type()
                              .def()
                              .topology()));
                }));
    return rules;
  }

  private static Map<String, TypeDef> reachable(SchemaDocument document, Collection<String> roots) {
    var found = new HashMap<String, TypeDef>();
    var seen = new HashSet<String>();
    Deque<String> todo = new ArrayDeque<>(roots);
    while (!todo.isEmpty()) {
      String name = todo.pop();
      if (seen.add(name)) {
        TypeDef type = document.type(name).orElseThrow().def();
        found.put(name, type);
        type.references().forEach(todo::push);
      }
    }
    return found;
  }

  @Test
  void everyDocumentComesBackEqualFromItsCompactForm() {
    DOCUMENTS.forEach((file, document) -> assertRoundTrip(document));
    assertRoundTrip(versionTwo);
  }

  private static void assertRoundTrip(MapValue document) {
    SchemaDocument schema = new OpenApiReader().read(document);
    String text = GoJson.write(SchemaCodec.encode(schema));
    assertThat(SchemaCodec.decode(Json.parse(text))).isEqualTo(schema);
  }

  @Test
  void theBuiltInTableIsWhatTheServerSays() {
    BuiltinSchemas table = BuiltinSchemas.load();
    DOCUMENTS.forEach((file, document) -> {
      SchemaDocument server = new OpenApiReader().read(document);
      String prefix = ServerDocuments.objectPrefix(file);
      var objects = new HashMap<>(server.objects());
      objects.keySet().removeIf(key -> !key.startsWith(prefix));
      objects.keySet().retainAll(server.strategic());
      String[] parts = prefix.split("/", -1);
      SchemaDocument builtin =
          table
              .document(parts[0], parts[1])
              .orElse(new SchemaDocument(Map.of(), Map.of(), Set.of()));
      assertThat(builtin.objects()).as(prefix).isEqualTo(objects);
      assertThat(builtin.strategic()).as(prefix).isEqualTo(objects.keySet());
      assertSameTypes(reachable(builtin, objects.values()), reachable(server, objects.values()));
    });
  }

  private static void assertSameTypes(Map<String, TypeDef> actual, Map<String, TypeDef> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach((name, type) ->
        assertThat(unlimited(type))
            .as(name)
            .isEqualTo(unlimited(Objects.requireNonNull(expected.get(name)))));
  }

  /// The type without limits, of which the table only has those that servers enforce.
  private static TypeDef unlimited(TypeDef type) {
    var fields = new HashMap<String, TypeDef.FieldDef>();
    type.fields()
        .forEach((key, field) ->
            fields.put(key, new TypeDef.FieldDef(unlimited(field.type()), field.rule())));
    return new TypeDef(
        type.kind(),
        type.format(),
        fields,
        type.additional() == null ? null : unlimited(type.additional()),
        type.items() == null ? null : unlimited(type.items()),
        type.topology(),
        Limits.NONE);
  }

  private static TypeDef.TypeRef unlimited(TypeDef.TypeRef ref) {
    return switch (ref) {
      case TypeDef.TypeRef.Named named -> named;
      case TypeDef.TypeRef.Inline(TypeDef type) -> new TypeDef.TypeRef.Inline(unlimited(type));
    };
  }
}
