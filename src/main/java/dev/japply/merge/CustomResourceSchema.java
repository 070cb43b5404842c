package dev.japply.merge;

import dev.japply.schema.FieldDef;
import dev.japply.schema.PatchRule;
import dev.japply.schema.Schema;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import dev.japply.schema.TypeRef;
import dev.japply.tree.Missing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of every custom resource: labels and annotations have free keys, and several
/// writers.
final class CustomResourceSchema {
  private static final TypeRef ANY =
      new TypeRef.Inline(new TypeDef("", "", Map.of(), Optional.empty(), Optional.empty()));
  private static final PatchRule NO_RULE = new PatchRule(List.of(), "", List.of(), Missing.MISSING);

  /// An object with metadata, and anything else.
  static final Schema SCHEMA = schema();

  private CustomResourceSchema() {}

  private static Schema schema() {
    TypeDef text = new TypeDef("string", "", Map.of(), Optional.empty(), Optional.empty());
    FieldDef texts = field(struct(Map.of(), new TypeRef.Inline(text)));
    TypeDef metadata = struct(Map.of("labels", texts, "annotations", texts), ANY);
    TypeDef object = struct(Map.of("metadata", field(metadata)), ANY);
    var document = new SchemaDocument(Map.of("object", object), Map.of(), Set.of());
    return new Schema(document, "object", object);
  }

  private static TypeDef struct(Map<String, FieldDef> fields, TypeRef additional) {
    return new TypeDef("object", "", fields, Optional.of(additional), Optional.empty());
  }

  private static FieldDef field(TypeDef type) {
    return new FieldDef(new TypeRef.Inline(type), NO_RULE);
  }
}
