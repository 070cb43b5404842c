package dev.japply.merge;

import dev.japply.schema.PatchFormat;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields common to all custom resources: labels and annotations have free keys, and several
/// writers share them.
final class CustomResourceSchema {
  private static final TypeRef ANY = new TypeRef.Inline(new TypeDef("", "", Map.of(), null, null));

  /// Schema of a value without any type information.
  static final Schema ANYTHING =
      new Schema(
          new SchemaDocument(Map.of(), Map.of(), Set.of()),
          "",
          new TypeDef("", "", Map.of(), null, null),
          PatchFormat.JSON_MERGE);

  /// An object with metadata, and anything else.
  static final Schema SCHEMA = schema();

  private CustomResourceSchema() {}

  /// Returns the published schema if it describes metadata, else this one.
  static Schema orThis(@Nullable Schema published) {
    return published != null && describesMetadata(published) ? published : SCHEMA;
  }

  private static boolean describesMetadata(Schema object) {
    return object.isStrategic()
        || object.field("metadata").flatMap(field -> field.type().field("labels")).isPresent();
  }

  private static Schema schema() {
    TypeDef text = new TypeDef("string", "", Map.of(), null, null);
    FieldDef texts = field(struct(Map.of(), new TypeRef.Inline(text)));
    TypeDef metadata = struct(Map.of("labels", texts, "annotations", texts), ANY);
    TypeDef object = struct(Map.of("metadata", field(metadata)), ANY);
    var document = new SchemaDocument(Map.of("object", object), Map.of(), Set.of());
    return new Schema(document, "object", object, PatchFormat.JSON_MERGE);
  }

  private static TypeDef struct(Map<String, FieldDef> fields, TypeRef additional) {
    return new TypeDef("object", "", fields, additional, null);
  }

  private static FieldDef field(TypeDef type) {
    return new FieldDef(new TypeRef.Inline(type), PatchRule.NONE);
  }
}
