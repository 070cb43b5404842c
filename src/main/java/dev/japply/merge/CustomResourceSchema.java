package dev.japply.merge;

import dev.japply.schema.FieldDef;
import dev.japply.schema.PatchFormat;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.schema.TypeRef;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of every custom resource: labels and annotations have free keys, and several
/// writers.
final class CustomResourceSchema {
  private static final TypeRef ANY =
      new TypeRef.Inline(new TypeDef("", "", Map.of(), Optional.empty(), Optional.empty()));

  /// An object with metadata, and anything else.
  static final Schema SCHEMA = schema();

  private CustomResourceSchema() {}

  /// The schema by which to merge: what the server publishes, unless it knows less than this.
  static Schema orThis(Optional<Schema> published) {
    return published.filter(CustomResourceSchema::describesMetadata).orElse(SCHEMA);
  }

  private static boolean describesMetadata(Schema object) {
    return object.isStrategic()
        || object.field("metadata").flatMap(field -> field.type().field("labels")).isPresent();
  }

  private static Schema schema() {
    TypeDef text = new TypeDef("string", "", Map.of(), Optional.empty(), Optional.empty());
    FieldDef texts = field(struct(Map.of(), new TypeRef.Inline(text)));
    TypeDef metadata = struct(Map.of("labels", texts, "annotations", texts), ANY);
    TypeDef object = struct(Map.of("metadata", field(metadata)), ANY);
    var document = new SchemaDocument(Map.of("object", object), Map.of(), Set.of());
    return new Schema(document, "object", object, PatchFormat.JSON_MERGE);
  }

  private static TypeDef struct(Map<String, FieldDef> fields, TypeRef additional) {
    return new TypeDef("object", "", fields, Optional.of(additional), Optional.empty());
  }

  private static FieldDef field(TypeDef type) {
    return new FieldDef(new TypeRef.Inline(type), PatchRule.NONE);
  }
}
