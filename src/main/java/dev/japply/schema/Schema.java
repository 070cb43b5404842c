package dev.japply.schema;

import dev.japply.schema.TypeDef.FieldDef;
import dev.japply.schema.TypeDef.TypeRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The type of a value, and the way to the types of the values in it.
///
/// @param types finds types by their names
/// @param name the type's name in the document; the kind of the type if it has none
/// @param def its definition
/// @param patch the patch format of its object, which decides about the rules for its fields
public record Schema(TypeLookup types, String name, TypeDef def, PatchFormat patch) {

  /// Finds types that others refer to by name.
  @FunctionalInterface
  public interface TypeLookup {
    /// Returns the type of that name; null if there is none.
    @Nullable TypeDef find(String name);
  }

  /// One field of a struct.
  ///
  /// @param type the type of its value
  public record Field(Schema type, PatchRule rule) {}

  /// The property `key`, case as written; empty for an unknown field, and in maps with free keys.
  public Optional<Field> field(String key) {
    FieldDef field = def.fields().get(key);
    if (field == null) {
      return Optional.empty();
    }
    Schema type = resolve(field.type());
    return type == null ? Optional.empty() : Optional.of(new Field(type, field.rule()));
  }

  /// The type of the values, if this is a map with free keys.
  public Optional<Schema> additional() {
    return Optional.ofNullable(resolve(def.additional()));
  }

  /// The type of the items, if this is a list.
  public Optional<Schema> items() {
    return Optional.ofNullable(resolve(def.items()));
  }

  /// The same type in an object that takes such patches.
  public Schema of(PatchFormat other) {
    return new Schema(types, name, def, other);
  }

  /// Whether the object takes strategic merge patches.
  public boolean isStrategic() {
    return patch == PatchFormat.STRATEGIC;
  }

  /// Whether values are quantities: `500m` and `0.5` are two forms of one.
  public boolean isQuantity() {
    return def.format().equals("quantity");
  }

  /// Returns null if there is no such type.
  private @Nullable Schema resolve(@Nullable TypeRef ref) {
    return switch (ref) {
      case null -> null;
      case TypeRef.Named(String type) -> {
        TypeDef found = types.find(type);
        yield found == null ? null : new Schema(types, type, found, patch);
      }
      case TypeRef.Inline(TypeDef type) -> new Schema(types, type.kind(), type, patch);
    };
  }
}
